import assert from 'node:assert/strict';
import { licenses } from '../../scripts/licenses.ts';

describe('licenses', () => {
  const text = licenses(['src/index.ts', 'node_modules/yaml/dist/index.js', 'node_modules/yaml/dist/parse/cst.js']);

  const rows: readonly (readonly [name: string, want: string])[] = [
    ['names a package once, with its license', 'node_modules/yaml\n\nCopyright Eemeli Aro'],
    ["names Bun's runtime and what it links", 'linked statically to JavaScriptCore'],
    [
      'contains the title of the GNU LGPL 2',
      'GNU LIBRARY GENERAL PUBLIC LICENSE\n                       Version 2, June 1991',
    ],
    ['contains the terms of the GNU LGPL 2', 'GNU LIBRARY GENERAL PUBLIC LICENSE\n   TERMS AND CONDITIONS'],
    [
      'contains the text of the GNU LGPL 2.1',
      'GNU LESSER GENERAL PUBLIC LICENSE\n                       Version 2.1, February 1999',
    ],
  ];
  for (const [name, want] of rows) it(name, () => assert.equal(text.split(want).length, 2));
});
