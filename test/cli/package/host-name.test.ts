import assert from 'node:assert/strict';
import { refuseHostName } from '../../../cli/package/host-name.ts';
import { KrmError } from '../../../src/krm/index.ts';
import { notOnWindows } from '../../../src/messages/writing.ts';

const REFUSED: readonly (readonly [path: string, name: string])[] = [
  ['app/aux.yaml', 'aux.yaml'],
  ['NUL', 'NUL'],
  ['con .txt', 'con .txt'],
  ['com1/web.yaml', 'com1'],
  ['a:b.yaml', 'a:b.yaml'],
  ['dot./web.yaml', 'dot.'],
  ['space ', 'space '],
  ['a\\b.yaml', 'a\\b.yaml'],
  ['what?.yaml', 'what?.yaml'],
  ['tab\t', 'tab\t'],
];

const TAKEN = ['web.yaml', 'auxiliary.yaml', '.gitignore', 'a b/c.d', 'com10', 'console.yaml', 'my.aux'];

describe('refuseHostName', () => {
  for (const [path, name] of REFUSED)
    it(`refuses ${JSON.stringify(path)} on Windows, and names it`, () =>
      assert.throws(
        () => refuseHostName(path, `shown/${path}`, true),
        (error) =>
          error instanceof KrmError &&
          error.results[0]?.file?.path === `shown/${path}` &&
          error.results[0].message === notOnWindows(name),
      ));

  it('takes other names on Windows, and all elsewhere', () => {
    for (const path of TAKEN) refuseHostName(path, path, true);
    for (const [path] of REFUSED) refuseHostName(path, path, false);
  });
});
