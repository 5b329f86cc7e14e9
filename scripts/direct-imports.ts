import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Replaces each import from an `index.ts` that only passes names on by imports from the modules that define them. A
 * bundle evaluates a module whole when it is first needed, and an `index.ts` needs all of its folder.
 */
export const directImports: Plugin = {
  name: 'direct imports',
  setup(build) {
    build.onLoad({ filter: /\/(?:src|cli|functions)\/.*\.ts$/ }, ({ path }) => ({
      contents: withDirectImports(readFileSync(path, 'utf8'), dirname(path)),
      loader: 'ts',
    }));
  },
};

/** Matches an import or export of names from an index, and what precedes it on its line. */
const FROM_INDEX = /^(import|export) \{([^}]*)\} from '(\.[^']*\/index\.ts)';$/gm;

/** Matches each statement of an index that passes on names, types among them or only types. */
const PASSED_ON = /^export (?:type )?\{([^}]*)\} from '([^']*)';$/gm;

function withDirectImports(source: string, folder: string): string {
  return source.replaceAll(FROM_INDEX, (statement, verb: string, list: string, path: string) => {
    const origins = originsIn(join(folder, path));
    if (origins === undefined) return statement;
    const imports = namesIn(list).map(({ name, as }) => {
      const origin = origins.get(name);
      if (origin === undefined) throw new Error(`${path} in ${folder} does not export ${name}`);
      return `${verb} { ${origin.name} as ${as} } from ${JSON.stringify(origin.file)};`;
    });
    return imports.join(' ');
  });
}

/** Place where an exported name is defined. */
interface Origin {
  readonly file: string;
  readonly name: string;
}

const known = new Map<string, ReadonlyMap<string, Origin> | undefined>();

/** Returns where the names of an index are defined; undefined if it defines some itself. */
function originsIn(index: string): ReadonlyMap<string, Origin> | undefined {
  if (!known.has(index)) known.set(index, readOrigins(index));
  return known.get(index);
}

function readOrigins(index: string): ReadonlyMap<string, Origin> | undefined {
  const source = readFileSync(index, 'utf8');
  const rest = source.replaceAll(PASSED_ON, '').replaceAll(/^\/\/.*$|^\/\*[^]*?\*\/$/gm, '');
  if (rest.trim() !== '') return undefined;
  const passed = Array.from(source.matchAll(PASSED_ON), ([, list = '', path = '']) => {
    const file = join(dirname(index), path);
    const further = file.endsWith('/index.ts') ? originsIn(file) : undefined;
    return namesIn(list).map(({ name, as }) => [as, further?.get(name) ?? { file, name }] as const);
  });
  return new Map(passed.flat());
}

/** Returns the names in the braces of an import or export that are values. */
function namesIn(list: string): readonly { readonly name: string; readonly as: string }[] {
  const entries = list.split(',').map((entry) => entry.trim());
  return entries
    .filter((entry) => entry !== '' && !entry.startsWith('type '))
    .map((entry) => {
      const [name = '', as = name] = entry.split(' as ');
      return { name, as };
    });
}
