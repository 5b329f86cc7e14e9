import { testEdits } from './edit-rows.ts';

const MAP = { x: 1 };

describe('edits beside tabs, which Go does not read everywhere', () => {
  testEdits([
    {
      name: 'puts a space between a dash and a comment for a map',
      text: '- a\t# c\n',
      edit: (d) => d.set([0], MAP),
      want: '- # c\n  x: 1\n',
    },
    {
      name: 'puts a space between the colon of an explicit key and a comment',
      text: '? a\n: b\t# c\n',
      edit: (d) => d.set(['a'], MAP),
      want: '? a\n: # c\n  x: 1\n',
    },
    {
      name: 'replaces a tab after the colon of an explicit key',
      text: '? a\n:\tb\t# c\n',
      edit: (d) => d.set(['a'], 'd'),
      want: '? a\n: d\t# c\n',
    },
    {
      name: 'replaces a tab after a dash',
      text: '-\ta\n',
      edit: (d) => d.set([0], 'b'),
      want: '- b\n',
    },
    {
      name: 'keeps a tab after the colon of a key and before a comment',
      text: 'a:\tb\t# c\n',
      edit: (d) => d.set(['a'], 'd'),
      want: 'a:\td\t# c\n',
    },
    {
      name: 'keeps a tab before a comment below a value that stays plain',
      text: 'a: 1\n \t# c\nb: 2\n',
      edit: (d) => d.set(['a'], 'd'),
      want: 'a: d\n \t# c\nb: 2\n',
    },
    {
      name: 'replaces a tab on a line that comes below the comment of a plain value',
      text: 'a: 1 # c\nb: 2\n \t\n',
      edit: (d) => d.remove(['b']),
      want: 'a: 1 # c\n  \n',
    },
    {
      name: 'replaces a tab below the first comment below a plain value',
      text: 'a: 1\n# c\nb: 2\n \t# d\n\t\n',
      edit: (d) => d.set(['b'], 3),
      want: 'a: 1\n# c\nb: 3\n \t# d\n \n',
    },
    {
      name: 'replaces a tab before a comment below a value that becomes a block scalar',
      text: 'a: 1\n\t# c\nb: 2\n',
      edit: (d) => d.set(['a'], 'x\ny\n'),
      want: 'a: "x\\ny\\n"\n # c\nb: 2\n',
    },
    {
      name: 'replaces a tab before a comment below a value that becomes quoted',
      text: 'a: 1\n \t# c\n',
      edit: (d) => d.set(['a'], '- b'),
      want: "a: '- b'\n  # c\n",
    },
    {
      name: 'replaces a tab on a blank line below a value that becomes a map, at the end of a document',
      text: '- a\n  \t\n',
      edit: (d) => d.set([0], MAP),
      want: '- x: 1\n   \n',
    },
    {
      name: 'replaces a tab below an added entry',
      text: 'a: 1\n \t# c\n',
      edit: (d) => d.set(['b'], 'yes'),
      want: 'a: 1\nb: "yes"\n  # c\n',
    },
    {
      name: 'replaces a tab below a removed entry',
      text: 'a: "1"\nb: 2\n \t# c\nc: 3\n',
      edit: (d) => d.remove(['b']),
      want: 'a: "1"\n  # c\nc: 3\n',
    },
    {
      name: 'replaces a tab below the first entry when it is removed',
      text: 'a: 1\n \t# c\nb: 2\n',
      edit: (d) => d.remove(['a']),
      want: '  # c\nb: 2\n',
    },
    {
      name: 'replaces a tab below the last entry of an inner map that becomes quoted',
      text: 'a:\n  b: 1\n   \t# c\nd: 2\n',
      edit: (d) => d.set(['a', 'b'], ''),
      want: 'a:\n  b: ""\n    # c\nd: 2\n',
    },
    {
      name: 'replaces tabs below an entry of CRLF lines',
      text: 'a: 1\r\n \t# c\r\nb: 2\r\n',
      edit: (d) => d.set(['a'], '- b'),
      want: "a: '- b'\r\n  # c\r\nb: 2\r\n",
    },
    {
      name: 'replaces a tab below a value in braces that becomes plain',
      text: 'a: {b: "x"\n\t# c\n  }\n',
      edit: (d) => d.set(['a', 'b'], 1),
      want: 'a: {b: 1\n # c\n  }\n',
    },
    {
      name: 'replaces a tab below the last value in braces that is left',
      text: 'a: {b: x,\n  c: "z"\n\t# c\n  }\n',
      edit: (d) => d.remove(['a', 'c']),
      want: 'a: {b: x\n # c\n  }\n',
    },
    {
      name: 'keeps blank lines after a block scalar in place of a whole document out of it',
      text: 'exclude: yaml\n\n',
      edit: (d) => {
        d.remove(['exclude']);
        d.set(['x'], 'a\n\n');
      },
      want: 'x: "a\\n\\n"\n\n',
    },
    {
      name: 'drops the tag of a whole document with its value',
      text: '%TAG !e! tag:x,2000:\n--- !!str 5 # c\n',
      edit: (d) => d.set([], 6),
      want: '%TAG !e! tag:x,2000:\n--- 6 # c\n',
    },
    {
      name: 'puts a space before the comment of a value in place of a tag without one',
      text: '{a: !t # c\n}\n',
      edit: (d) => d.set(['a'], 1),
      want: '{a: 1 # c\n}\n',
    },
    {
      name: 'puts a comma after the blank that a tag without a value must have',
      text: '[!t # c\n]\n',
      edit: (d) => d.append([], 1),
      want: '[!t , # c\n  1\n]\n',
    },
    {
      name: 'sets a value in place of a tag without one above a comment',
      text: '- [!t\n    # c\n  ]\n',
      edit: (d) => d.set([0, 0], 'x'),
      want: '- [x\n    # c\n  ]\n',
    },
    {
      name: 'keeps a comment at the start of a line in braces',
      text: '{\n"a": 1\n# c\n}\n',
      edit: (d) => d.set(['b'], 2),
      want: '{\n"a": 1,\n"b": 2\n# c\n}\n',
    },
    {
      name: 'adds the first key above a comment at the start of a line in braces, and a second',
      text: '{\n#c\n}\n',
      edit: (d) => {
        d.set(['a'], 1);
        d.set(['b'], 2);
      },
      want: '{"a": 1, "b": 2\n#c\n}\n',
    },
  ]);
});
