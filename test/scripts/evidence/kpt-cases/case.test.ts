import assert from 'node:assert/strict';
import { join } from 'node:path';
import { findCases, recordedFiles } from '../../../../scripts/evidence/kpt-cases/case.ts';
import { compare } from '../../../../scripts/evidence/kpt-cases/comparison.ts';
import { inFolder } from '../../../cli/run-support.ts';

const CASES = 'e2e/testdata/fn-render';

/** Ends without a newline, as some of kpt's do. */
const PATCH = `diff --git a/a.yaml b/a.yaml
--- a/a.yaml
+++ b/a.yaml
@@ -1 +1 @@
-a: 1
+a: 2`;

describe('cases of kpt', () => {
  it('are found below fn-render by their recorded outcome', () =>
    inFolder(
      {
        [`${CASES}/group/b/.expected/config.yaml`]: 'exitCode: 1\nimagePullPolicy: Never\nallowExec: true\n',
        [`${CASES}/a/.expected/exec.sh`]: 'kpt fn render\n',
        [`${CASES}/none/Kptfile`]: '',
      },
      (folder) => {
        const found = findCases(folder).map(({ name, exitCode, options, script }) => ({
          name,
          exitCode,
          options,
          script,
        }));
        assert.deepEqual(found, [
          { name: 'a', exitCode: 0, options: [], script: join(folder, CASES, 'a/.expected/exec.sh') },
          {
            name: 'group/b',
            exitCode: 1,
            options: ['--image-pull-policy', 'Never', '--allow-exec'],
            script: undefined,
          },
        ]);
      },
    ));

  it('have the files that their patch makes', () =>
    inFolder({ [`${CASES}/a/a.yaml`]: 'a: 1\n', [`${CASES}/a/.expected/diff.patch`]: PATCH }, (folder) => {
      const [one] = findCases(folder);
      assert.ok(one);
      assert.deepEqual(recordedFiles(one, join(folder, 'recorded')), { 'a.yaml': 'a: 2\n' });
    }));

  it('are refused in a folder that is not a checkout', () =>
    inFolder({}, (folder) => assert.throws(() => findCases(folder), /give the path of a checkout of kpt/)));
});

describe('comparison with the recorded outcome of a case of kpt', () => {
  const recorded = { exitCode: 0, files: { 'a.yaml': 'a: 1\nb: x\n', note: 'x' } };
  const rows = [
    ['the recorded files', { 'a.yaml': 'a: 1\nb: x\n', note: 'x' }, { isData: true, isBytes: true }],
    ['another layout', { 'a.yaml': '{ b: "x", a: 1 }', note: 'x' }, { isData: true, isBytes: false }],
    ['other data', { 'a.yaml': 'a: "1"\nb: x\n', note: 'x' }, { isData: false, isBytes: false }],
    ['another text', { 'a.yaml': 'a: 1\nb: x\n', note: 'y' }, { isData: false, isBytes: false }],
    ['a missing file', { 'a.yaml': 'a: 1\nb: x\n' }, { isData: false, isBytes: false }],
  ] as const;
  for (const [title, files, want] of rows)
    it(`tells ${title}`, () =>
      assert.deepEqual(compare({ exitCode: 0, stderr: '', files }, recorded), { isExitCode: true, ...want }));
});
