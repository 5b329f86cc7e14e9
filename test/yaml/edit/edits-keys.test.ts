import { testEdits } from './edit-rows.ts';

describe('renames of unusual keys', () => {
  testEdits([
    {
      name: 'keeps a comment that comes below a key without a colon out of it',
      text: '? |\n? b\n: c\n  # d\n',
      edit: (d) => d.remove(['b']),
      want: '? ""\n  # d\n',
    },
    {
      name: 'replaces the tag of an empty explicit key',
      text: '? !a\n: b\n',
      edit: (d) => d.rename([''], 'name'),
      want: '? name\n: b\n',
    },
    {
      name: 'replaces the tag of an empty explicit key without a value, beside a comment',
      text: '? !a # c\n',
      edit: (d) => d.rename([''], 'name'),
      want: '? name # c\n',
    },
    {
      name: 'keeps the anchor of an empty explicit key',
      text: '? &x !!str\n: b\n',
      edit: (d) => d.rename([''], 'name'),
      want: '? &x name\n: b\n',
    },
    {
      name: 'drops a tag that does not fit the new name',
      text: '!!int 12: b\n',
      edit: (d) => d.rename(['12'], 'name'),
      want: 'name: b\n',
    },
    {
      name: 'drops the tag of an empty key in braces',
      text: '{!t : b}\n',
      edit: (d) => d.rename([''], 'name'),
      want: '{name: b}\n',
    },
    {
      name: 'keeps the line of the colon after a key that is a block scalar, and its comment',
      text: '? | # c\n  a\n: b\n',
      edit: (d) => d.rename(['a\n'], 'name'),
      want: '? name # c\n: b\n',
    },
    {
      name: 'keeps the line of the next key after one that is a block scalar without a value',
      text: '? |\n  a\nb: c\n',
      edit: (d) => d.rename(['a\n'], 'name'),
      want: '? name\nb: c\n',
    },
    {
      name: 'replaces tabs below an explicit key that becomes quoted',
      text: '? a\n \t# c\n: b\n',
      edit: (d) => d.rename(['a'], '- n'),
      want: "? '- n'\n  # c\n: b\n",
    },
    {
      name: 'sets the value of a renamed key in braces',
      text: "{'a':!!str x}\n",
      edit: (d) => {
        d.rename(['a'], 'b');
        d.set(['b'], 'z');
      },
      want: "{'b': z}\n",
    },
    {
      name: 'joins the lines of a key in braces that gets a value',
      text: '{a\n  b}\n',
      edit: (d) => d.set(['a b'], 1),
      want: '{a b: 1}\n',
    },
    {
      name: 'adds a key below an explicit key that is a block scalar at the end of the text',
      text: '? |\n  a',
      edit: (d) => d.set(['b'], 1),
      want: '? a\nb: 1',
    },
    {
      name: 'edits beside a key `<<` with a tag of strings, which is no merge key',
      text: '!!str <<: 1\nb: 2\n',
      edit: (d) => d.set(['b'], 3),
      want: '!!str <<: 1\nb: 3\n',
    },
    {
      name: 'edits the value of a key `<<` with a tag of its own',
      text: '!t <<: {a: 1}\nb: 2\n',
      edit: (d) => d.set(['<<', 'a'], 3),
      want: '!t <<: {a: 3}\nb: 2\n',
    },
    {
      name: 'removes a key that a quoted merge key supplies',
      text: '!!merge "<<": {a: 1, b: 2}\n',
      edit: (d) => d.remove(['a']),
      want: 'b: 2\n',
    },
  ]);
});
