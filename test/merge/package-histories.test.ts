import assert from 'node:assert/strict';
import { Destinations } from '../../scripts/evidence/package-histories/destinations.ts';
import { EDIT_KINDS, editOf, type EditKind } from '../../scripts/evidence/package-histories/edits.ts';
import {
  changedAgain,
  History,
  localOf,
  mergeWithLibrary,
  type MergeFunction,
} from '../../scripts/evidence/package-histories/history.ts';
import type { Merged } from '../../scripts/evidence/package-histories/merged-edits.ts';
import { randomNumbers } from '../../scripts/evidence/upgrades/local-edits.ts';

const web = (replicas: number, tag: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  template:
    spec:
      containers:
      - name: web
        image: example.com/web:${tag}
        env:
        - name: LEVEL
          value: info
        - name: PORT
          value: "80"
      - name: proxy
        env:
        - name: LEVEL
          value: info
`;

const patch = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  # Enough for this cluster.
  replicas: ${replicas}
`;

const BASE = new Map([
  ['base/web.yaml', web(1, 'v1')],
  ['base/kustomization.yaml', 'kind: Kustomization\nresources:\n- web.yaml\n- db.yaml\n'],
  ['overlays/prod/web.yaml', patch(3)],
  ['overlays/stage/web.yaml', patch(2)],
  ['old/job.yaml', 'apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: job\nspec:\n  parallelism: 1\n'],
  ['README.md', 'one\ntwo\nthree\nfour\nfive\n'],
]);

/** Upgrade with a changed image, a renamed overlay, a new one, and a moved job. */
const UPGRADE = {
  base: BASE,
  theirs: new Map([
    ['base/web.yaml', web(1, 'v2')],
    ['base/kustomization.yaml', 'kind: Kustomization\nresources:\n- web.yaml\n- db.yaml\n'],
    ['overlays/canary/web.yaml', patch(1)],
    ['overlays/production/web.yaml', patch(3)],
    ['overlays/stage/web.yaml', patch(2)],
    ['jobs/job.yaml', BASE.get('old/job.yaml') ?? ''],
    ['README.md', 'one\ntwo\nthree\nfour\nfive\n'],
  ]),
  renames: new Map([
    ['overlays/prod/web.yaml', 'overlays/production/web.yaml'],
    ['old/job.yaml', 'jobs/job.yaml'],
  ]),
};

/** Result that has edits of the base version where they belong, by path; undefined removes a file. */
const merged =
  (changes: Readonly<Record<string, (text: string) => string>>, rest: Partial<Merged> = {}): MergeFunction =>
  () => {
    const files = new Map<string, string>(UPGRADE.theirs);
    for (const [path, of] of Object.entries(changes)) files.set(path, of(files.get(path) ?? ''));
    return { files, conflicts: [], results: [], ...rest };
  };

const scale = (text: string): string => text.replace(/replicas: \d/, 'replicas: 7000001');
const env = (text: string): string => text.replace('value: info', 'value: zq1z');

/** An edit of a file, with a merge, and what is found in the result. */
interface Row {
  readonly title: string;
  readonly edit: readonly [EditKind, string];
  readonly merge: MergeFunction;
  readonly want: readonly string[];
}

const SCALE = ['scale', 'overlays/prod/web.yaml'] as const;
const ENV = ['env', 'base/web.yaml'] as const;
const RENAMED = 'overlays/production/web.yaml';

const ROWS: readonly Row[] = [
  { title: 'in the renamed file', edit: SCALE, merge: merged({ [RENAMED]: scale }), want: ['placed'] },
  { title: 'that is missing', edit: SCALE, merge: merged({}), want: ['lost'] },
  {
    title: 'in another file with this resource',
    edit: SCALE,
    merge: merged({ 'overlays/canary/web.yaml': scale }),
    want: ['misplaced'],
  },
  {
    title: 'in another element',
    edit: ENV,
    merge: merged({ 'base/web.yaml': (text) => text.replace(/(proxy[^]*value: )info/, '$1zq1z') }),
    want: ['misplaced'],
  },
  {
    title: 'above another line',
    edit: ['comment', 'base/web.yaml'],
    merge: merged({ 'base/web.yaml': (text) => text.replace('kind:', '# zq1z\nkind:') }),
    want: ['misplaced'],
  },
  {
    title: 'above its line',
    edit: ['comment', 'base/web.yaml'],
    merge: merged({ 'base/web.yaml': (text) => `# zq1z\n${text}` }),
    want: ['placed'],
  },
  {
    title: 'at the old path',
    edit: SCALE,
    merge: merged({ 'overlays/prod/web.yaml': () => scale(patch(3)) }),
    want: ['left behind'],
  },
  {
    title: 'twice',
    edit: SCALE,
    merge: merged({ [RENAMED]: scale, 'overlays/canary/web.yaml': scale }),
    want: ['invented'],
  },
  {
    title: 'beside a line of nobody',
    edit: ENV,
    merge: merged({ 'base/web.yaml': (text) => `${env(text)}status: {}\n` }),
    want: ['placed', 'invented base/web.yaml'],
  },
  {
    title: 'without the change of upstream',
    edit: ENV,
    merge: merged({ 'base/web.yaml': (text) => env(text).replace('web:v2', 'web:v1') }),
    want: ['placed', 'invented base/web.yaml', 'upstream base/web.yaml'],
  },
  {
    title: 'with a new file of upstream missing',
    edit: ENV,
    merge: merged({ 'base/web.yaml': env, 'overlays/canary/web.yaml': () => '' }),
    want: ['placed', 'upstream overlays/canary/web.yaml'],
  },
  {
    title: 'in a conflict',
    edit: ENV,
    merge: merged(
      {},
      { conflicts: [{ kind: 'edit/edit', file: { path: 'base/web.yaml', index: 0 }, values: NOTHING() }] },
    ),
    want: ['conflict', 'lost base/web.yaml'],
  },
  {
    title: 'that only a conflict of another file is about',
    edit: ENV,
    merge: merged({}, { conflicts: [{ kind: 'edit/edit', file: { path: 'README.md', index: 0 }, values: NOTHING() }] }),
    want: ['lost', 'invented README.md'],
  },
  {
    title: 'that only a warning about its resource may be about',
    edit: ENV,
    merge: merged(
      {},
      { results: [{ severity: 'warning', code: 'x-test', message: '', file: { path: 'base/web.yaml', index: 0 } }] },
    ),
    want: ['lost'],
  },
  {
    title: 'with a removed element that is still there',
    edit: ['removed element', 'base/kustomization.yaml'],
    merge: merged({}),
    want: ['lost'],
  },
  {
    title: 'with a moved element that is at its old place',
    edit: ['moved element', 'base/kustomization.yaml'],
    merge: merged({}),
    want: ['lost'],
  },
  {
    title: 'with a moved element',
    edit: ['moved element', 'base/kustomization.yaml'],
    merge: (base, theirs, local) => ({ ...mergeWithLibrary(base, theirs, local), conflicts: [] }),
    want: ['placed'],
  },
  {
    title: 'with a removed file whose moved form is there',
    edit: ['removed file', 'old/job.yaml'],
    merge: merged({}),
    want: ['lost'],
  },
  {
    title: 'with a removed file whose moved form a warning names',
    edit: ['removed file', 'old/job.yaml'],
    merge: merged(
      {},
      {
        results: [
          {
            severity: 'warning',
            code: 'possible-move',
            message: '',
            file: { path: 'x.yaml', index: 0 },
            formerFile: 'old/job.yaml',
          },
        ],
      },
    ),
    want: ['warning'],
  },
  {
    title: 'with a removed file that is there no more',
    edit: ['removed file', 'old/job.yaml'],
    merge: () => ({
      files: new Map([...UPGRADE.theirs].filter(([path]) => path !== 'jobs/job.yaml')),
      conflicts: [],
      results: [],
    }),
    want: ['placed'],
  },
  {
    title: 'with a file that is in a renamed folder',
    edit: ['added file', 'old/job.yaml'],
    merge: (_, theirs, local) => ({
      files: new Map([...theirs, ['old/zq1z.yaml', local.get('old/zq1z.yaml') ?? '']]),
      conflicts: [],
      results: [],
    }),
    want: ['left behind'],
  },
  {
    title: 'in a text file, on another line',
    edit: ['text line', 'README.md'],
    merge: merged({ 'README.md': (text) => `${text}six zq1z\n` }),
    want: ['placed', 'invented README.md', 'upstream README.md'],
  },
];

function NOTHING(): { readonly base: undefined; readonly theirs: undefined; readonly local: undefined } {
  return { base: undefined, theirs: undefined, local: undefined };
}

describe('package-histories', () => {
  for (const { title, edit, merge, want } of ROWS)
    it(`finds ${want.join(', ')} for an edit ${title}`, () => {
      const [kind, path] = edit;
      const made = editOf(kind, [path, BASE.get(path) ?? ''], () => 0, 1);
      assert(made !== undefined);
      const outcome = new History(UPGRADE, merge).judge([made], localOf(BASE, [made]));
      const found = [
        ...outcome.edits.map(({ verdict }) => verdict),
        ...outcome.places.map(({ kind: wrong, file }) => `${wrong} ${file}`),
      ];
      assert.deepEqual([...new Set(found)], want);
    });

  it('follows no rename from one package to another', () => {
    const kptfile = (name: string): string => `kind: Kptfile\nmetadata:\n  name: ${name}\n`;
    const config = patch(1).replace('Deployment', 'Settings');
    const [a, b] = [kptfile('a'), kptfile('b')];
    const base = new Map([
      ['a/Kptfile', a],
      ['a/settings.yaml', config],
      ['b/Kptfile', b],
    ]);
    const theirs = new Map([
      ['a/Kptfile', a],
      ['b/Kptfile', b],
      ['b/settings.yaml', config],
    ]);
    const renames = new Map([['a/settings.yaml', 'b/settings.yaml']]);
    const destinations = (to: string, files: ReadonlyMap<string, string>): readonly string[] =>
      new Destinations({ base, theirs: files, renames: new Map([['a/settings.yaml', to]]) }).files('a/settings.yaml');
    assert.deepEqual(new Destinations({ base, theirs, renames }).files('a/settings.yaml'), []);
    const split = new Map([...theirs, ['a/part/Kptfile', kptfile('part')], ['a/part/settings.yaml', config]]);
    assert.deepEqual(destinations('a/part/settings.yaml', split), ['a/part/settings.yaml']);
  });

  it('follows a file with the same name and a resource of it, and no file that shares a license alone', () => {
    const license = '# one\n# two\n# three\n# four\n# five\n# six\n';
    const [settings, other] = [patch(1), `${license}kind: Other\nname: other\n`];
    const files = (to: string, text: string, renames: readonly (readonly [string, string])[] = []): readonly string[] =>
      new Destinations({
        base: new Map([['a/web.yaml', settings]]),
        theirs: new Map([[to, text]]),
        renames: new Map(renames),
      }).files('a/web.yaml');
    const unlike = `${settings.split('\n').slice(0, 4).join('\n')}\nother: a\nanother: b\nlast: c\nmore: d\n`;
    assert.deepEqual(files('b/web.yaml', unlike), ['b/web.yaml']);
    assert.deepEqual(files('b/web.yaml', other), []);
    assert.deepEqual(files('b/other.yaml', other, [['a/web.yaml', 'b/other.yaml']]), []);
  });

  it('expects an edit in a file where another edit moves that file', () => {
    const base = new Map([...BASE, ['job.yaml', web(1, 'v1').replace('name: web', 'name: job')]]);
    const job = base.get('job.yaml') ?? '';
    const theirs = new Map([...UPGRADE.theirs, ['base/web.yaml', `${web(1, 'v2')}---\n${job}`]]);
    const [moved, scaled] = [
      editOf('renamed file', ['base/web.yaml', web(1, 'v1')], () => 0, 1),
      editOf('scale', ['job.yaml', job], () => 0, 2),
    ];
    assert(moved?.to !== undefined && scaled?.text !== undefined);
    const { to, text } = { to: moved.to, text: scaled.text };
    const merge: MergeFunction = () => {
      const files = new Map(theirs).set(to, `${web(1, 'v2')}---\n${text}`);
      files.delete('base/web.yaml');
      return { files, conflicts: [], results: [] };
    };
    const edits = [moved, scaled];
    const { edits: judged } = new History({ ...UPGRADE, base, theirs }, merge).judge(edits, localOf(base, edits));
    assert.deepEqual(
      judged.map(({ verdict }) => verdict),
      ['placed', 'placed'],
    );
  });

  it('finds a merge that changes its own result', () => {
    let count = 0;
    const merge: MergeFunction = (...versions) => {
      const found = mergeWithLibrary(...versions);
      return { ...found, files: new Map([...found.files, ['README.md', `${count++}\n`]]) };
    };
    const { edits: _, ...outcome } = new History(UPGRADE, merge).judge([], BASE);
    assert.deepEqual(changedAgain(outcome), ['README.md']);
  });

  it('tells where only git is right', () => {
    const conflicting: MergeFunction = (...versions) => {
      const conflict = { kind: 'edit/edit', file: { path: 'base/web.yaml', index: 0 }, values: NOTHING() } as const;
      return { ...mergeWithLibrary(...versions), conflicts: [conflict] };
    };
    const isGitRight = (kind: EditKind, path: string, merge = conflicting): boolean => {
      const made = editOf(kind, [path, BASE.get(path) ?? ''], () => 0, 1);
      assert(made !== undefined);
      return new History(UPGRADE, merge).judge([made], localOf(BASE, [made])).isGitRight;
    };
    assert.equal(isGitRight('scale', 'base/web.yaml'), true);
    assert.equal(isGitRight('scale', 'base/web.yaml', mergeWithLibrary), false);
    assert.equal(isGitRight('tag', 'base/web.yaml'), false);
  });

  it('makes edits of each kind, the same ones for a seed', () => {
    const embedded =
      'kind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    a: b\ndata:\n  a.txt: |\n    one\n    two\n';
    const patches = '- op: add\n  path: /a\n  value: b\n';
    const added = editOf('added element', ['patch.yaml', patches], () => 0, 1);
    assert.equal(added?.text, `${patches}${patches.replace('value: b', 'value: zq1z')}`);
    const files = [
      ...BASE,
      ['many.yaml', `${embedded}---\n${embedded.replace('name: a', 'name: b')}`],
      [
        'job.yaml',
        'kind: Job\nspec:\n  containers:\n  - name: a\n    args:\n    - --a\n    resources:\n      limits:\n        cpu: 1\n',
      ],
    ] as const;
    const made = (): readonly string[] => {
      const random = randomNumbers(1);
      return EDIT_KINDS.map((kind) => {
        const edit = files.flatMap(([path, text]) => editOf(kind, [path, text], random, 1) ?? []).at(0);
        return `${kind}: ${edit?.file} ${edit?.text}`;
      });
    };
    assert.deepEqual(
      made().filter((line) => line.includes(': undefined')),
      [],
    );
    assert.deepEqual(made(), made());
  });
});
