import assert from 'node:assert/strict';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { needTools } from '../../support/kpt.ts';
import { diff } from '../../support/package-commands.ts';
import { checkOutWithCrlf, inPackage, web, type Versions } from '../../support/upstream-package.ts';
import { diffWithin, shortened, writeFiles } from '../run-support.ts';

const versions: Versions = {
  base: { 'web.yaml': web(1, true), 'a.md': 'a\n' },
  new: { 'web.yaml': web(2, true), 'b.md': 'b\n' },
  local: { 'web.yaml': web(3, false) },
};

const LOCAL = `--- a/web.yaml
+++ b/web.yaml
@@ -3,5 +3,5 @@
 metadata:
   name: web
 spec:
-  replicas: 1 # for now
-  paused: true
+  replicas: 3 # for now
+  paused: false
`;

describe('krm-variants diff', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('shows local changes alone without a reference, and reads nothing else', () =>
    inPackage(versions, async ({ mine, up }) => {
      const commit = up.git('rev-parse', '--short=12', 'v1');
      up.git('tag', '--delete', 'v2', 'v1');
      const { stdout, stderr, exitCode } = await diff(mine);
      assert.equal(diffWithin(mine, stdout), LOCAL);
      assert.deepEqual([stderr, exitCode], [`1 file changed locally since v1 (${commit})\n`, 0]);
    }));

  it('shows what is new upstream with a reference', () =>
    inPackage(versions, async ({ mine }) => {
      const { stdout, stderr } = await diff(`${mine}@v2`);
      const text = diffWithin(mine, stdout);
      assert.match(text, /^-  replicas: 1 # for now\n\+  replicas: 2 # for now$/m);
      assert.match(text, /^--- \/dev\/null\n\+\+\+ b\/b\.md$/m);
      assert.match(text, /^--- a\/a\.md\n\+\+\+ \/dev\/null$/m);
      assert.match(text, /^-    ref: v1\n\+    ref: v2$/m);
      assert.match(stderr, /^4 files changed in v2 \([\da-f]{12}\) since v1 \([\da-f]{12}\)\n$/);
    }));

  it('shows no line that git converted to CRLF', () =>
    inPackage(versions, async (setting) => {
      checkOutWithCrlf(setting);
      const { mine } = setting;
      const own = diffWithin(mine, (await diff(mine)).stdout);
      assert.equal(own.replaceAll('\r\n', '\n'), LOCAL);
      const both = diffWithin(mine, (await diff(`${mine}@v2`, '--both')).stdout).replaceAll('\r\n', '\n');
      assert.ok(both.includes(LOCAL));
      assert.match(both, /^-  replicas: 1 # for now\n\+  replicas: 2 # for now$/m);
      assert.doesNotMatch(both, /^[-+]kind/m);
    }));

  it('shows line ends that the new version changed', () =>
    inPackage({ ...versions, new: { 'web.yaml': web(1, true).replaceAll('\n', '\r\n') } }, async ({ mine }) => {
      assert.match((await diff(`${mine}@v2`)).stdout, /^\+kind: Deployment\r$/m);
    }));

  it('shows both, and where they conflict, with --both', () =>
    inPackage(versions, async ({ mine }) => {
      const { stdout, exitCode } = await diff(`${mine}@v2`, '--both');
      const text = diffWithin(mine, stdout);
      assert.ok(text.includes(LOCAL));
      assert.match(text, /^1 file changed locally since v1/);
      assert.match(text, /^4 files changed in v2/m);
      assert.match(
        shortened(mine, stdout),
        /\n1 conflict between both:\n\[error\] @web\.yaml apps\/v1\/Deployment\/web spec\.replicas: conflict edit\/edit: base 1, new 2, local 3\n$/,
      );
      assert.equal(exitCode, 0);
    }));

  it('shows modes that changed, unless the file system does not keep them', () =>
    inPackage({ base: { 'a.sh': '1\n' }, new: { 'a.sh': '1\n', 'b.sh': '1\n' } }, async ({ mine, folder, up }) => {
      up.git('update-index', '--chmod=+x', 'shop/a.sh', 'shop/b.sh');
      up.git('commit', '--quiet', '--message', 'mode');
      up.git('tag', '--force', 'v2');
      const upstream = diffWithin(mine, (await diff(`${mine}@v2`)).stdout);
      assert.match(upstream, /^diff --git a\/a\.sh b\/a\.sh\nold mode 100644\nnew mode 100755$/m);
      assert.match(upstream, /^new file mode 100755\n--- \/dev\/null\n\+\+\+ b\/b\.sh$/m);
      chmodSync(join(mine, 'a.sh'), 0o755);
      const own = await diff(mine);
      assert.equal(diffWithin(mine, own.stdout), 'diff --git a/a.sh b/a.sh\nold mode 100644\nnew mode 100755\n\n');
      assert.match(own.stderr, /^1 file changed locally/);
      up.git('init', '--quiet', folder);
      up.git('-C', folder, 'config', 'core.fileMode', 'false');
      assert.equal((await diff(mine)).stdout, '');
    }));

  it('reads the base from a folder with --base', () =>
    inPackage(versions, async ({ mine, folder, up, files }) => {
      writeFiles(mine, { Kptfile: (files()['Kptfile'] ?? '').replace(up.git('rev-parse', 'v1'), 'f'.repeat(40)) });
      const gone = await diff(mine);
      assert.match(gone.stderr, /--base DIR/);
      assert.equal(gone.exitCode, 1);
      writeFiles(folder, { 'base/web.yaml': web(1, true), 'base/a.md': 'a\n' });
      const { stdout } = await diff(mine, '--base', join(folder, 'base'));
      assert.equal(diffWithin(mine, stdout), LOCAL);
    }));

  it('hides the values of Secrets', () => {
    const secret = (value: string): string =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  p: ${value}\n`;
    return inPackage(
      { base: { 's.yaml': secret('one') }, new: { 's.yaml': secret('two') }, local: { 's.yaml': secret('mine') } },
      async ({ mine }) => {
        const { stdout, stderr } = await diff(`${mine}@v2`, '--both');
        assert.match(stdout, /\(redacted\)/);
        assert.doesNotMatch(`${stdout}${stderr}`, /one|two|: mine/);
      },
    );
  });

  it('is an error outside of a package', () =>
    inPackage(versions, async ({ mine }) => {
      rmSync(join(mine, 'Kptfile'));
      const { stderr, exitCode } = await diff(mine);
      assert.match(stderr, /must be a package: a folder with a Kptfile/);
      assert.equal(exitCode, 1);
    }));
});
