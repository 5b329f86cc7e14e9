import { type FileContent, joinPath } from '../../src/files/index.ts';

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
 * Returns the conversions that attributes ask for, by path. `attributes`: the `.gitattributes` of a version by their
 * paths, of which those in other folders do not matter. Neither the configuration of git nor the attributes of this
 * machine count (gitattributes(5)).
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
 * Returns the conversions of the files of a folder by their paths in it. `above`: the `.gitattributes` of the folders
 * above it. Those paths, and `directory`, are relative to the repository.
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

/**
 * Reports whether a path relative to the folder of a `.gitattributes` is that of a pattern. Each character stands for a
 * byte.
 */
type PathPattern = (path: string) => boolean;

/**
 * Returns what the pattern of a line in a `.gitattributes` matches (gitattributes(5)): with a slash, paths from the
 * folder of that file, else names in any folder. Time grows with the pattern times the path, whatever the pattern is:
 * an upstream may be hostile.
 */
function pathPattern(pattern: string): PathPattern {
  // Such a pattern is for folders, which have no attributes.
  if (pattern.endsWith('/')) return () => false;
  if (!pattern.includes('/')) {
    const steps = stepsOf(pattern);
    return (path) => matchesSteps(steps, path.slice(path.lastIndexOf('/') + 1));
  }
  const rooted = pattern.replace(/^\//, '');
  // Git compares the text before the first wildcard by itself: `**` after it counts as a step of its own.
  const [fixed = ''] = /^[^*?[\\]*/.exec(rooted) ?? [];
  const steps = stepsOf(rooted.slice(fixed.length));
  return (path) => path.startsWith(fixed) && matchesSteps(steps, path.slice(fixed.length));
}

/** Part of a pattern. */
interface Step {
  readonly accepts: (char: string) => boolean;
  /** True for a wildcard: it accepts any number of characters. */
  readonly repeats: boolean;
  /** Number of steps after this one that the pattern matches without, too. This one accepts nothing then. */
  readonly optional: number;
}

function matchesSteps(steps: readonly Step[], text: string): boolean {
  let states = reachable(steps, [0]);
  for (const char of text) {
    const next: number[] = [];
    for (const at of states) if (steps[at]?.accepts(char) === true) next.push(steps[at].repeats ? at : at + 1);
    if (next.length === 0) return false;
    states = reachable(steps, next);
  }
  return states.has(steps.length);
}

/** Returns the steps that may be next: a wildcard may accept nothing. */
function reachable(steps: readonly Step[], from: readonly number[]): ReadonlySet<number> {
  const found = new Set(from);
  // A set iterates over what is added to it meanwhile.
  for (const at of found) {
    const { repeats = false, optional = 0 } = steps[at] ?? {};
    if (repeats || optional > 0) found.add(at + 1);
    if (optional > 0) found.add(at + 1 + optional);
  }
  return found;
}

function stepsOf(pattern: string): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length;) {
    const { step, end } = stepAt(pattern, at);
    if (step.repeats && step.accepts('/') && pattern.charAt(end) === '/') steps.push(FOLDERS);
    steps.push(step);
    at = end;
  }
  return steps;
}

/** `**` and the slash after it, without which the pattern matches, too. */
const FOLDERS: Step = { accepts: () => false, repeats: false, optional: 2 };

function stepAt(pattern: string, at: number): { readonly step: Step; readonly end: number } {
  const char = pattern.charAt(at);
  if (char === '*') return wildcardAt(pattern, at);
  if (char === '[') return setAt(pattern, at);
  if (char === '?') return { step: one((each) => each !== '/'), end: at + 1 };
  if (char !== '\\') return { step: one((each) => each === char), end: at + 1 };
  const escaped = pattern.charAt(at + 1);
  return { step: one((each) => each === escaped), end: at + 2 };
}

function one(accepts: Step['accepts']): Step {
  return { accepts, repeats: false, optional: 0 };
}

/** Two stars match slashes if they are a whole step of a path. */
function wildcardAt(pattern: string, at: number): ReturnType<typeof stepAt> {
  let end = at;
  while (pattern.charAt(end) === '*') end++;
  const isWhole = (at === 0 || pattern.charAt(at - 1) === '/') && /^(?:\\?\/|$)/.test(pattern.slice(end));
  const crosses = end - at > 1 && isWhole;
  const accepts = (char: string): boolean => crosses || char !== '/';
  return { step: { accepts, repeats: true, optional: 0 }, end };
}

/** Element of a set: a class, or a character that may begin a range. */
const ELEMENT =
  /\[:(?<name>[^\]]*):\]|(?:\\(?<escaped>.)|(?<plain>[^\\]))(?:-(?:\\(?<escapedEnd>.)|(?<plainEnd>[^\\\]])))?/sy;

/**
 * A set such as `[a-z]` never accepts a slash. One without an end, or with a class that does not exist, accepts
 * nothing.
 */
function setAt(pattern: string, start: number): ReturnType<typeof stepAt> {
  const isNegated = /[!^]/.test(pattern.charAt(start + 1));
  const elements: (Step['accepts'] | undefined)[] = [];
  let at = start + (isNegated ? 2 : 1);
  do {
    ELEMENT.lastIndex = at;
    const groups = ELEMENT.exec(pattern)?.groups;
    if (groups === undefined) return { step: one(() => false), end: pattern.length };
    elements.push(elementOf(groups));
    at = ELEMENT.lastIndex;
  } while (pattern.charAt(at) !== ']');
  const isValid = elements.every((each) => each !== undefined);
  const accepts = (char: string): boolean =>
    isValid && char !== '/' && elements.some((each) => each(char)) !== isNegated;
  return { step: one(accepts), end: at + 1 };
}

/** Returns what an element of a set accepts; undefined for a class that does not exist. */
function elementOf(groups: Readonly<Record<string, string | undefined>>): Step['accepts'] | undefined {
  const { name, escaped, plain, escapedEnd, plainEnd } = groups;
  if (name !== undefined) {
    const members = CLASSES.get(name);
    return members && ((char) => members.test(char));
  }
  const first = escaped ?? plain ?? '';
  const last = escapedEnd ?? plainEnd ?? first;
  return (char) => char >= first && char <= last;
}

/** Classes of POSIX, of ASCII. */
const CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[a-z\d]/i],
  ['alpha', /[a-z]/i],
  ['blank', /[ \t]/],
  ['cntrl', /[\0-\x1f\x7f]/],
  ['digit', /\d/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[ \t\n\v\f\r]/],
  ['upper', /[A-Z]/],
  ['xdigit', /[\da-f]/i],
]);
