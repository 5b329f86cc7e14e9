import { testEdits, type EditRow } from './edit-rows.ts';

/** Characters that Go refuses or reads as others, with their escapes in JSON and in double quotes. */
const CHARACTERS: readonly (readonly [char: string, json: string, double: string])[] = [
  ['\x7F', '\\u007F', '\\x7F'],
  ['\x80', '\\u0080', '\\x80'],
  ['\x85', '\\u0085', '\\x85'],
  ['\x9F', '\\u009F', '\\x9F'],
  ['\u2028', '\\u2028', '\\u2028'],
  ['\u2029', '\\u2029', '\\u2029'],
  ['\uFEFF', '\\uFEFF', '\\uFEFF'],
  ['\uFFFE', '\\uFFFE', '\\uFFFE'],
  ['\uFFFF', '\\uFFFF', '\\uFFFF'],
];

const rows: readonly EditRow[] = CHARACTERS.flatMap(([char, json, double]) => [
  {
    name: `escapes ${double} in values and keys of JSON`,
    text: '{"a": 1}\n',
    edit: (d) => d.set([`k${char}`], `a${char}b`),
    want: `{"a": 1, "k${json}": "a${json}b"}\n`,
  },
  {
    name: `escapes ${double} in values and keys of block style`,
    text: 'a: 1\n',
    edit: (d) => d.set([`k${char}`], `a${char}\nb`),
    want: `a: 1\n"k${double}": "a${double}\\nb"\n`,
  },
  {
    name: `escapes ${double} where it stood without quotes`,
    text: `a: 'a${char}b'\n`,
    edit: (d) => d.set(['a'], `a${char}c`),
    want: `a: "a${double}c"\n`,
  },
  {
    name: `escapes ${double} where it stood in double quotes`,
    text: `a: "\\x41 a${char}b"\n`,
    edit: (d) => d.set(['a'], `A a${char}c`),
    want: `a: "A a${double}c"\n`,
  },
]);

describe('characters that not every reader takes as they are', () => {
  testEdits(rows);
  testEdits([
    {
      name: 'writes other characters as they are',
      text: '{"a": 1}\n',
      edit: (d) => d.set(['a'], '\xA0\u200B\u2027\u202F\uFDD0\uFFFD\u{1F600}'),
      want: '{"a": "\xA0\u200B\u2027\u202F\uFDD0\uFFFD\u{1F600}"}\n',
    },
  ]);
});
