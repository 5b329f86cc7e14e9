import { joinPath, type FileContent } from '../../src/files/index.ts';
import { pathPattern, type PathPattern } from './attribute-pattern.ts';

/** Name of the files with the attributes of git. */
export const ATTRIBUTES_FILE = '.gitattributes';

/** Conversion of a file by git that is more than one of line ends. */
export interface Conversion {
  /** Attribute that asks for it, such as `filter=git-crypt`. */
  readonly attribute: string;
  /** Attribute that turns it off. */
  readonly off: string;
}

/** A line of a `.gitattributes`. */
interface Line {
  /** Folder of the file, with a slash at its end; '' for the top folder. */
  readonly folder: string;
  readonly matches: PathPattern;
  readonly settings: Settings;
}

/** Values of attributes, in the order of a line. Undefined: the attribute is unspecified. */
type Settings = readonly (readonly [name: string, value: string | boolean | undefined])[];

/**
 * Returns the conversions that attributes ask for, by path. `attributes`: the `.gitattributes` of a version by their paths, of which those in
 * other folders do not matter. Neither the configuration of git nor the attributes of this machine count (gitattributes(5)).
 */
export function conversionsOf(
  attributes: ReadonlyMap<string, FileContent>,
  paths: Iterable<string>,
): ReadonlyMap<string, Conversion> {
  const texts = Array.from(attributes, ([path, content]) => [path, bytesOf(content)] as const);
  if (!texts.some(([, text]) => NAMES.some((name) => text.includes(name)))) return new Map();
  const { lines, macros } = parse(texts);
  const found = new Map<string, Conversion>();
  for (const path of paths) {
    const conversion = conversionIn(valuesAt(bytesOf(path), lines, macros));
    if (conversion !== undefined) found.set(path, conversion);
  }
  return found;
}

/**
 * Returns the conversions of the files of a folder by their paths in it. `above`: the `.gitattributes` of the folders above it. Those paths,
 * and `directory`, are relative to the repository.
 */
export function conversionsBelow(
  directory: string,
  files: ReadonlyMap<string, FileContent>,
  above: ReadonlyMap<string, FileContent>,
): ReadonlyMap<string, Conversion> {
  const own = [...files].filter(([path]) => path === ATTRIBUTES_FILE || path.endsWith(`/${ATTRIBUTES_FILE}`));
  if (own.length === 0 && above.size === 0) return new Map();
  const at = (path: string): string => joinPath(directory, path);
  const attributes = new Map([...above, ...own.map(([path, content]) => [at(path), content] as const)]);
  const paths = new Map(Array.from(files.keys(), (path) => [at(path), path]));
  return new Map(
    Array.from(conversionsOf(attributes, paths.keys()), ([path, each]) => [paths.get(path) ?? path, each]),
  );
}

/** Returns the paths of the folders that hold a folder, from the top folder ''. */
export function foldersAbove(directory: string): readonly string[] {
  const parts = directory.split('/');
  return directory === '' ? [] : parts.map((_, index) => parts.slice(0, index).join('/'));
}

const NAMES: readonly string[] = ['filter', 'working-tree-encoding'];

/** Filter of Git LFS, which leaves a pointer to the file in git. */
const LFS = 'lfs';

function conversionIn(values: ReadonlyMap<string, Settings[number][1]>): Conversion | undefined {
  const [filter, encoding] = NAMES.map((name) => values.get(name));
  if (typeof filter === 'string' && filter !== '' && filter !== LFS)
    return { attribute: `filter=${filter}`, off: '-filter' };
  if (typeof encoding !== 'string' || /^(?:utf-?8)?$/i.test(encoding)) return undefined;
  return { attribute: `working-tree-encoding=${encoding}`, off: '!working-tree-encoding' };
}

