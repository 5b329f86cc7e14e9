import assert from 'node:assert/strict';
import { inMemoryFleet, web } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';

/** Returns a Repository as Porch has it. Only its annotation is for fleets. */
function registered(name: string, rest = ''): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha1
kind: Repository
metadata:
  name: ${name}
  namespace: demo
  labels:
    kpt.dev/repository-access: read-write
    kpt.dev/repository-content: external-blueprints
  annotations:
    krm-variants.dev/path: ${name}
spec:
  description: packages
  content: Package
  deployment: false
  type: git
  git:
    repo: https://git.example.com/demo/${name}.git
    branch: main
    directory: /
    createBranch: true
    secretRef: {name: access}
${rest}`;
}

const REPOSITORIES: Files = {
  'repositories.yaml': ['catalog', 'edge-1', 'edge-2'].map((name) => registered(name)).join('\n---\n\n'),
  'catalog/web/Kptfile': kptfile('web'),
  'catalog/web/web.yaml': web(1),
};

const VARIANT = 'apiVersion: config.porch.kpt.dev/v1alpha1\nkind: PackageVariant\n';
const SET = 'apiVersion: config.porch.kpt.dev/v1alpha2\nkind: PackageVariantSet\n';

const ROWS: readonly (readonly [name: string, text: string, folders: readonly string[]])[] = [
  [
    'a PackageVariant with all policies, and what a cluster adds',
    `${VARIANT}metadata:
  name: web
  namespace: demo
  uid: 0f2c
  resourceVersion: "7"
  generation: 2
  creationTimestamp: "2026-01-01T00:00:00Z"
  finalizers: [config.porch.kpt.dev/packagevariants]
spec:
  upstream: {repo: catalog, package: web, revision: 1}
  downstream: {repo: edge-1, package: web}
  adoptionPolicy: adoptExisting
  deletionPolicy: orphan
  labels: {team: web}
  annotations: {approval.nephio.org/policy: initial}
status:
  conditions: [{type: Ready, status: "True", reason: NoErrors, message: x, lastTransitionTime: "2026-01-01T00:00:00Z"}]
  downstreamTargets: [{name: demo.web.packagevariant-1}]
`,
    ['edge-1/web'],
  ],
  ...['{repo: catalog, package: web, revision: -1}', '{repo: catalog, package: web, revision: -1, workspaceName: main}']
    .map(
      (upstream) => `${VARIANT}metadata: {name: web, namespace: demo}
spec:
  upstream: ${upstream}
  downstream: {repo: edge-1, package: group/web}
`,
    )
    .map((text, index) => [`a PackageVariant of the branch, ${index + 1}`, text, ['edge-1/group/web']] as const),
  [
    'a set with names of Repositories and packages',
    `${SET}metadata: {name: web, namespace: demo}

spec:
  upstream:
    repo: catalog
    package: web
    revision: -1
  targets:
  -  repositories:
      - name: edge-1
        packageNames:
        - a
        - b
      - name: edge-2
     template:
       adoptionPolicy: "adoptExisting"`,
    ['edge-1/a', 'edge-1/b', 'edge-2/web'],
  ],
  [
    'a set that selects Repositories, with expressions',
    `${SET}metadata: {name: web, namespace: demo}
spec:
  upstream: {repo: catalog, package: web, revision: v1}
  targets:
    - repositorySelector: {matchExpressions: [{key: kpt.dev/repository-access, operator: In, values: [read-write]}]}
      template:
        downstream: {packageExpr: "packageDefault + '-' + repository.name"}
        packageContext: {dataExprs: [{key: site, valueExpr: repository.name}]}
`,
    ['catalog/web-catalog', 'edge-1/web-edge-1', 'edge-2/web-edge-2'],
  ],
];

describe('files for Porch', () => {
  before(function () {
    needTools(this, 'git');
  });

  for (const [name, text, folders] of ROWS)
    it(`work unmodified in a fleet: ${name}`, () =>
      inMemoryFleet({ ...REPOSITORIES, 'variants/web.yaml': text }, async ({ fleet, run }) => {
        const { stdout, stderr, exitCode } = await run('apply');
        assert.equal(exitCode, 0, stderr);
        const rows = stdout.split('\n').slice(1, -1);
        assert.deepEqual(
          rows.map((row) => row.split(/ +/)[1]),
          folders,
        );
        for (const folder of folders) assert.equal(fleet.read(`${folder}/web.yaml`), web(1));
      }));
});
