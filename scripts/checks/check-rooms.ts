/**
 * `node scripts/checks/check-rooms.ts` checks the imports of `src/`, `functions/` and `cli/` against the table of rooms
 * in `rooms.ts`. It prints what is wrong, and exits with 1 if anything is.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, join as joinPaths } from 'node:path/posix';
import { parseSync } from 'oxc-parser';
import { EXCEPTIONS } from './room-exceptions.ts';
import { MODULES, ROOMS, type Modules, type Room } from './rooms.ts';

export interface RoomTable {
  readonly rooms: readonly Room[];
  readonly modules: Readonly<Record<string, Modules>>;
  readonly exceptions: typeof EXCEPTIONS;
}

/** Import, or export of another module's names. */
interface Import {
  readonly file: string;
  readonly line: number;
  /** Path in the project, or name of a module, or an expression that computes one. */
  readonly to: string;
  readonly isFile: boolean;
}

/** Room of a file. */
interface Place {
  /** Name of the room. Each function is a room of its own. */
  readonly room: string;
  /** Index of its row. */
  readonly row: number;
  readonly imports: readonly string[];
}

/** Files of the table, as messages name them. */
const ROWS = 'scripts/checks/rooms.ts';
const EXCEPTION_ROWS = 'scripts/checks/room-exceptions.ts';

const TABLE: RoomTable = { rooms: ROOMS, modules: MODULES, exceptions: EXCEPTIONS };

/**
 * Returns what is wrong in the files of the project, by path: folders without a row, imports that the table forbids,
 * and parts of the table without a use.
 */
export function checkRooms(sources: ReadonlyMap<string, string>, table = TABLE): string[] {
  const imports = Array.from(sources, ([file, text]) => importsOf(file, text)).flat();
  const check = new RoomCheck([...sources.keys()], imports, table);
  return [...check.foldersWithoutRow(), ...check.forbiddenImports(), ...check.unusedParts()];
}

