import assert from 'node:assert/strict';
import { join } from 'node:path';
import { inFolder } from '../cli/run-support.ts';
import { assertSameData, assertSameEnd } from '../render/compare-foreign.ts';
import { withSteps, type ForeignRendering } from '../render/foreign.ts';
import { COMPACT } from '../render/foreign-packages.ts';
import { renderKpts, renderOurs } from '../render/render-both.ts';
import { needTools } from '../support/kpt.ts';
import { isRecorded } from '../support/kpt-releases.ts';
import { standIn } from '../support/runtime-stand-in.ts';
import { skip } from '../support/skip.ts';

const DIGEST = `@sha256:${'0123456789abcdef'.repeat(4)}`;
const RUN = 'run --rm -i --network none --user nobody --security-opt=no-new-privileges --pull missing';

/** An image of a Kptfile, and how both render it. */
interface ImageRow {
  readonly image: string;
  /** Last call of the runtime. */
  readonly call: string;
  readonly options?: readonly string[];
  /** Default: docker. */
  readonly runtime?: string;
  /** Default: 0. */
  readonly exitCode?: number;
  /** Text on our stderr. */
  readonly says?: RegExp;
}

const ROWS: Readonly<Record<string, ImageRow>> = {
  'an image with a tag': { image: 'x/labelling:v1.2', call: `${RUN} x/labelling:v1.2` },
  'an image with a digest': { image: `x/labelling${DIGEST}`, call: `${RUN} x/labelling${DIGEST}` },
  'an image without a tag': { image: 'r.example:5000/x/labelling', call: `${RUN} r.example:5000/x/labelling` },
  'a pull each time': {
    image: 'x/labelling:v1',
    options: ['--image-pull-policy', 'Always'],
    call: `${RUN.replace('missing', 'always')} x/labelling:v1`,
  },
  'no pull': {
    image: 'x/labelling:v1',
    options: ['--image-pull-policy', 'never'],
    call: `${RUN.replace('missing', 'never')} x/labelling:v1`,
  },
  'the network': {
    image: 'x/labelling:v1',
    options: ['--allow-network'],
    call: `${RUN.replace('none', 'host')} x/labelling:v1`,
  },
  podman: { image: 'x/labelling:v1', runtime: 'podman', call: `${RUN} x/labelling:v1` },
  'a function that fails': { image: 'x/refusing:v1', call: `${RUN} x/refusing:v1`, exitCode: 1, says: /Exit code: 1/ },
  'a missing image': { image: 'x/missing:v1', call: `${RUN} x/missing:v1`, exitCode: 1, says: /Exit code: 125/ },
  'messages of docker about a pull': { image: 'x/pulled:v1', call: `${RUN} x/pulled:v1`, says: /"line 2"/ },
  'messages of podman about a pull': {
    image: 'x/fetched:v1',
    runtime: 'podman',
    call: `${RUN} x/fetched:v1`,
    says: /"line 2"/,
  },
};

describe('images in krm-variants render beside kpt fn render, with a stand-in for the container runtime', () => {
  before(function () {
    needTools(this, 'kpt', 'git');
    // Newer ones have other prefixes and tags.
    if (!isRecorded()) skip(this, 'kpt is another release than the one that docs/render.md names');
  });

  for (const [title, row] of Object.entries(ROWS)) {
    it(`${title}: makes the same calls, data, log and results`, () =>
      inFolder({}, async (folder) => {
        const [ours, kpts] = await Promise.all([renderImage(folder, row, 'ours'), renderImage(folder, row, 'kpt')]);
        assertSameEnd(ours, kpts);
        assertSameData(ours.files, kpts.files);
        assert.deepEqual(ours.calls, kpts.calls);
        assert.equal(ours.calls.at(-1), row.call);
        assert.equal(ours.exitCode, row.exitCode ?? 0, ours.stderr);
        assert.match(ours.stderr, row.says ?? /\[PASS\]/);
        assert.doesNotMatch(ours.stderr, /Pulling|Trying to pull|Unable to find/);
      }));
  }

  it('a short name: is completed as in kpt since 1.0.0-beta.59', () =>
    inFolder({}, async (folder) => {
      const { exitCode, calls, stderr } = await renderImage(folder, { image: 'labelling:v1' }, 'ours');
      assert.deepEqual(
        [exitCode, calls.at(-1)],
        [0, `${RUN} ghcr.io/kptdev/krm-functions-catalog/labelling:v1`],
        stderr,
      );
    }));

  it('nerdctl: makes the calls that it makes of podman, where kpt 1.0.0-beta.56 has no nerdctl', () =>
    inFolder({}, async (folder) => {
      const { exitCode, calls, stderr } = await renderImage(
        folder,
        { image: 'x/labelling:v1', runtime: 'nerdctl' },
        'ours',
      );
      assert.deepEqual([exitCode, calls], [0, ['version', `${RUN} x/labelling:v1`]], stderr);
    }));

  it('--allow-containers=false: refuses an image, and starts no runtime', () =>
    inFolder({}, async (folder) => {
      const row = { image: 'x/labelling:v1', options: ['--allow-containers=false'] };
      const { exitCode, calls, stderr, files } = await renderImage(folder, row, 'ours');
      assert.deepEqual([exitCode, calls], [1, []]);
      assert.match(stderr, /--allow-containers/);
      assert.equal(files['app.yaml'], COMPACT['app.yaml']);
    }));

  it('--function-timeout: removes a container that does not end, and writes nothing', () =>
    inFolder({}, async (folder) => {
      const row = { image: 'x/hanging:v1', options: ['--function-timeout', '1s'] };
      const { exitCode, calls, stderr, files } = await renderImage(folder, row, 'ours');
      assert.equal(exitCode, 1);
      assert.match(stderr, /longer than 1s/);
      assert.deepEqual(calls.slice(-2), [`${RUN} x/hanging:v1`, 'rm --force NAME']);
      assert.equal(files['app.yaml'], COMPACT['app.yaml']);
    }));
});

interface ImageRendering extends ForeignRendering {
  readonly calls: readonly string[];
}

/** Renders a package with an image as its only function, with a runtime of its own. */
async function renderImage(
  folder: string,
  { image, options = [], runtime = 'docker' }: Pick<ImageRow, 'image' | 'options' | 'runtime'>,
  by: 'ours' | 'kpt',
): Promise<ImageRendering> {
  const files = withSteps(COMPACT, { mutators: [{ image }] });
  const { env, calls } = standIn(join(folder, `${by}-runtime`), runtime);
  const place = join(folder, by);
  const rendered =
    by === 'kpt'
      ? await renderKpts(place, files, env, options)
      : await renderOurs(place, { files, extra: undefined }, options, env);
  return { ...rendered, sent: [], calls: calls() };
}
