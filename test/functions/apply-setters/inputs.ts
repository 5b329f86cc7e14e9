import { resource, resourceList } from '../../support/resource-list.ts';
import type { OriginalInput } from '../../support/record-original.ts';
import { generatedInput } from './generated-input.ts';

type Data = Readonly<Record<string, string>>;

/** Inputs that each show one thing: a name, the setters, and the fields of a resource. */
const ROWS: readonly (readonly [name: string, data: Data, fields: string])[] = [
  ['a scalar', { a: 'x' }, 'f: old # kpt-set: ${a}\n'],
  ['a part of a scalar', { tag: '1.8' }, 'f: nginx:1.7 # kpt-set: nginx:${tag}\n'],
  ['two setters, one of which is derived', { tag: '1.8' }, 'f: nginx:1.7 # kpt-set: ${image}:${tag}\n'],
  ['the other of them', { image: 'httpd' }, 'f: nginx:1.7 # kpt-set: ${image}:${tag}\n'],
  ['a derived value is greedy', { c: 'z' }, 'f: 1-2-3-4 # kpt-set: ${a}-${b}-${c}\n'],
  ['a pattern fits a part of the value', { c: 'z' }, 'f: abc-v1.2-rest # kpt-set: v${b}.${c}\n'],
  ['a pattern does not fit the value', { c: 'z' }, 'f: abc # kpt-set: ${b}.${c}\n'],
  ['a derived value would be empty', { c: 'z' }, 'f: ":x" # kpt-set: ${b}:${c}\n'],
  ['a setter twice', { a: 'z' }, 'f: x-y # kpt-set: ${a}-${a}\n'],
  ['a derived setter twice', { b: 'z' }, 'f: x-y:1 # kpt-set: ${a}-${a}:${b}\n'],
  ['derived from a block of lines', { b: 'z' }, 'f: | # kpt-set: ${a}:${b}\n  one\n  x:y\n'],
  ['meta characters of regular expressions', { b: 'z' }, 'f: a.*b(x) # kpt-set: a.*b(${a}${b}\n'],
  ['two values without a text between', { a: 'z' }, 'f: xy # kpt-set: ${a}${b}\n'],
  ['no setter of the comment has a value', { z: 'x' }, 'f: old # kpt-set: ${a}\n'],
  ['a comment without a reference', { a: 'x' }, 'f: old # kpt-set: a\n'],
  ['quotes stay', { a: '80' }, 'f: "8080" # kpt-set: ${a}\n'],
  ['single quotes stay', { a: '80' }, "f: '8080' # kpt-set: ${a}\n"],
  ['a number without quotes', { a: '80' }, 'f: 8080 # kpt-set: ${a}\n'],
  ['a string becomes a number', { a: '80' }, 'f: word # kpt-set: ${a}\n'],
  ['a number becomes a string', { a: 'word' }, 'f: 8080 # kpt-set: ${a}\n'],
  ['a boolean', { a: 'true' }, 'f: false # kpt-set: ${a}\n'],
  ['the word yes', { a: 'yes' }, 'f: word # kpt-set: ${a}\n'],
  ['an octal number', { a: '0644' }, 'f: 1 # kpt-set: ${a}\n'],
  ['a hexadecimal number', { a: '0x1F' }, 'f: 1 # kpt-set: ${a}\n'],
  ['an exponent', { a: '1e3' }, 'f: 1 # kpt-set: ${a}\n'],
  ['a date', { a: '2001-01-01' }, 'f: 1 # kpt-set: ${a}\n'],
  ['a decimal with a zero at its end', { a: '1.10' }, 'f: 1.1 # kpt-set: ${a}\n'],
  ['null', { a: 'null' }, 'f: word # kpt-set: ${a}\n'],
  ['null is set', { a: 'x' }, 'f: null # kpt-set: ${a}\ng: ~ # kpt-set: ${a}\n'],
  ['an empty value', { a: '' }, "f: word # kpt-set: ${a}\ng: 'w' # kpt-set: ${a}\n"],
  ['no value beside a key', { a: 'x' }, 'f: # kpt-set: ${a}\ng: w # kpt-set: ${a}\n'],
  ['a text that needs quotes', { a: 'a: b' }, 'f: word # kpt-set: ${a}\n'],
  ['a comment sign', { a: 'a #b' }, 'f: word # kpt-set: ${a}\n'],
  ['white space around', { a: ' a ' }, 'f: word # kpt-set: ${a}\n'],
  ['two lines', { a: 'a\nb' }, 'f: word # kpt-set: ${a}\ng: "w" # kpt-set: ${a}\n'],
  ['brackets', { a: '[x]' }, 'f: word # kpt-set: ${a}\n'],
  ['a comma in a list in brackets', { a: 'x,y' }, 'f: [v, # kpt-set: ${a}\n  w]\n'],
  ['a tag is dropped', { a: '80' }, 'f: !!str 8080 # kpt-set: ${a}\n'],
  ['a literal block', { a: 'x' }, 'f: | # kpt-set: ${a}\n  old\n'],
  ['a number in a literal block', { a: '80' }, 'f: |- # kpt-set: ${a}\n  old\n'],
  ['a folded block', { a: 'x' }, 'f: > # kpt-set: ${a}\n  old\n'],
  ['quotes on two lines', { a: 'x' }, 'f: "one\n  two" # kpt-set: ${a}\n'],
  ['a plain scalar on two lines', { a: 'x' }, 'f: one\n  two # kpt-set: ${a}\n'],
  ['a value below its key', { a: 'x' }, 'f:\n  old # kpt-set: ${a}\n'],
  ['a comment beside the key of a value below', { a: 'x' }, 'f: # kpt-set: ${a}\n  old\n'],
  ['a comment above', { a: 'x' }, '# kpt-set: ${a}\nf: old\n'],
  ['a comment without the first space', { a: 'x' }, 'f: old #kpt-set: ${a}\n'],
  ['a comment without the second space', { a: 'x' }, 'f: old # kpt-set:${a}\n'],
  ['more spaces', { a: 'x' }, 'f: old   # kpt-set:   ${a}   \n'],
  ['another text before', { a: 'x' }, 'f: old # see kpt-set: ${a}\n'],
  ['a comment sign in quotes', { a: 'x' }, 'f: "old # kpt-set: ${a}"\n'],
  ['a comment in a literal block', { a: 'x' }, 'f: |\n  k: v # kpt-set: ${a}\n'],
  ['elements of a list', { a: 'x' }, 'f:\n- v # kpt-set: ${a}\n- w\n'],
  ['a comment beside a dash', { a: 'x' }, 'f:\n- # kpt-set: ${a}\n  v\n'],
  ['the first pair beside a dash', { a: 'x' }, 'f:\n- k: v # kpt-set: ${a}\n'],
  ['after a comma', { a: 'x' }, 'f: [v, # kpt-set: ${a}\n  w # kpt-set: ${a}\n  , u]\n'],
  ['in braces', { a: 'x' }, 'f: {k: v, # kpt-set: ${a}\n  l: w}\n'],
  ['a comment beside braces', { a: 'x' }, 'f: {k: v} # kpt-set: ${a}\n'],
  ['beside an anchor', { a: 'x' }, 'f: &n # kpt-set: ${a}\n- v\n'],
  ['an alias follows its anchor', { a: 'x' }, 'f: &n old # kpt-set: ${a}\ng: *n\n'],
  ['a comment beside an alias', { a: 'x' }, 'f: &n old\ng: *n # kpt-set: ${a}\n'],
  ['a list', { l: '[x, y]' }, 'f: # kpt-set: ${l}\n- v\n'],
  ['a longer list', { l: '- x\n- y\n- z\n' }, 'f: # kpt-set: ${l}\n  - v\n'],
  ['a list in brackets', { l: '- x\n- y\n' }, 'f: [v] # kpt-set: ${l}\n'],
  ['an empty list in brackets', { l: '[x]' }, 'f: [] # kpt-set: ${l}\n'],
  ['a list is emptied', { l: '' }, 'f: # kpt-set: ${l}\n- v\n'],
  ['a list of maps and numbers', { l: '[{k: 1.10}, "3", 3, yes]' }, 'f: # kpt-set: ${l}\n- v\n'],
  ['a list of two documents', { l: '- x\n---\n- y\n' }, 'f: # kpt-set: ${l}\n- v\n'],
  ['a list in a list', { l: '[x]' }, 'f:\n- [v] # kpt-set: ${l}\n'],
  ['comments in a list that is set', { l: '[x, y]', a: 'z' }, 'f: # kpt-set: ${l}\n- v # kpt-set: ${a}\n'],
  ['setter comments in the value of a list', { l: '- x # kpt-set: ${a}\n', a: 'z' }, 'f: # kpt-set: ${l}\n- v\n'],
  ['no list for a list', { l: 'word' }, 'f: # kpt-set: ${l}\n- v\n'],
  ['a list that is no YAML', { l: '[x' }, 'f: # kpt-set: ${l}\n- v\n'],
  ['a part of a list', { l: '[x]' }, 'f: # kpt-set: x${l}\n- v\n'],
  ['two setters for a list', { l: '[x]' }, 'f: # kpt-set: ${l}${l}\n- v\n'],
  ['a key comment above brackets', { l: '[x]' }, 'f: # kpt-set: ${l}\n  [v, w]\n'],
  ['a comment beside the key of a map', { a: 'x' }, 'f: # kpt-set: ${a}\n  k: v\n'],
  ['nested references', { a: '${b}', b: 'x' }, 'f: old # kpt-set: ${b}\n'],
  ['no match at all', { a: 'x' }, 'f: old\n'],
  ['a key like an index', { a: 'x' }, '"0": v # kpt-set: ${a}\nyes: v # kpt-set: ${a}\na.b/c: v # kpt-set: ${a}\n'],
  ['a comment beside a block of an element', { a: 'x' }, 'f:\n- | # kpt-set: ${a}\n  old\n'],
  ['a value that grows', { tag: 'x:y' }, 'f: nginx:x:y # kpt-set: ${image}:${tag}\n'],
  ['an unnamed setter', { a: 'x' }, 'f: old # kpt-set: ${}\n'],
  ['a brace that is not closed', { a: 'x' }, 'f: old # kpt-set: ${a\n'],
];

/** Seeds of generated inputs whose outcome is recorded. */
const SEEDS = Array.from({ length: 40 }, (_, index) => 500 + index);

/** Returns the inputs whose outcome in the original is recorded. */
export function recordedInputs(): readonly OriginalInput[] {
  const written = ROWS.map(([name, data, fields]): OriginalInput => {
    const text = resourceList([resource('v1', 'ConfigMap', 'r', fields)], configOf(data));
    return { name, config: { data }, items: [], text };
  });
  const generated = SEEDS.map((seed): OriginalInput => {
    const { data, text } = generatedInput(seed);
    return { name: `generated ${seed}`, config: { data }, items: [], text };
  });
  return [...written, ...generated];
}

function configOf(data: Data): string {
  return resource('v1', 'ConfigMap', 'setters', `data: ${JSON.stringify(data)}\n`);
}
