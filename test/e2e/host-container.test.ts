import assert from 'node:assert/strict';
import { join } from 'node:path';
import { configMap, inFolder, type Files } from '../cli/run-support.ts';
import { withSteps } from '../render/foreign.ts';
import { COMMENTED } from '../render/foreign-packages.ts';
import type { Step } from '../render/generate-pipeline.ts';
import { renderOurs, type Rendered } from '../render/render-both.ts';
import { readResults } from '../render/results-file.ts';
import { builtImages } from '../support/built-images.ts';
import { imageOf } from '../support/containers.ts';
import { needTools } from '../support/kpt.ts';

const LOCAL = '  annotations:\n    config.kubernetes.io/local-config: "true"\n';

const PACKAGE: Files = {
  ...COMMENTED,
  'package-context.yaml': configMap('kptfile.kpt.dev', `${LOCAL}data:\n  name: root # of the package\n`),
  'transform.yaml': `apiVersion: control.kubestellar.io/v1alpha1
kind: CustomTransform
metadata:
  name: strategy
spec:
  apiGroup: apps
  resource: deployments
  remove:
  - $.spec.replicas
`,
};

const CONTEXT: Step = { image: imageOf('apply-package-context'), configMap: { site: 'oslo' } };
const STRIP: Step = {
  image: imageOf('strip-transform'),
  selectors: [{ kind: 'Deployment' }, { kind: 'CustomTransform' }],
};
const RESERVED: Step = { image: imageOf('apply-package-context'), configMap: { name: 'reserved' } };

/** Pipelines of images of ours, with their exit code. */
const PIPELINES: Readonly<Record<string, readonly [mutators: readonly Step[], exitCode: number]>> = {
  'two functions': [[CONTEXT, STRIP], 0],
  'a function that fails after another': [[CONTEXT, RESERVED], 1],
};

describe('images of this project in containers of krm-variants render', function () {
  before(function () {
    needTools(this, 'podman', 'runc');
    builtImages();
  });

  for (const [title, [mutators, exitCode]] of Object.entries(PIPELINES)) {
    it(`${title}: make what they make in process`, () =>
      inFolder({}, async (folder) => {
        const files = withSteps(PACKAGE, { mutators });
        const own = await renderOurs(join(folder, 'own'), { files, extra: undefined });
        const hosted = await renderHosted(join(folder, 'hosted'), files);
        assert.deepEqual([own.exitCode, hosted.exitCode], [exitCode, exitCode], hosted.stderr);
        assert.deepEqual(hosted.files, own.files);
        assert.deepEqual(resultsOf(hosted), resultsOf(own));
        if (exitCode === 0) assert.notDeepEqual(hosted.files, files);
        else assert.deepEqual(hosted.files['app.yaml'], files['app.yaml']);
      }));
  }

  it('leave no container behind', () =>
    inFolder({}, async (folder) => {
      await renderHosted(folder, withSteps(PACKAGE, { mutators: [CONTEXT] }));
      assert.equal(builtImages().podman('ps', '--all', '--quiet'), '');
    }));

  it('are not pulled with --image-pull-policy never: a missing image fails with exit code 125', () =>
    inFolder({}, async (folder) => {
      const files = withSteps(PACKAGE, { mutators: [{ image: 'localhost/no-such-image:v1' }] });
      const { exitCode, stderr, files: after } = await renderHosted(folder, files);
      assert.equal(exitCode, 1);
      assert.match(stderr, /^ {2}Exit code: 125$/m);
      assert.deepEqual(after, files);
    }));
});

/** Renders a new package with containers for all functions. */
function renderHosted(folder: string, files: Files): Promise<Rendered> {
  const options = ['--in-process', 'none', '--image-pull-policy', 'never'];
  return renderOurs(folder, { files, extra: undefined }, options, { ...process.env, ...builtImages().env });
}

/** Returns the functions of a rendering with their results, without stderr. */
function resultsOf({ results }: Rendered): unknown {
  const { items = [] } = readResults(results ?? '');
  return items.map((item) => ({ ...item, stderr: undefined }));
}
