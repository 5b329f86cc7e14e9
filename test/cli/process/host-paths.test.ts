import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { withHostPaths } from '../../../cli/arguments/path-argument.ts';
import { refuseHostName } from '../../../cli/package/host-name.ts';
import { hostPaths, withSlashes } from '../../../cli/process/host-paths.ts';
import { renameSync } from '../../../cli/process/rename.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const WINDOWS = hostPaths(win32);

/** Paths as people and systems write them on Windows. */
const paths = fc
  .tuple(
    fc.constantFrom('', 'C:\\', 'C:/', 'c:', '\\\\server\\share\\', '//server/share/', '\\', '/', '.\\', '..\\'),
    fc.array(fc.constantFrom('app', 'web.yaml', '..', '.', 'a b', 'Kptfile', 'é'), { maxLength: 5 }),
    fc.constantFrom('\\', '/'),
  )
  .map(([start, parts, separator]) => `${start}${parts.join(separator)}`);

describe('paths on Windows', () => {
  it("are those of Node's win32, with slashes, and mean the same to it", () => {
    fc.assert(
      fc.property(paths, paths, (one, other) => {
        for (const name of ['join', 'resolve', 'relative'] as const) {
          const [found, wanted] = [WINDOWS[name](one, other), win32[name](one, other)];
          assert.equal(found, withSlashes(wanted));
          assert.ok(!found.includes('\\'));
          assert.equal(win32.normalize(found), win32.normalize(wanted));
        }
        assert.equal(WINDOWS.dirname(one), withSlashes(win32.dirname(one)));
        assert.equal(WINDOWS.basename(one), win32.basename(one));
        assert.equal(WINDOWS.isAbsolute(one), win32.isAbsolute(one));
        const { root, dir, base } = WINDOWS.parse(one);
        const wanted = win32.parse(one);
        assert.deepEqual([root, dir, base], [withSlashes(wanted.root), withSlashes(wanted.dir), wanted.base]);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('find a file again from its path relative to a folder, also on another drive', () => {
    assert.equal(WINDOWS.relative('C:/fleet', 'c:\\fleet\\clusters\\eu'), 'clusters/eu');
    assert.equal(WINDOWS.relative('C:/fleet', 'D:\\other'), 'D:/other');
    assert.equal(WINDOWS.join('\\\\server\\share', 'app'), '//server/share/app');
    assert.equal(WINDOWS.resolve('C:\\fleet', '..\\app', './web.yaml'), 'C:/app/web.yaml');
  });

  it('are as they are elsewhere', () => {
    assert.equal(hostPaths(posix), posix);
    assert.equal(hostPaths(posix).join('a\\b', 'c'), 'a\\b/c');
    const operands = ['apply-pod-preset', 'a\\b'];
    assert.deepEqual(withHostPaths(['FUNCTION', 'FILE|DIR ...'], operands), operands);
  });

  it('are refused if Windows has no such file', () => {
    for (const name of ['aux.yaml', 'app/CON', 'a:b.yaml', 'app/web.', 'x/com1.txt', 'what?.yaml', 'a\tb'])
      assert.throws(() => refuseHostName(name, name, true), /Windows/, name);
    for (const name of ['auxiliary.yaml', 'app/console.yaml', 'com10.yaml', '.krmignore', 'web.yaml']) {
      refuseHostName(name, name, true);
      refuseHostName(name);
    }
    refuseHostName('aux.yaml', 'aux.yaml', false);
  });

  it('are renamed again while another program has them open, and for a second only', () => {
    const failing = (times: number): (() => void) => {
      let left = times;
      return () => {
        if (left-- > 0) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
      };
    };
    renameSync('a', 'b', { rename: failing(2), patience: 100 });
    assert.throws(() => renameSync('a', 'b', { rename: failing(Infinity), patience: 60 }), /busy/);
    assert.throws(() => renameSync('a', 'b', { rename: failing(1), patience: 0 }), /busy/);
  });
});
