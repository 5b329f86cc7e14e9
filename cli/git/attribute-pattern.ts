/** Reports whether a path relative to the folder of a `.gitattributes` is that of a pattern. Each character stands for a byte. */
export type PathPattern = (path: string) => boolean;

/**
 * Returns what the pattern of a line in a `.gitattributes` matches (gitattributes(5)): with a slash, paths from the folder of that file, else
 * names in any folder. Time grows with the pattern times the path, whatever the pattern is: an upstream may be hostile.
 */
export function pathPattern(pattern: string): PathPattern {
  // Such a pattern is for folders, which have no attributes.
  if (pattern.endsWith('/')) return () => false;
  if (!pattern.includes('/')) {
    const steps = stepsOf(pattern);
    return (path) => matches(steps, path.slice(path.lastIndexOf('/') + 1));
  }
  const rooted = pattern.replace(/^\//, '');
  // Git compares the text before the first wildcard by itself: `**` after it counts as a step of its own.
  const [fixed = ''] = /^[^*?[\\]*/.exec(rooted) ?? [];
  const steps = stepsOf(rooted.slice(fixed.length));
  return (path) => path.startsWith(fixed) && matches(steps, path.slice(fixed.length));
}

/** Part of a pattern. */
interface Step {
  readonly accepts: (char: string) => boolean;
  /** True for a wildcard: it accepts any number of characters. */
  readonly repeats: boolean;
  /** Number of steps after this one that the pattern matches without, too. This one accepts nothing then. */
  readonly optional: number;
}

function matches(steps: readonly Step[], text: string): boolean {
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

/** A set such as `[a-z]` never accepts a slash. One without an end, or with a class that does not exist, accepts nothing. */
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
