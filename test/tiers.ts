/**
 * Tiers of the tests: the first one is what `npm test` runs, and `npm test -- --all` runs all. A test file is in the
 * first tier unless it is in `LATER`.
 */

/** Reason for which tests are not in the first tier. */
type Reason = 'needs kpt' | 'needs containers' | 'needs an API server' | 'needs a browser' | 'needs Go' | 'takes long';

/** Test file outside of the first tier. */
interface LaterTests {
  readonly reason: Reason;
  /** Seconds that the file takes on an idle machine: more than `LONG` if it takes long. */
  readonly seconds: number;
  /** Parts of titles: tests of the file with one of them are in the first tier. */
  readonly first?: readonly string[];
}

/** Seconds above which a file takes long. */
export const LONG = 10;

export const LATER: Readonly<Record<string, LaterTests>> = {
  'test/e2e/executables.test.ts': {
    reason: 'takes long',
    seconds: 60,
    first: ['reads a list that is larger than a pipe'],
  },
  'test/e2e/release.test.ts': { reason: 'takes long', seconds: 70 },
  'test/e2e/workflows.test.ts': { reason: 'needs Go', seconds: 10 },
  'test/e2e/kpt.test.ts': { reason: 'needs kpt', seconds: 60, first: ['kpt fn render: apply-override-policy'] },
  'test/e2e/kill-run.test.ts': {
    reason: 'takes long',
    seconds: 25,
    first: ['killed krm-variants run leaves each file either old or new during the replacements'],
  },
  'test/e2e/faults.test.ts': {
    reason: 'takes long',
    seconds: 30,
    first: ['krm-variants render writes no file on a disk if the disk becomes full'],
  },
  'test/e2e/pages.test.ts': {
    reason: 'takes long',
    seconds: 60,
    first: ['what is shown: README.md', 'what is shown: docs/tutorial.md'],
  },
  'test/e2e/all-cores.test.ts': { reason: 'takes long', seconds: 60 },
  'test/e2e/fleet-cores.test.ts': { reason: 'takes long', seconds: 90 },
  'test/e2e/host-corpus.test.ts': { reason: 'takes long', seconds: 40 },
  'test/e2e/jobs.test.ts': { reason: 'takes long', seconds: 26 },
  'test/e2e/package-update-cases.test.ts': { reason: 'takes long', seconds: 15 },
  'test/e2e/terminal.test.ts': { reason: 'takes long', seconds: 20 },
  'test/e2e/fleet-downstream-gone.test.ts': { reason: 'takes long', seconds: 135 },
  'test/e2e/fleet-downstream.test.ts': { reason: 'takes long', seconds: 50 },
  'test/e2e/fleet-downstream-order.test.ts': { reason: 'takes long', seconds: 30 },
  'test/e2e/fleet-downstream-questions.test.ts': { reason: 'takes long', seconds: 30 },
  'test/e2e/fleet-push.test.ts': { reason: 'takes long', seconds: 30 },
  'test/e2e/fleet-push-tags.test.ts': { reason: 'takes long', seconds: 30 },
  'test/e2e/fleet-resolve.test.ts': { reason: 'takes long', seconds: 30 },
  'test/e2e/fleet-shards.test.ts': { reason: 'takes long', seconds: 90 },
  'test/e2e/fleet-kill.test.ts': { reason: 'takes long', seconds: 30 },
  'test/e2e/same-behaviour.test.ts': { reason: 'takes long', seconds: 30 },
  'test/e2e/team-year.test.ts': { reason: 'takes long', seconds: 30 },
  'test/e2e/package-kill.test.ts': { reason: 'takes long', seconds: 40 },
  'test/e2e/package-faults.test.ts': { reason: 'takes long', seconds: 20 },
  'test/e2e/pipes.test.ts': { reason: 'takes long', seconds: 20 },
  'test/e2e/fleet-page.test.ts': { reason: 'needs a browser', seconds: 40 },
  'test/e2e/fleet-image.test.ts': { reason: 'needs containers', seconds: 40 },
  'test/e2e/host-container.test.ts': { reason: 'needs containers', seconds: 60 },
  'test/e2e/image.test.ts': { reason: 'needs containers', seconds: 60 },
  'test/e2e/image-archive.test.ts': { reason: 'needs containers', seconds: 20 },
  'test/e2e/image-examples.test.ts': { reason: 'needs containers', seconds: 60 },
  'test/e2e/image-executable.test.ts': { reason: 'needs containers', seconds: 20 },
  'test/e2e/image-clone.test.ts': { reason: 'needs containers', seconds: 5 },
  'test/e2e/image-index.test.ts': { reason: 'needs containers', seconds: 60 },
  'test/e2e/registry.test.ts': { reason: 'needs containers', seconds: 40 },
  'test/e2e/porch.test.ts': { reason: 'needs containers', seconds: 60 },
  'test/e2e/kill.test.ts': { reason: 'needs containers', seconds: 20 },
  'test/e2e/pipeline.test.ts': { reason: 'needs containers', seconds: 60 },
  'test/e2e/pipeline-large.test.ts': { reason: 'needs containers', seconds: 20 },
  'test/e2e/documented-policies.test.ts': { reason: 'needs kpt', seconds: 5 },
  'test/e2e/edit-pipeline.test.ts': { reason: 'needs kpt', seconds: 5 },
  'test/e2e/eval-list.test.ts': { reason: 'needs kpt', seconds: 5 },
  'test/e2e/eval.test.ts': { reason: 'needs kpt', seconds: 20 },
  'test/e2e/fleet-adopt.test.ts': { reason: 'needs kpt', seconds: 15 },
  'test/e2e/fleet-adoptions.property.test.ts': { reason: 'needs kpt', seconds: 15 },
  'test/e2e/fleet-kpt.test.ts': { reason: 'needs kpt', seconds: 49 },
  'test/e2e/host-images.test.ts': { reason: 'needs kpt', seconds: 10 },
  'test/e2e/host-packages.test.ts': { reason: 'needs kpt', seconds: 60 },
  'test/e2e/host-render.test.ts': { reason: 'needs kpt', seconds: 97 },
  'test/e2e/host-streams.test.ts': { reason: 'needs kpt', seconds: 20 },
  'test/e2e/install.test.ts': { reason: 'needs kpt', seconds: 20 },
  'test/e2e/kpt-corpus.test.ts': { reason: 'needs kpt', seconds: 20 },
  'test/e2e/lossless.test.ts': { reason: 'needs kpt', seconds: 5 },
  'test/e2e/package-interchange.test.ts': { reason: 'needs kpt', seconds: 20 },
  'test/e2e/package-variant-set.test.ts': { reason: 'needs kpt', seconds: 5 },
  'test/e2e/record-status.test.ts': { reason: 'needs kpt', seconds: 20 },
  'test/e2e/render-example.test.ts': { reason: 'needs kpt', seconds: 5 },
  'test/e2e/render.test.ts': { reason: 'needs kpt', seconds: 60 },
  'test/e2e/sent-list.test.ts': { reason: 'needs kpt', seconds: 5 },
  'test/e2e/stores.test.ts': { reason: 'needs kpt', seconds: 40 },
  'test/e2e/catalog.test.ts': { reason: 'needs Go', seconds: 30 },
  'test/e2e/cel.test.ts': { reason: 'needs Go', seconds: 20 },
  'test/e2e/go-format.test.ts': { reason: 'needs Go', seconds: 20 },
  'test/e2e/go-identity.test.ts': { reason: 'needs Go', seconds: 20 },
  'test/e2e/go-literal.test.ts': { reason: 'needs Go', seconds: 20 },
  'test/e2e/go-merge.test.ts': { reason: 'needs Go', seconds: 20 },
  'test/e2e/go-odd-layouts.test.ts': { reason: 'needs Go', seconds: 20 },
  'test/e2e/go-odd-merges.test.ts': { reason: 'needs Go', seconds: 20 },
  'test/e2e/go-template.test.ts': { reason: 'needs Go', seconds: 20 },
  'test/e2e/go-yaml.test.ts': { reason: 'needs Go', seconds: 60 },
  'test/e2e/host-go.test.ts': { reason: 'needs Go', seconds: 30 },
  'test/e2e/pod-types.test.ts': { reason: 'needs Go', seconds: 20 },
  ...Object.fromEntries(
    [
      'access',
      'cluster',
      'context',
      'failures',
      'fleet-blame',
      'image',
      'indexed-job',
      'injected-objects',
      'merges',
      'pages',
      'pipelines',
      'refusals',
    ].map((name): [string, LaterTests] => [
      `test/cluster/${name}.test.ts`,
      { reason: 'needs an API server', seconds: 10 },
    ]),
  ),
};