/** Returns the values of the attributes of a file: the last line that matches counts, in the deepest folder. */
function valuesAt(path: string, lines: readonly Line[], macros: ReadonlyMap<string, Settings>) {
  const values = new Map<string, Settings[number][1]>();
  for (const { folder, matches, settings } of lines) {
    if (!path.startsWith(folder) || !matches(path.slice(folder.length))) continue;
    const pending = [...settings];
    for (let setting = pending.pop(); setting !== undefined; setting = pending.pop()) {
      const [name, value] = setting;
      if (values.has(name)) continue;
      values.set(name, value);
      if (value === true) pending.push(...(macros.get(name) ?? []));
    }
  }
  return values;
}

/** Returns the lines in the order in which they count, without those for other attributes, and the macros. */
function parse(texts: readonly (readonly [path: string, text: string])[]) {
  const macros = new Map<string, Settings>();
  const lines: (Line & { readonly at: number })[] = [];
  for (const [path, text] of texts) {
    const folder = bytesOf(path.slice(0, -ATTRIBUTES_FILE.length));
    for (const [at, line] of text.replace(BOM, '').split('\n').entries()) {
      const parsed = line.length < MAX_LINE ? parseLine(line) : undefined;
      if (parsed === undefined) continue;
      if ('pattern' in parsed)
        lines.push({ at, folder, matches: pathPattern(parsed.pattern), settings: parsed.settings });
      else if (folder === '') macros.set(parsed.macro, parsed.settings);
    }
  }
  const counts = ({ settings }: Line): boolean => settings.some(([name]) => NAMES.includes(name) || macros.has(name));
  const inOrder = lines.filter(counts).toSorted((a, b) => b.folder.length - a.folder.length || b.at - a.at);
  return { lines: inOrder, macros };
}

/** Length in bytes from which git ignores a line. */
const MAX_LINE = 2048;

/** Mark of UTF-8 at the beginning of a file, as bytes. */
const BOM = /^\xEF\xBB\xBF/;

/** Parses a line without its line feed; undefined if it is empty, a comment or invalid, so that git ignores it. */
function parseLine(
  line: string,
): ({ readonly settings: Settings } & ({ readonly pattern: string } | { readonly macro: string })) | undefined {
  const text = line.replace(/^[ \t\r]+/, '');
  if (text === '' || text.startsWith('#')) return undefined;
  const [quoted] = QUOTED.exec(text) ?? [];
  const [plain = ''] = /^[^ \t\r]+/.exec(text) ?? [];
  const name = quoted === undefined ? plain : unquoted(quoted);
  const settings = settingsIn(text.slice((quoted ?? plain).length));
  if (settings === undefined) return undefined;
  if (!name.startsWith(MACRO) || name === MACRO) return name.startsWith('!') ? undefined : { pattern: name, settings };
  const [macro = ''] = /[^ \t\r]+/.exec(name.slice(MACRO.length)) ?? [];
  return NAME.test(macro) ? { macro, settings } : undefined;
}

/** Begins a line that defines a macro: an attribute that sets others. */
const MACRO = '[attr]';

/** A valid name of an attribute. */
const NAME = /^[\w.][\w.-]*$/;

/** Returns the settings of a line; undefined if one of them is invalid. */
function settingsIn(text: string): Settings | undefined {
  const words = text.split(/[ \t\r]+/).filter((word) => word !== '');
  const settings = words.map((word) => {
    const [, sign = '', name = '', value] = /^([-!]?)([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    return [name, sign === '-' ? false : sign === '!' ? undefined : (value ?? true)] as const;
  });
  return settings.every(([name]) => NAME.test(name)) ? settings : undefined;
}

/** A pattern in double quotes, with escapes as in C. */
const QUOTED = /^"(?:[^"\\]|\\(?:[abfnrtv"\\]|[0-3][0-7]{2}))*"/;

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\([0-7]{3}|.)/g, (_, escape: string) => {
    return ESCAPES.get(escape) ?? (escape.length === 3 ? String.fromCharCode(Number.parseInt(escape, 8)) : escape);
  });
}

const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }),
);

/** Returns the bytes of a text, each as a character: git compares bytes. */
function bytesOf(content: FileContent): string {
  return (typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)).toString('latin1');
}
