import assert from 'node:assert/strict';
import { type ParsedPath, posix, win32 } from 'node:path';
import fc from 'fast-check';
import { isWithin } from '../../../cli/package/is-within.ts';
import { hostPath, hostPaths, isDrivePath, ofFileUrl, programName } from '../../../cli/process/host-paths.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1000);

const windows = hostPaths(win32);

const ROOT = fc.constantFrom('', '', 'C:', 'C:\\', 'c:/', 'D:\\', '\\', '/', '\\\\server\\share\\', '//server/share/');

const NAME = fc.oneof(fc.constantFrom('.', '..', '', 'a.yaml', 'x y', '.git'), fc.stringMatching(/^[\w.@-]{1,6}$/));

/** A path of Windows with either separator: relative, absolute, on a drive or on a server. */
const PATH = fc
  .tuple(ROOT, fc.array(fc.tuple(NAME, fc.constantFrom('\\', '/')), { maxLength: 5 }))
  .map(([root, parts]) => `${root}${parts.flat().slice(0, -1).join('')}`);

function turned(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Compares a function with that of `path.win32`, whose result gets slashes. */
function agrees(act: (paths: typeof windows, one: string, other: string) => string | boolean | ParsedPath): void {
  fc.assert(
    fc.property(PATH, PATH, (one, other) => {
      const want = JSON.parse(turned(JSON.stringify(act(win32, one, other)).replaceAll('\\\\', '\\'))) as unknown;
      assert.deepEqual(act(windows, one, other), want);
      // Paths with slashes have the same result.
      assert.deepEqual(act(windows, turned(one), turned(other)), want);
    }),
    { numRuns: RUNS },
  );
}

/** Paths that a user passes, and what becomes of them in the folder `C:\Users\me`. */
const ARGUMENTS: readonly (readonly [argument: string, joined: string, resolved: string])[] = [
  ['app\\web.yaml', 'app/web.yaml', 'C:/Users/me/app/web.yaml'],
  ['.\\app', 'app', 'C:/Users/me/app'],
  ['..\\you/app\\', '../you/app/', 'C:/Users/you/app'],
  ['C:\\x', 'C:/x', 'C:/x'],
  ['D:/x\\y', 'D:/x/y', 'D:/x/y'],
  ['\\x', '/x', 'C:/x'],
  ['\\\\server\\share\\x', '//server/share/x', '//server/share/x'],
];

describe('hostPaths', () => {
  it('is node:path on POSIX', () => assert.equal(hostPaths(posix), posix));

  it('joins as path.win32 does', () => agrees((paths, one, other) => paths.join(one, other)));

  it('resolves as path.win32 does', () => agrees((paths, one, other) => paths.resolve('C:\\work', one, other)));

  it('makes paths relative as path.win32 does', () =>
    agrees((paths, one, other) => paths.relative(win32.resolve('C:\\work', one), win32.resolve('C:\\work', other))));

  it('returns folders and names as path.win32 does', () => {
    agrees((paths, one) => paths.dirname(one));
    agrees((paths, one) => paths.basename(one));
    agrees((paths, one) => paths.basename(one, '.yaml'));
  });

  it('parses paths as path.win32 does', () => {
    agrees((paths, one) => paths.parse(one));
    agrees((paths, one) => paths.isAbsolute(one));
  });

  it('separates the folders of a variable as path.win32 does', () => assert.equal(windows.delimiter, ';'));

  for (const [argument, joined, resolved] of ARGUMENTS)
    it(`takes ${argument} from a user`, () => {
      assert.equal(windows.join(argument), joined);
      assert.equal(windows.resolve('C:\\Users\\me', argument), resolved);
      assert.equal(windows.resolve('C:/Users/me', hostPath(argument, true)), resolved);
    });

  it('finds paths within folders of drives and servers', () => {
    const within = (path: string, folder: string): boolean => isWithin(windows.resolve(path), windows.resolve(folder));
    assert.ok(within('C:\\a\\b', 'C:/a'));
    assert.ok(within('C:\\a', 'C:\\'));
    assert.ok(within('\\\\server\\share\\a', '//server/share'));
    assert.ok(!within('C:\\ab', 'C:\\a'));
    assert.ok(!within('D:\\a', 'C:\\'));
  });
});

describe('isDrivePath', () => {
  it('tells a drive from a host and a revision, on Windows', () => {
    const paths = ['C:/x', 'c:\\x', 'C:'].map((text) => isDrivePath(text, true));
    const others = ['git@host:x', 'v1:shop', 'C:x', 'https://x', '/x', ''].map((text) => isDrivePath(text, true));
    assert.deepEqual([...new Set(paths), ...new Set(others)], [true, false]);
    assert.equal(isDrivePath('C:/x', false), false);
  });
});

describe('ofFileUrl', () => {
  it('removes the slash before a drive, on Windows', () => {
    assert.equal(ofFileUrl('/C:/x', true), 'C:/x');
    assert.equal(ofFileUrl('/srv/x', true), '/srv/x');
    assert.equal(ofFileUrl('/C:/x', false), '/C:/x');
  });
});

describe('programName', () => {
  it('leaves out .exe on Windows only', () => {
    assert.equal(programName('C:\\bin\\Krm-Variants.EXE', true), 'Krm-Variants');
    assert.equal(programName('/bin/a.exe', false), 'a.exe');
  });
});
