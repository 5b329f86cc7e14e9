import assert from 'node:assert/strict';
import { mergeForDriver } from '../../cli/merge/merge-with-markers.ts';
import { mergePackages, type MergeOptions } from '../../src/merge/index.ts';

interface Versions {
  readonly base: string;
  readonly theirs: string;
  readonly local: string;
}

/** A text with two values, and the field of a warning about a mixture of them. */
interface Row {
  readonly title: string;
  readonly text: (one: string, other: string) => string;
  readonly field: string;
  readonly fields: string;
}

const resource = (apiVersion: string, kind: string, rest: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: x\n${rest}`;

const image = (fields: string): string =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nimages:\n- name: app\n${fields}`;

const ROWS: readonly Row[] = [
  {
    title: 'name and tag of an image of a kustomization',
    text: (one, other) => image(`  newName: reg/${one}\n  newTag: v${other}\n`),
    field: 'images[0]',
    fields: '`name`, `newName`, `newTag`',
  },
  {
    title: 'name and digest of an image of a kustomization',
    text: (one, other) => image(`  newName: reg/${one}\n  digest: sha256:${other}\n`),
    field: 'images[0]',
    fields: '`name`, `newName`, `digest`',
  },
  {
    title: 'chart of a kustomization',
    text: (one, other) => `helmCharts:\n- name: app\n  repo: https://${one}.dev\n  version: 1.${other}\n`,
    field: 'helmCharts[0]',
    fields: '`name`, `repo`, `version`',
  },
  {
    title: 'image in the values of a chart',
    text: (one, other) =>
      resource(
        'helm.toolkit.fluxcd.io/v2',
        'HelmRelease',
        `spec:\n  values:\n    image:\n      repository: reg/${one}\n      tag: v${other}\n`,
      ),
    field: 'spec.values.image',
    fields: '`repository`, `tag`',
  },
  {
    title: 'registry of an image in the values of a chart',
    text: (one, other) => `web:\n  image:\n    registry: ${one}.dev\n    digest: sha256:${other}\n`,
    field: 'web.image',
    fields: '`registry`, `digest`',
  },
  {
    title: 'dependency of a chart',
    text: (one, other) => `dependencies:\n- name: db\n  repository: https://${one}.dev\n  version: 1.${other}\n`,
    field: 'dependencies[0]',
    fields: '`name`, `repository`, `version`',
  },
  {
    title: 'source of an Application',
    text: (one, other) =>
      resource(
        'argoproj.io/v1alpha1',
        'Application',
        `spec:\n  source:\n    repoURL: https://${one}.dev\n    targetRevision: 1.${other}\n`,
      ),
    field: 'spec.source',
    fields: '`repoURL`, `targetRevision`',
  },
  {
    title: 'one of the sources of an ApplicationSet',
    text: (one, other) =>
      resource(
        'argoproj.io/v1alpha1',
        'ApplicationSet',
        `spec:\n  template:\n    spec:\n      sources:\n      - chart: ${one}\n        path: p\n        targetRevision: 1.${other}\n`,
      ),
    field: 'spec.template.spec.sources[0]',
    fields: '`chart`, `targetRevision`',
  },
  {
    title: 'chart of a HelmRelease',
    text: (one, other) =>
      resource(
        'helm.toolkit.fluxcd.io/v2',
        'HelmRelease',
        `spec:\n  chart:\n    spec:\n      chart: ${one}\n      sourceRef: {kind: HelmRepository, name: r}\n      version: 1.${other}\n`,
      ),
    field: 'spec.chart.spec',
    fields: '`chart`, `version`, `sourceRef`',
  },
  {
    title: 'upstream of a Kptfile',
    text: (one, other) =>
      resource(
        'kpt.dev/v1',
        'Kptfile',
        `upstream:\n  type: git\n  git:\n    repo: https://${one}.dev\n    directory: /\n    ref: v${other}\n`,
      ),
    field: 'upstream.git',
    fields: '`repo`, `directory`, `ref`',
  },
  {
    title: 'locked upstream of a Kptfile',
    text: (one, other) =>
      resource(
        'kpt.dev/v1',
        'Kptfile',
        `upstreamLock:\n  type: git\n  git:\n    repo: r\n    directory: /${one}\n    ref: main\n    commit: abc${other}\n`,
      ),
    field: 'upstreamLock.git',
    fields: '`repo`, `directory`, `ref`, `commit`',
  },
  {
    title: 'upstream of a PackageVariant',
    text: (one, other) =>
      resource(
        'config.porch.kpt.dev/v1alpha1',
        'PackageVariant',
        `spec:\n  upstream:\n    repo: ${one}\n    package: p\n    revision: ${other}\n    workspaceName: w\n`,
      ),
    field: 'spec.upstream',
    fields: '`repo`, `package`, `revision`, `workspaceName`',
  },
];

function warnings({ base, theirs, local }: Versions, options: MergeOptions = {}): readonly string[] {
  const [b, n, l] = [base, theirs, local].map((text) => new Map([['dir/a.yaml', text]])) as [
    Map<string, string>,
    Map<string, string>,
    Map<string, string>,
  ];
  const { results, conflicts } = mergePackages({ base: b, theirs: n, local: l }, options);
  assert.deepEqual(conflicts, []);
  return results.flatMap(({ severity, message, field, file }) =>
    severity === 'warning' ? [`${file?.path} ${field?.path}: ${message}`] : [],
  );
}

function warningsInGit({ base, theirs, local }: Versions): readonly string[] {
  const markersOf = (): { size: number; names: { local: string; theirs: string } } => ({
    size: 7,
    names: { local: 'ours', theirs: 'theirs' },
  });
  const { results, conflicts } = mergeForDriver({ path: 'dir/a.yaml', base, ours: local, theirs, markersOf });
  assert.deepEqual(conflicts, []);
  return results.flatMap(({ severity, message, field, file }) =>
    severity === 'warning' ? [`${file?.path} ${field?.path}: ${message}`] : [],
  );
}

describe('a reference whose parts the sides change separately', () => {
  for (const { title, text, field, fields } of ROWS) {
    const [base, one, other] = [text('1', '1'), text('2', '1'), text('1', '2')];
    const want = [
      `dir/a.yaml ${field}: each side changed a part of this reference, and neither has this combination of ${fields}: check that it exists`,
    ];

    it(`is a warning, whichever side changes which: ${title}`, () => {
      for (const [theirs, local] of [
        [one, other],
        [other, one],
      ] as const) {
        assert.deepEqual(warnings({ base, theirs, local }), want);
        assert.deepEqual(warningsInGit({ base, theirs, local }), want);
      }
    });

    it(`is no warning if one side changes all parts: ${title}`, () => {
      const theirs = `${text('2', '2')}other: 1\n`;
      const local = base.replace(/^(?=\w)/, 'first: 1\n');
      assert.deepEqual(warnings({ base, theirs, local }), []);
      assert.deepEqual(warnings({ base, theirs: local, local: theirs }), []);
    });
  }

  it('is a warning if each side adds a part', () => {
    const versions = {
      base: image('  newName: a\n  other: 1\n').replace('  newName: a\n', ''),
      theirs: image('  newName: a\n  other: 1\n'),
      local: image('  other: 1\n  newTag: v1\n'),
    };
    assert.equal(warnings(versions).length, 1);
    assert.equal(warnings({ ...versions, theirs: versions.local, local: versions.theirs }).length, 1);
  });

  it('is a warning if a side makes a reference of a map, by another key around it, that the other side changes', () => {
    const text = (key: string, version: string): string =>
      `web:\n  ${key}:\n    spec:\n      chart: app\n      version: ${version}\n    from: charts\n    interval: 10m\n    timeout: 5m\n`;
    const versions = { base: text('source', '1.0'), theirs: text('chart', '1.0'), local: text('source', '1.1') };
    assert.equal(warnings(versions).filter((each) => each.includes('web.chart.spec')).length, 1);
  });

  it('is no warning if a rule decides about a part', () => {
    const versions = {
      base: image('  newName: a\n  newTag: v1\n'),
      theirs: image('  newName: a\n  newTag: v2\n'),
      local: image('  newName: mirror/a\n  newTag: v1\n'),
    };
    assert.equal(warnings(versions).length, 1);
    assert.deepEqual(warnings(versions, { rules: [{ path: 'images[name=app].newName', take: 'pin' }] }), []);
  });
});