/** Lint forbids the other ways to import: `require` and types as `import('...').Name`. */
function importsOf(file: string, text: string): Import[] {
  const { module, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const names = [
    ...module.staticImports.map((found) => found.moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries[0]?.moduleRequest ?? []),
    ...module.dynamicImports.map((found) => found.moduleRequest),
  ];
  return names.map(({ start, end }) => {
    const name = text.slice(start, end).replace(/^(['"])(.*)\1$/, '$2');
    const isFile = name.startsWith('.');
    const line = text.slice(0, start).split('\n').length;
    return { file, line, to: isFile ? joinPaths(dirname(file), name) : name, isFile };
  });
}

class RoomCheck {
  readonly #files: readonly string[];
  readonly #imports: readonly Import[];
  readonly #table: RoomTable;
  readonly #places = new Map<string, Place | undefined>();
  readonly #graph: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(files: readonly string[], imports: readonly Import[], table: RoomTable) {
    this.#files = files;
    this.#imports = imports;
    this.#table = table;
    this.#graph = this.#roomGraph();
  }

  foldersWithoutRow(): string[] {
    const folders = new Set(this.#files.filter((file) => this.#placeOf(file) === undefined).map(dirname));
    return Array.from(
      folders,
      (folder) => `${folder}: has no row in ${ROWS}. Add one above the rooms that it imports.`,
    );
  }

  forbiddenImports(): string[] {
    return this.#imports.flatMap((found) => {
      const reason = this.#isException(found) ? undefined : this.#reasonAgainst(found);
      if (reason === undefined) return [];
      const from = this.#placeOf(found.file)?.room ?? dirname(found.file);
      return [`${found.file}:${found.line}: ${from} must not import ${found.to}: ${reason}`];
    });
  }

  /** Returns the rows without files, the names in rows that no file has, and the exceptions that nothing needs. */
  unusedParts(): string[] {
    const { rooms, exceptions } = this.#table;
    const named = rooms.flatMap(({ room, files = [room], imports }) =>
      [...files, ...imports].map((name) => [name, room] as const),
    );
    const unused = [...new Map(named)].filter(([name]) => !this.#files.some((file) => covers(name, file)));
    const needed = new Set(this.#imports.filter((found) => this.#reasonAgainst(found)).map(arrow));
    return [
      ...unused.map(([name, room]) => `${ROWS}: the row "${room}" names ${name}, which has no files. Remove it.`),
      ...exceptions
        .map(([from, to]) => arrow({ file: from, to }))
        .filter((exception) => !needed.has(exception))
        .map((exception) => `${EXCEPTION_ROWS}: no import needs the exception "${exception}". Remove it.`),
    ];
  }

  #isException({ file, to }: Import): boolean {
    return this.#table.exceptions.some((exception) => exception[0] === file && exception[1] === to);
  }

  /** Returns the rule that an import breaks, and the remedy. */
  #reasonAgainst(found: Import): string | undefined {
    return found.isFile ? this.#reasonAgainstFile(found) : this.#reasonAgainstModule(found);
  }

  #reasonAgainstModule({ file, to }: Import): string | undefined {
    // The deepest folder that has a row.
    const folders = file.split('/').map((_, index, parts) => parts.slice(0, -1 - index).join('/'));
    const modules = folders.map((folder) => this.#table.modules[folder]).find((each) => each !== undefined);
    if (modules === undefined || modules.names.some((name) => fits(packageOf(to), name))) return undefined;
    return `${modules.reason}. Pass in what the code needs, or name the module in ${ROWS}.`;
  }

  #reasonAgainstFile({ file, to }: Import): string | undefined {
    const from = this.#placeOf(file);
    const target = this.#placeOf(to);
    if (from === undefined || from.room === target?.room) return undefined;
    if (target === undefined) return 'the file is in no room. Move what it has into a room.';
    if (target.row <= from.row) return `${target.room} is not in a lower row. ${this.#circle(from, target)}`;
    if (from.imports.some((name) => covers(name, to))) return undefined;
    const door = joinPaths(dirname(to), 'index.ts');
    if (from.imports.some((name) => covers(name, door))) return `the file is private. Import ${door}.`;
    return `the row of ${from.room} in ${ROWS} does not name this file. Pass in what the code needs, or extend the row.`;
  }

  /** Returns the sentence about the circle that an import closes, and the remedy. */
  #circle(from: Place, target: Place): string {
    const remedy = 'Move what both need to a lower room.';
    const rooms = this.#wayBetween(target.room, from.room);
    return rooms === undefined ? remedy : `This closes the circle ${[from.room, ...rooms].join(' -> ')}. ${remedy}`;
  }

  /** Returns the rooms on a shortest way of imports from one room to another, with both. */
  #wayBetween(first: string, last: string): readonly string[] | undefined {
    const ways = new Map([[first, [first]]]);
    for (const [room, way] of ways) {
      if (room === last) return way;
      for (const next of this.#graph.get(room) ?? []) if (!ways.has(next)) ways.set(next, [...way, next]);
    }
    return undefined;
  }

  /** Returns the rooms that each room imports. */
  #roomGraph(): ReadonlyMap<string, ReadonlySet<string>> {
    const graph = new Map<string, Set<string>>();
    for (const { file, to } of this.#imports) {
      const [from, target] = [this.#placeOf(file), this.#placeOf(to)];
      if (from === undefined || target === undefined) continue;
      graph.set(from.room, (graph.get(from.room) ?? new Set()).add(target.room));
    }
    return graph;
  }

  #placeOf(file: string): Place | undefined {
    if (!this.#places.has(file)) this.#places.set(file, this.#findPlace(file));
    return this.#places.get(file);
  }

  #findPlace(file: string): Place | undefined {
    const { rooms } = this.#table;
    const named = rooms.findIndex(({ room, files = [room] }) => files.includes(file));
    const row =
      named >= 0 ? named : rooms.findIndex(({ room, files = [room] }) => files.some((name) => covers(name, file)));
    const found = rooms[row];
    if (found === undefined) return undefined;
    const isOneOfMany = found.room.includes('*');
    const room = isOneOfMany ? file.split('/', found.room.split('/').length).join('/') : found.room;
    return { room, row, imports: found.imports };
  }
}

function arrow({ file, to }: Pick<Import, 'file' | 'to'>): string {
  return `${file} -> ${to}`;
}

/** Reports whether a name in the table, a folder or a file, stands for this file. */
function covers(name: string, file: string): boolean {
  return fits(name.endsWith('.ts') ? file : dirname(file), name);
}

/** Reports whether a name fits a pattern, in which one `*` stands for anything but a slash. */
function fits(name: string, pattern: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return name === pattern;
  const middle = name.slice(start.length, name.length - end.length);
  const isLongEnough = name.length > start.length + end.length;
  return isLongEnough && name.startsWith(start) && name.endsWith(end) && !middle.includes('/');
}

/** Returns `@a/b` of `@a/b/c.js`, and `semver` of `semver/classes/range.js`. */
function packageOf(module: string): string {
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('{src,functions,cli}/**/*.{ts,js}', { cwd: root }).toSorted();
  const problems = checkRooms(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