/** Seconds of files of the first tier that take more than a few. */
export const SECONDS: Readonly<Record<string, number>> = {
  'test/cli/completion/completion.test.ts': 30,
  'test/cli/fleet/bases.test.ts': 12,
  'test/cli/fleet/answers/fleet-blame.test.ts': 15,
  'test/cli/fleet/publish/branch.test.ts': 25,
  'test/cli/fleet/drift.test.ts': 15,
  'test/cli/fleet/fleet.test.ts': 12,
  'test/cli/fleet/git.test.ts': 25,
  'test/cli/fleet/holds.test.ts': 15,
  'test/cli/fleet/inputs.test.ts': 12,
  'test/cli/fleet/log.test.ts': 15,
  'test/cli/fleet/resolutions.test.ts': 15,
  'test/cli/fleet/resolve.test.ts': 25,
  'test/cli/fleet/settle-journal.test.ts': 12,
  'test/cli/fleet/table.test.ts': 15,
  'test/cli/fleet/what-if-reports.test.ts': 12,
  'test/cli/host/cleanup.test.ts': 15,
  'test/cli/lock/input-lock.test.ts': 15,
  'test/cli/main.test.ts': 20,
  'test/cli/render/render.test.ts': 20,
  'test/cli/update/markers.test.ts': 20,
  'test/cli/update/update.test.ts': 12,
  'test/cli/watchdog/watchdog.test.ts': 20,
  'test/host/stranger.test.ts': 15,
  'test/merge/unkeyed-lists.test.ts': 60,
};

/** Files whose tests run while nothing else does, each with the reason. They come last. */
export const ALONE: Readonly<Record<string, string>> = {
  'test/cel/limits.test.ts': 'compares CPU times',
  'test/cel/property.test.ts': 'limits the CPU time of an evaluation',
  'test/e2e/all-cores.test.ts': 'uses all cores',
  'test/e2e/fleet-cores.test.ts': 'uses all cores',
};

/** Files that run together, because they share something that takes long to start, by its name. */
export const TOGETHER: Readonly<Record<string, RegExp>> = {
  'the API server': /^test\/cluster\//,
  'the images':
    /^test\/e2e\/(?:host-container|image|image-examples|kill|pages|pipeline|pipeline-large|porch|registry)\.test\.ts$/,
};
