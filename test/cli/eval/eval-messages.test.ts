import assert from 'node:assert/strict';
import { runScript } from '../../support/child.ts';
import { configMap, inFolder, kptfile, shortened } from '../run-support.ts';

const TWO_FUNCTIONS = import.meta.resolve('../../support/two-functions.ts');

const FILES = {
  Kptfile: kptfile('p'),
  'a.yaml': configMap('settings', 'data: {}\n').replace('metadata:\n', 'metadata:\n  labels: {app: nginx}\n'),
};

describe('messages of krm-variants eval', () => {
  it('refuses to save to a Kptfile with unknown fields', () =>
    inFolder({ ...FILES, Kptfile: `${kptfile('p')}piplines: {}\n` }, async (folder) => {
      const called = ['eval', folder, '--exec', 'cat'];
      const { stderr, exitCode } = await runScript(TWO_FUNCTIONS, [...called, '--save', '--type', 'mutator']);
      assert.match(
        shortened(folder, stderr),
        /^\[error\] @Kptfile\S* \S+ piplines: unknown field, which kpt refuses; did you mean `pipeline`\?$/m,
      );
      assert.equal(exitCode, 1);
    }));

  const rows: readonly (readonly [args: string, says: string])[] = [
    ['--match-kind ConfigMpa', 'so the function gets none; did you mean kind "ConfigMap"?'],
    ['--match-name setings --match-kind ConfigMap', 'so the function gets none; did you mean name "settings"?'],
    ['--match-labels app=ngin', 'so the function gets none; did you mean label "app=nginx"?'],
    ['--match-labels ap=nginx', 'so the function gets none; did you mean label "app"?'],
    ['--match-api-version apps/v9', 'so the function gets none'],
    ['--exclude-namespace nowhere', 'so nothing is excluded'],
  ];
  for (const [args, says] of rows)
    it(`warns that no resource matches ${args}, and fails with --strict`, () =>
      inFolder(FILES, async (folder) => {
        const called = ['eval', folder, '--exec', 'cat', ...args.split(' ')];
        const { stderr, exitCode } = await runScript(TWO_FUNCTIONS, called);
        const options = args.replace(/^(.*) (--match-kind .*)$/, '$2 $1');
        const warning = `[warning]: no resource matches \`${options}\`, ${says}\n`;
        assert.deepEqual([exitCode, stderr], [0, `${warning}no file changed, 1 warning\n`]);
        assert.equal((await runScript(TWO_FUNCTIONS, [...called, '--strict'])).exitCode, 1);
      }));
});
