import assert from 'node:assert/strict';
import { plannedClasses, type PlannedFile } from '../../../../src/fleet/answers/planned-classes.ts';
import { inMemoryFleet, packageVariant, repository, web } from '../../../support/fleet.ts';
import { needTools } from '../../../support/kpt.ts';
import { configMap, kptfile } from '../../run-support.ts';

const secret = (token: string): string =>
  `apiVersion: v1\nkind: Secret\nmetadata:\n  name: key\nstringData:\n  token: ${token}\n`;

const scaled = (from: number, to: number): PlannedFile => ({ path: 'web.yaml', before: web(from), after: web(to) });

/** Rows: name, files of each variant, and a line for each class. */
const ROWS: readonly (readonly [string, Readonly<Record<string, readonly PlannedFile[]>>, readonly string[]])[] = [
  ['no variants', {}, []],
  [
    'equal changes as one class, and the largest class first',
    { b: [scaled(2, 3)], a: [scaled(2, 3)], c: [scaled(4, 3)] },
    [
      'Deployment/web spec.replicas: 2 -> 3 in a web.yaml:6, b web.yaml:6',
      'Deployment/web spec.replicas: 4 -> 3 in c web.yaml:6',
    ],
  ],
  [
    'the line of the old value of a field that is removed',
    { a: [{ path: 'web.yaml', before: web(2), after: web(2).replace('  replicas: 2\n', '') }] },
    ['Deployment/web spec.replicas: 2 -> - in a web.yaml:6'],
  ],
  [
    'resources and files that are added or removed',
    {
      a: [
        { path: 'new.yaml', before: undefined, after: configMap('new') },
        { path: 'notes.md', before: 'notes\n', after: undefined },
      ],
    },
    ['ConfigMap/new : - -> present in a new.yaml:1', 'notes.md : file of 6 bytes -> - in a notes.md:-'],
  ],
  [
    'only the changed fields of a resource that moves to another file',
    {
      a: [
        { path: 'old.yaml', before: web(2), after: undefined },
        { path: 'new.yaml', before: undefined, after: web(3) },
      ],
    },
    ['Deployment/web spec.replicas: 2 -> 3 in a new.yaml:6'],
  ],
  [
    'comments and layout',
    { a: [{ path: 'web.yaml', before: web(2), after: `# Web.\n${web(2)}` }] },
    ['web.yaml : comments and layout -> comments and layout in a web.yaml:-'],
  ],
  [
    'numbers in place of the values of Secrets',
    {
      a: [{ path: 'key.yaml', before: secret('hunter2'), after: secret('swordfish') }],
      b: [{ path: 'key.yaml', before: secret('hunter2'), after: secret('swordfish') }],
      c: [{ path: 'key.yaml', before: secret('swordfish'), after: secret('other') }],
    },
    [
      'Secret/key stringData.token: secret 1 -> secret 2 in a key.yaml:6, b key.yaml:6',
      'Secret/key stringData.token: secret 2 -> secret 3 in c key.yaml:6',
    ],
  ],
  [
    'a file that becomes executable',
    { a: [{ path: 'run.sh', before: 'true\n', after: 'true\n', isExecutable: true, wasExecutable: false }] },
    ['run.sh : not executable -> executable in a run.sh:-'],
  ],
];

describe('classes of the changes of a plan', () => {
  for (const [name, variants, want] of ROWS)
    it(`are ${name}`, () => {
      const classes = plannedClasses(Object.entries(variants).map(([folder, files]) => ({ folder, files })));
      const lines = classes.map(({ resource, field, before = '-', after = '-', places }) => {
        const at = places.map(({ folder, file, line }) => `${folder} ${file}:${line ?? '-'}`).join(', ');
        return `${resource} ${field}: ${before} -> ${after} in ${at}`;
      });
      assert.deepEqual(lines, want);
    });
});

describe('classes of a plan of a fleet', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('are those of variants that exist, and that nothing prevents from changing', () =>
    inMemoryFleet(
      {
        'packages/shop/Kptfile': kptfile('shop'),
        'packages/shop/web.yaml': web(2),
        'places.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
        'a.yaml': packageVariant('a', 'blueprints/shop', 'all/a'),
        'b.yaml': packageVariant('b', 'blueprints/shop', 'all/b'),
        'c.yaml': packageVariant('c', 'blueprints/shop', 'all/c'),
      },
      async ({ fleet, run }) => {
        await run('apply');
        fleet.commit({ 'clusters/b/web.yaml': web(4) });
        fleet.commit({
          'packages/shop/web.yaml': web(3),
          'd.yaml': packageVariant('d', 'blueprints/shop', 'all/d'),
        });
        const { changed, variants } = await run('plan');
        assert.deepEqual(
          variants.map(({ action }) => action),
          ['update', 'conflict', 'update', 'create'],
        );
        const places = ['clusters/a', 'clusters/c'].map((folder) => ({ folder, file: 'web.yaml', line: 6 }));
        assert.deepEqual(plannedClasses(changed), [
          { resource: 'Deployment/web', field: 'spec.replicas', before: '2', after: '3', places },
        ]);
      },
    ));
});
