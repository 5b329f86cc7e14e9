import assert from 'node:assert/strict';
import { mergePackages, readMergePolicies, type MergeRule } from '../../src/merge/index.ts';

const FILE = 'web.yaml';

function deployment(spec: string): string {
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n${spec}`;
}

function policy(rules: string): string {
  return `apiVersion: krm-variants.dev/v1alpha1\nkind: MergePolicy\nmetadata:\n  name: p\nspec:\n  rules:\n${rules}`;
}

interface Versions {
  readonly base: string;
  readonly theirs: string;
  readonly local: string;
}

function merged(
  versions: Versions,
  rules: readonly MergeRule[] = [],
  others: Partial<Record<keyof Versions, string>> = {},
) {
  const of = (side: keyof Versions): ReadonlyMap<string, string> =>
    new Map([
      [FILE, deployment(versions[side])],
      ...(others[side] === undefined ? [] : [['policy.yaml', others[side]] as const]),
    ]);
  return mergePackages({ base: of('base'), theirs: of('theirs'), local: of('local') }, { rules });
}

const REPLICAS: Versions = { base: '  replicas: 1\n', theirs: '  replicas: 2\n', local: '  replicas: 5\n' };

/** Two lists of tolerations, of which each side removes another element. */
const TOLERATIONS: Versions = {
  base: '  tolerations:\n  - key: a\n  - key: b\n  - key: c\n',
  theirs: '  tolerations:\n  - key: b\n  - key: c\n',
  local: '  tolerations:\n  - key: a\n  - key: b\n  - key: d\n',
};

const CONTAINERS: Versions = {
  base: '  containers:\n  - name: a\n    image: i:1\n  - name: b\n    image: i:1\n',
  theirs: '  containers:\n  - name: a\n    image: i:2\n  - name: b\n    image: i:2\n',
  local: '  containers:\n  - name: a\n    image: i:3\n  - name: b\n    image: i:3\n',
};

describe('rules of a merge', () => {
  const rows: readonly {
    readonly name: string;
    readonly versions: Versions;
    readonly rules: readonly MergeRule[];
    readonly want: string;
    readonly conflicts?: readonly string[];
    readonly isUnused?: boolean;
  }[] = [
    { name: 'take new', versions: REPLICAS, rules: [{ path: 'spec.replicas', take: 'new' }], want: REPLICAS.theirs },
    { name: 'take local', versions: REPLICAS, rules: [{ path: 'spec', take: 'local' }], want: REPLICAS.local },
    {
      name: 'take the first rule that matches',
      versions: REPLICAS,
      rules: [{ path: 'spec.replicas', take: 'local' }, { take: 'new' }],
      want: REPLICAS.local,
    },
    {
      name: 'leave a conflict of another resource open',
      versions: REPLICAS,
      rules: [{ resource: { kind: 'Service' }, path: 'spec.replicas', take: 'new' }],
      want: REPLICAS.local,
      conflicts: ['spec.replicas'],
      isUnused: true,
    },
    {
      name: 'match the group, the name and the file by wildcards',
      versions: REPLICAS,
      rules: [{ resource: { group: 'app*', name: 'w*b' }, file: '*.yaml', take: 'new' }],
      want: REPLICAS.theirs,
    },
    {
      name: 'match an element by a field',
      versions: CONTAINERS,
      rules: [{ path: 'spec.containers[name=b].image', take: 'new' }],
      want: '  containers:\n  - name: a\n    image: i:3\n  - name: b\n    image: i:2\n',
      conflicts: ['spec.containers[0].image'],
    },
    {
      name: 'match any element',
      versions: CONTAINERS,
      rules: [{ path: 'spec.*[*].image', take: 'new' }],
      want: CONTAINERS.theirs,
    },
    {
      name: 'match an element by its index',
      versions: CONTAINERS,
      rules: [{ path: 'spec.containers[0]', take: 'new' }, { take: 'local' }],
      want: '  containers:\n  - name: a\n    image: i:2\n  - name: b\n    image: i:3\n',
    },
    ...['spec.n', 'spec.false'].map((path) => ({
      name: `match a key that Kubernetes reads as a boolean: ${path}`,
      versions: { base: '  n: a\n  y: a\n', theirs: '  n: b\n  y: b\n', local: '  n: c\n  y: c\n' },
      rules: [{ path, take: 'new' as const }],
      want: '  n: b\n  y: c\n',
      conflicts: ['spec.true'],
    })),
    {
      name: 'pin a value that local did not change',
      versions: { base: '  a: 1\n  b: 1\n', theirs: '  a: 2\n  b: 2\n', local: '  a: 1\n  b: 1\n' },
      rules: [{ path: 'spec.a', take: 'pin' }],
      want: '  a: 1\n  b: 2\n',
      isUnused: true,
    },
    {
      name: 'pin the absence of a field',
      versions: { base: '  b: 1\n', theirs: '  a: 2\n  b: 2\n', local: '  b: 1\n' },
      rules: [{ path: 'spec.a', take: 'pin' }],
      want: '  b: 2\n',
      isUnused: true,
    },
    {
      name: 'pin a field below what new deletes: a conflict',
      versions: { base: '  a:\n    b: 1\n  c: 1\n', theirs: '  c: 2\n', local: '  a:\n    b: 1\n  c: 1\n' },
      rules: [{ path: 'spec.a.b', take: 'pin' }],
      want: '  a:\n    b: 1\n  c: 2\n',
      conflicts: ['spec.a'],
      isUnused: true,
    },
    {
      name: 'pin an element of a list that new replaces by a text: a conflict',
      versions: { base: '  l: [a, b]\n  c: 1\n', theirs: '  l: text\n  c: 2\n', local: '  l: [a, b]\n  c: 1\n' },
      rules: [{ path: 'spec.l[0]', take: 'pin' }],
      want: '  l: [a, b]\n  c: 2\n',
      conflicts: ['spec.l'],
      isUnused: true,
    },
    {
      name: 'keep the elements that only one side removes',
      versions: TOLERATIONS,
      rules: [{ path: 'spec.tolerations', take: 'union' }],
      want: '  tolerations:\n  - key: a\n  - key: b\n  - key: c\n  - key: d\n',
      isUnused: true,
    },
  ];
  for (const { name, versions, rules, want, conflicts = [], isUnused = false } of rows)
    it(name, () => {
      const result = merged(versions, rules);
      assert.equal(result.files.get(FILE), deployment(want));
      assert.deepEqual(
        result.conflicts.map(({ field }) => field),
        conflicts,
      );
      assert.equal(
        rules.some((rule) => result.used.has(rule)),
        !isUnused,
      );
    });

  it('answer for files without resources', () => {
    const of = (text: string): ReadonlyMap<string, string> => new Map([['README.md', text]]);
    const packages = { base: of('a\n'), theirs: of('b\n'), local: of('c\n') };
    assert.equal(mergePackages(packages).files.get('README.md'), 'c\n');
    assert.equal(mergePackages(packages, { rules: [{ file: '*.md', take: 'new' }] }).files.get('README.md'), 'b\n');
    const isOther = mergePackages(packages, { rules: [{ file: '*.txt', take: 'new' }] });
    assert.deepEqual(
      isOther.conflicts.map(({ kind, file }) => [kind, file.path]),
      [['lines', 'README.md']],
    );
    const pinned = mergePackages({ ...packages, local: of('a\n') }, { rules: [{ file: 'README.md', take: 'pin' }] });
    assert.equal(pinned.files.get('README.md'), 'a\n');
  });
});

describe('a pin', () => {
  it('counts for a resource that new moves to another file', () => {
    const of = (path: string, replicas: number): ReadonlyMap<string, string> =>
      new Map([[path, deployment(`  replicas: ${replicas}\n`)]]);
    const packages = { base: of('a.yaml', 1), theirs: of('b.yaml', 2), local: of('a.yaml', 1) };
    const { files } = mergePackages(packages, { rules: [{ path: 'spec.replicas', take: 'pin' }] });
    assert.deepEqual(files, of('b.yaml', 1));
    const byFile = mergePackages(packages, { rules: [{ file: 'a.yaml', take: 'pin' }] });
    assert.deepEqual(byFile.files, of('b.yaml', 1));
  });
});

describe('a MergePolicy', () => {
  const rules = policy('  - resource: {kind: Deployment}\n    path: spec.replicas\n    take: new\n');

  it('counts if only local has it', () => {
    assert.deepEqual(merged(REPLICAS, [], { local: rules }).conflicts, []);
    assert.equal(merged(REPLICAS, [], { local: rules }).files.get(FILE), deployment(REPLICAS.theirs));
  });

  for (const side of ['base', 'theirs'] as const)
    it(`does not count if ${side} has it, too`, () => {
      const result = merged(REPLICAS, [], { local: rules, [side]: rules });
      assert.deepEqual(
        result.conflicts.map(({ field }) => field),
        ['spec.replicas'],
      );
    });

  it('comes after the rules of the call', () => {
    const result = merged(REPLICAS, [{ take: 'local' }], { local: rules });
    assert.equal(result.files.get(FILE), deployment(REPLICAS.local));
  });

  it('is read from a text', () => {
    const text = policy(
      '  - {take: pin}\n  - {file: "a*", resource: {group: apps, kind: Kind, namespace: ns, name: x}, take: union}\n',
    );
    assert.deepEqual(readMergePolicies(`kind: Other\n---\n${text}`, 'p.yaml'), [
      { take: 'pin' },
      { file: 'a*', resource: { group: 'apps', kind: 'Kind', namespace: 'ns', name: 'x' }, take: 'union' },
    ]);
  });

  const errors: readonly (readonly [name: string, text: string, want: RegExp])[] = [
    ['another kind', 'kind: Other\n', /must hold a MergePolicy/],
    ['text that is not YAML', 'a: [', /must be YAML/],
    ['rules that are not a list', policy('    a: 1\n'), /must be a list, not a map/],
    ['an unknown field', policy('  - {taek: new}\n'), /unknown field; did you mean `take`\?.*must be set/],
    ['an unknown outcome', policy('  - {take: mine}\n'), /must be "local", "new", "union" or "pin"/],
    [
      'an unknown field of a resource',
      policy('  - {take: new, resource: {knd: X}}\n'),
      /unknown field; did you mean `kind`/,
    ],
    ['a name that is not a string', policy('  - {take: new, resource: {name: 1}}\n'), /must be a string/],
    ['a path that is not one', policy('  - {take: new, path: "a[b"}\n'), /"a\[b" must be a path of fields/],
    ['a rule that is not a map', policy('  - new\n'), /must be a map/],
  ];
  for (const [name, text, want] of errors)
    it(`is refused: ${name}`, () => {
      assert.throws(() => readMergePolicies(text, 'p.yaml'), want);
    });
});

describe('a comment on the line of a value', () => {
  const COMMENT = ' # krm-variants-merge:';
  const rows: readonly (readonly [name: string, versions: Versions, want: string, conflicts: number])[] = [
    ['decides there', { ...REPLICAS, local: `  replicas: 5${COMMENT} local\n` }, `  replicas: 5${COMMENT} local\n`, 0],
    [
      'takes new with the comment of local',
      { ...REPLICAS, local: `  replicas: 5${COMMENT} new\n` },
      `  replicas: 2${COMMENT} new\n`,
      0,
    ],
    ['does not count in new', { ...REPLICAS, theirs: `  replicas: 2${COMMENT} new\n` }, '  replicas: 5\n', 1],
    [
      'does not count if base has it, too',
      { base: `  replicas: 1${COMMENT} local\n`, theirs: '  replicas: 2\n', local: `  replicas: 5${COMMENT} local\n` },
      `  replicas: 5${COMMENT} local\n`,
      1,
    ],
    [
      'decides below it',
      { base: '  a:\n    b: 1\n', theirs: '  a:\n    b: 2\n', local: `  a:${COMMENT} local\n    b: 3\n` },
      `  a:${COMMENT} local\n    b: 3\n`,
      0,
    ],
    [
      'pins a value',
      { base: '  a: 1\n  b: 1\n', theirs: '  a: 2\n  b: 2\n', local: `  a: 1${COMMENT} pin\n  b: 1\n` },
      `  a: 1${COMMENT} pin\n  b: 2\n`,
      0,
    ],
  ];
  for (const [name, versions, want, conflicts] of rows)
    it(name, () => {
      const result = merged(versions);
      assert.equal(result.files.get(FILE), deployment(want));
      assert.equal(result.conflicts.length, conflicts);
    });

  it('is ignored with a warning if it asks for something else', () => {
    const result = merged({ ...REPLICAS, local: `  replicas: 5${COMMENT} mine\n` });
    assert.match(
      result.results.map(({ message }) => message).join(),
      /must be one of local, new, union, pin: it is ignored/,
    );
    assert.equal(result.conflicts.length, 1);
  });
});
