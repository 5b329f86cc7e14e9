import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { readFiles, type Files } from '../cli/run-support.ts';
import type { Ended } from '../support/child.ts';
import { assertExpected, inCopy, type PackageCopy } from '../support/example-files.ts';
import { GoProgram } from '../support/go-program.ts';
import { describeKpts, needTools, runKpt } from '../support/kpt.ts';
import { sharedText } from '../support/kpt-releases.ts';
import { BUNDLES, IMAGES, isKptfile, NATIVE, needForm, type PipelineForm } from '../support/pipeline-forms.ts';

const folder = join(root, 'test/e2e/pipeline/package');
const files = readFiles(folder);

/** Causes of failures in the fourth function, field-override, and the beginnings of their messages. */
const FAILURES: readonly (readonly [name: string, wrong: Files, message: string])[] = [
  [
    'an invalid configuration',
    { 'override-policy.yaml': replaced('override-policy.yaml', 'operator: replace', 'operator: set') },
    'override-policy.yaml policy.karmada.io/v1alpha1/OverridePolicy/shop/oslo spec.overrideRules[0].overriders.fieldOverrider[0].yaml[0].operator: must be',
  ],
  [
    'a configuration that does not fit the package',
    { 'override-policy.yaml': replaced('override-policy.yaml', '/limits/orders', '/limit/orders') },
    'settings.yaml v1/ConfigMap/shop/checkout data["checkout.yaml"]: `yaml[1]` (replace "/limit/orders"): replace operation does not apply',
  ],
  [
    'a text that is not YAML',
    { 'settings.yaml': replaced('settings.yaml', '      orders: 100', '     orders: 100') },
    'settings.yaml v1/ConfigMap/shop/checkout data["checkout.yaml"]: the text is not YAML or JSON, and other formats, such as TOML, cannot be edited: a map or list cannot begin on this line',
  ],
];

describeKpts('a pipeline of six of our functions and one of kustomize, through kpt', function () {
  before(function () {
    needTools(this, 'kpt');
  });
  const foreign = new GoProgram('kustomize-labels');

  for (const form of [BUNDLES, NATIVE, IMAGES]) {
    describe(`as ${form.name}`, () => itRenders(form, () => [foreign.file]));
  }
});

function itRenders(form: PipelineForm, others: () => readonly string[]): void {
  before(function () {
    needForm(this, form);
  });

  it('makes the recorded changes, and none when rendered again', () =>
    inCopy(form.named(files), (copy) => {
      const env = form.install(join(copy.aside, 'bin'), others());
      const { stderr, exitCode } = render(copy, env);
      assert.equal(exitCode, 0, stderr);
      const results = readFileSync(join(copy.aside, 'results/results.yaml'), 'utf8');
      const once = copy.files();
      const again = render(copy, env);
      assert.equal(again.exitCode, 0, again.stderr);
      assert.deepEqual(copy.files(), once);

      nameExecutables(copy, form);
      assertExpected(
        { folder, title: 'pipeline' },
        { 'diff.patch': copy.diff(), 'results.yaml': form.renamed(results) },
        sharedText,
      );
    }));

  for (const [name, wrong, message] of FAILURES) {
    it(`leaves the package unchanged and reports the location: ${name}`, () =>
      inCopy(form.named({ ...files, ...wrong }), (copy) => {
        const { stderr, exitCode } = render(copy, form.install(join(copy.aside, 'bin'), others()));
        assert.equal(exitCode, 1, stderr);
        // kpt quotes its output.
        assert.ok(stderr.replaceAll('\\"', '"').includes(`[error] ${message}`), stderr);
        assert.equal(sharedText('diff.patch', copy.diff()), '');
      }));
  }
}

function render({ folder: copied, aside }: PackageCopy, env: Readonly<Record<string, string>>): Ended {
  const args = ['fn', 'render', copied, '--allow-exec', '--image-pull-policy', 'never'];
  return runKpt([...args, '--results-dir', join(aside, 'results')], env);
}

/** Restores the names of executables in both sides of the diff. */
function nameExecutables({ folder: copied }: PackageCopy, form: PipelineForm): void {
  for (const path of Object.keys(files).filter(isKptfile)) {
    for (const side of ['a', 'b']) {
      const file = join(copied, '..', side, path);
      writeFileSync(file, form.renamed(readFileSync(file, 'utf8')));
    }
  }
}

function replaced(path: string, from: string, to: string): string {
  const text = String(files[path]);
  assert.ok(text.includes(from), `${path} has no ${from}`);
  return text.replace(from, to);
}
