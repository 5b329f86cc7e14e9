import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readFiles, type Files } from '../cli/run-support.ts';
import { builtImages } from './built-images.ts';
import { CHART } from './chart.ts';
import type { Setting } from './prepare-page.ts';
import { pageBlocks, readPage } from './pages.ts';
import { RENDER_EXAMPLE } from './render-example.ts';
import { DATE, TUTORIAL } from './tutorial-setting.ts';
import { TERMINAL_TOOL } from './pseudo-terminal.ts';

const standIns = {
  // The real helm prints the same for a chart of these templates.
  helm: `cat <<'END'\n${CHART}END\n`,
  // Fails without resources, as the real one does, and applies nothing.
  kubectl: 'grep -q apiVersion\n',
};

const EXAMPLE: Files = Object.fromEntries(
  Object.entries(readFiles(RENDER_EXAMPLE.folder)).filter(([path]) => !/^(?:\.expected|\.krmignore|README)/.test(path)),
);
/** Versions of a package: two upgrades, of which the second one conflicts with the local copy. */
const V1 = EXAMPLE;
const V2 = edited(V1, '--port, "8080"', '--port, "8081"');
const V3 = edited(V2, 'replicas: 2 ', 'replicas: 3 ');
const LOCAL = edited(V1, 'replicas: 2 ', 'replicas: 4 ');

/** Place of a second conflict. */
const PORT = '{ port: 80,';

const POLICY = `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata:
  name: oslo-registry
spec:
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
      name: shop
  overrideRules:
    - targetCluster:
        clusterNames: [oslo]
      overriders:
        imageOverrider:
          - component: Registry
            operator: replace
            value: registry.no.example.com
`;

const KPTFILE = 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: shop\n';

/** Returns the files that a page shows, which its first command needs. */
function shownFiles(page: string): Files {
  const blocks = pageBlocks(readPage(page)).filter(({ file = '' }) => /^(?:packages|variants|oslo)\//.test(file));
  return Object.fromEntries(blocks.map(({ file = '', text }) => [file, text]));
}

const FLEET_PAGE: Setting = {
  files: {
    ...inside('packages/shop', {
      Kptfile: KPTFILE,
      'web.yaml': V1['web.yaml'] ?? '',
      'policy.yaml': V1['policy.yaml'] ?? '',
    }),
    ...shownFiles('docs/fleet.md'),
  },
  env: () => ({ GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE }),
  first: `git config --global user.name a && git config --global user.email a@example.com
      git init --quiet . && git add . && git commit --quiet -m v1 && git tag v1
      sed -i s/8080/8081/ packages/shop/web.yaml && git commit --quiet -am v2 && git tag v2
      sed -i 's/replicas: 2 /replicas: 3 /' packages/shop/web.yaml && git commit --quiet -am v3 && git tag v3
      git checkout --quiet v1 -- packages && git commit --quiet -m v1
      git init --quiet --bare ../origin && git remote add origin ../origin`,
};

const RECIPES_PAGE: Setting = {
  files: {
    ...shownFiles('docs/fleet-recipes.md'),
    'packages/shop/web.yaml': V1['web.yaml'] ?? '',
    'packages/shop/secret.yaml': `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: web }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: vault }
  dataFrom:
    - extract: { key: set-for-each-cluster }
`,
    'variants/blueprints.yaml': repository('blueprints', 'packages', {}),
    'variants/clusters/staging.yaml': repository('staging', 'clusters/staging', { stage: 'staging', region: 'eu' }),
    'variants/clusters/prod-us.yaml': repository('prod-us', 'clusters/prod-us', { stage: 'prod', region: 'us' }),
    '../secret.sops.yaml': `apiVersion: v1
kind: Secret
metadata: { name: password }
data: { password: "ENC[AES256_GCM,data:8Tg=,iv:c2Q=,tag:ZmE=,type:str]" }
sops: { version: 3.9.0, mac: "ENC[AES256_GCM,data:8Tg=,iv:c2Q=,tag:ZmE=,type:str]" }
`,
  },
  env: () => ({ GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE }),
  first: `git config --global user.name a && git config --global user.email a@example.com
      git init --quiet --initial-branch main . && git add . && git commit --quiet -m v1 && git tag v1
      krm-variants fleet apply && git add . && git commit --quiet -m 'Add the shop'`,
};

function repository(name: string, directory: string, labels: Readonly<Record<string, string>>): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha1
kind: Repository
metadata:
  name: ${name}
  labels: ${JSON.stringify(labels)}
spec: { git: { repo: ., directory: ${directory} } }
`;
}

const TERMINAL_PAGE: Setting = {
  tools: [TERMINAL_TOOL],
  columns: 80,
  env: () => ({ GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE, NO_COLOR: '1', CI: 'true', TERM: 'xterm' }),
  first: `git config --global user.name Ann && git config --global user.email ann@example.com
      git init --quiet --initial-branch main .
      krm-variants fleet init --quiet --clusters eu-1,eu-2,eu-3,eu-4,eu-5,eu-6,eu-7,us-1,us-2,us-3,us-4,us-5
      git add . && git commit --quiet -m v1 && git tag v1
      krm-variants fleet apply --quiet && git add . && git commit --quiet -m 'Add the shop'
      sed -i 's/replicas: 2/replicas: 3/' packages/shop/web.yaml && git commit --quiet -am v2 && git tag v2
      sed -i 's/replicas: 2/replicas: 6/' clusters/eu-3/shop/web.yaml && git commit --quiet -am 'Scale eu-3'
      sed -i 's/revision: v1/revision: v2/' variants/shop.yaml && git commit --quiet -am 'Upgrade to v2'`,
};

/** Settings of the pages with commands that are run. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  'README.md': {
    links: ['examples'],
    standIns,
  },
  'docs/alternatives.md': { files: { 'shop.yaml': CHART, 'op.yaml': POLICY }, tools: ['kubectl', 'yq'] },
  'docs/blame.md': {
    files: inside('blueprints/shop', EXAMPLE),
    env: () => ({ GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE }),
    first: `git config --global user.name Ann && git config --global user.email ann@example.com
      git config --global url.$PWD/blueprints.insteadOf https://git.example.com/blueprints
      git config --global protocol.file.allow always
      git -C blueprints init --quiet && git -C blueprints commit --quiet --allow-empty -m 'Begin'
      git -C blueprints add . && git -C blueprints commit --quiet -m 'Add the shop' && git -C blueprints tag v1
      krm-variants get https://git.example.com/blueprints.git/shop@v1 shop-eu && krm-variants render shop-eu
      git init --quiet . && git add shop-eu && git commit --quiet -m 'Copy the shop'
      sed -i 's/replicas: 2 /replicas: 4 /' shop-eu/web.yaml && git commit --quiet -am 'Scale the shop'`,
  },
  'docs/ci.md': {
    files: { ...inside('shop', EXAMPLE), 'shop.yaml': CHART, 'op.yaml': POLICY },
    first:
      'krm-variants render shop; krm-variants run apply-override-policy shop.yaml --policy op.yaml -- cluster=oslo',
  },
  'docs/editors.md': { files: { 'shop.yaml': CHART } },
  'docs/fleet-ci.md': {
    files: inside('packages/shop', { Kptfile: KPTFILE, 'web.yaml': V1['web.yaml'] ?? '' }),
    first: `git config --global user.name a && git config --global user.email a@example.com
      git init --quiet . && git add . && git commit --quiet -m v1 && git tag v1
      krm-variants fleet init --clusters eu,us --from packages/shop@v1
      git add . && git commit --quiet -m fleet && krm-variants fleet apply --commit
      git init --quiet --bare ../origin && git remote add origin ../origin`,
  },
  'docs/fleet.md': FLEET_PAGE,
  'docs/fleet-questions.md': {
    ...FLEET_PAGE,
    first: `${FLEET_PAGE.first}
      krm-variants fleet apply && git add clusters && git commit --quiet -m 'Add the shop to all clusters'
      git config --global user.name Ann && git config --global user.email ann@example.com
      sed -i 's/replicas: 2 /replicas: 4 /' clusters/oslo/shop/web.yaml
      git commit --quiet -am 'Scale the shop in Oslo' && git add . && git commit --quiet -m 'Record the locks'`,
  },
  'docs/fleet-recipes.md': RECIPES_PAGE,
  'docs/git-merges.md': {
    first: `git init --quiet
      git config --global user.name a && git config --global user.email a@example.com
      printf 'apiVersion: apps/v1\\nkind: Deployment\\nmetadata:\\n  name: web\\nspec:\\n  replicas: 1\\n  paused: false\\n' >web.yaml
      git add . && git commit --quiet -m base
      git checkout --quiet -b pause && sed -i s/false/true/ web.yaml && git commit --quiet -am pause
      git checkout --quiet - && sed -i 's/: 1/: 3/' web.yaml && git commit --quiet -am scale`,
  },
  'docs/gitops.md': { files: inside('shop', EXAMPLE) },
  'docs/images.md': {
    files: inside('shop', EXAMPLE),
    tools: ['kpt', 'podman', 'runc'],
    env: () => {
      const { CONTAINERS_CONF, CONTAINERS_STORAGE_CONF } = builtImages().env;
      return { CONTAINERS_CONF, CONTAINERS_STORAGE_CONF, KPT_FN_RUNTIME: 'podman', KRM_FN_RUNTIME: 'podman' };
    },
  },
  'docs/install.md': { files: inside('shop', EXAMPLE), links: ['dist'], tools: ['kpt'] },
  'docs/limits.md': { files: inside('shop', EXAMPLE) },
  'docs/lossless.md': { files: inside('shop', EXAMPLE) },
  'docs/merge.md': {
    files: {
      ...inside('upstream-v1', V1),
      ...inside('upstream-v2', V2),
      ...inside('upstream-v3', edited(V3, PORT, '{ port: 80, name: http,')),
      ...inside('mine', edited(LOCAL, PORT, '{ port: 80, name: web,')),
    },
  },
  'docs/packages.md': {
    files: { ...inside('shop-v1', V1), ...inside('shop-v2', V2), ...inside('shop-v3', V3) },
    first: `git config --global user.name a && git config --global user.email a@example.com
      git config --global url.$HOME/blueprints.insteadOf https://git.example.com/blueprints
      git config --global protocol.file.allow always
      git init --quiet . && git init --quiet $HOME/blueprints
      for version in v1 v2 v3; do
        rm -rf $HOME/blueprints/shop && mv shop-$version $HOME/blueprints/shop
        git -C $HOME/blueprints add . && git -C $HOME/blueprints commit --quiet -m $version
        git -C $HOME/blueprints tag $version
      done`,
  },
  'docs/pipelines.md': {
    links: ['examples'],
    standIns,
  },
  'docs/policies.md': { links: ['examples'], standIns },
  'docs/permissions.md': { files: inside('shop', EXAMPLE) },
  'docs/reference.md': {},
  'docs/render.md': { files: inside('shop', EXAMPLE) },
  'docs/terminal.md': TERMINAL_PAGE,
  'docs/tutorial.md': TUTORIAL,
  'docs/upgrading.md': {
    files: { 'mine/shop.yaml': CHART },
    links: ['examples'],
    first: `git config --global user.name a && git config --global user.email a@example.com
      git init --quiet catalog && cp -R examples/render/shop catalog/shop
      for version in v1 v2; do
        git -C catalog add . && git -C catalog commit --quiet -m $version && git -C catalog tag $version
        sed -i 's/"8080"/"8081"/' catalog/shop/web.yaml
      done`,
    standIns,
  },
  'docs/versioning.md': {},
  'docs/without-docker.md': { files: shownFiles('docs/without-docker.md') },
};

const BUILDS = 'builds the project';
const CLUSTER = 'needs a registry and a cluster';
const CHECKOUT = 'needs a checkout: `npm run upgrade-page` runs it';

const FLEET_EXISTS = 'the fleet of the page exists: the tutorial and the tests of the command run it';

/** Reasons why commands are not run, by page and the first line of their block. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'docs/fleet-ci.md: npm run build && npm run images -- --prefix registry.example.com --push krm-variants-fleet':
    BUILDS,
  'docs/fleet.md: krm-variants fleet adopt clusters/rome/shop': FLEET_EXISTS,
  'docs/fleet.md: krm-variants fleet adopt clusters/rome/shop --revision v1': FLEET_EXISTS,
  'docs/fleet.md: krm-variants fleet prune --check': FLEET_EXISTS,
  'docs/fleet.md: krm-variants fleet plan --fetch': 'needs a git server: the tests of the command run it',
  'docs/fleet.md: krm-variants fleet init --clusters oslo,lima --from packages/shop@v1': FLEET_EXISTS,
  'docs/fleet.md: krm-variants fleet move clusters/oslo/shop clusters/bergen/shop': FLEET_EXISTS,
  'README.md: git clone REPOSITORY krm-variants && cd krm-variants # REPOSITORY: the address of this repository':
    BUILDS,
  'README.md: npm run demo # renders an example, shows the diff, and compares it with kpt if kpt is installed':
    'runs these tests',
  'docs/gitops.md: flux push artifact oci://registry.example.com/deploy/shop:latest \\': 'needs flux and a registry',
  'docs/images.md: apt-get install binutils libc6-arm64-cross': BUILDS,
  'docs/images.md: docker build --target apply-package-context --tag localhost/apply-package-context:v0.1.0 .': BUILDS,
  'docs/images.md: npm run images': BUILDS,
  'docs/install.md: git clone REPOSITORY krm-variants && cd krm-variants # REPOSITORY: the address of this repository':
    BUILDS,
  'docs/install.md: npm run build -- --platform all': 'downloads the runtimes of other platforms',
  'docs/releasing.md: npm run release -- --dry-run': 'downloads the runtimes of other platforms',
  'docs/kube-prometheus.md: krm-variants get https://github.com/prometheus-operator/kube-prometheus.git/manifests@v0.11.0 monitoring':
    CHECKOUT,
  "docs/kube-prometheus.md: sed -i 's/^  replicas: 2$/  replicas: 3 # one in each zone/' monitoring/prometheus-prometheus.yaml":
    CHECKOUT,
  'docs/kube-prometheus.md: for version in v0.12.0 v0.13.0 v0.14.0; do': CHECKOUT,
  'docs/kube-prometheus.md: krm-variants diff monitoring': CHECKOUT,
  'docs/kube-prometheus.md: kpt pkg get https://github.com/prometheus-operator/kube-prometheus.git/manifests@v0.11.0 with-kpt':
    CHECKOUT,
  'docs/kube-prometheus.md: grep --count -e --collector.systemd with-kpt/nodeExporter-daemonset.yaml monitoring/nodeExporter-daemonset.yaml':
    CHECKOUT,
  "docs/kube-prometheus.md: grep --recursive --files-with-matches 'acceptedNames: {}' with-kpt | wc -l": CHECKOUT,
  'docs/library.md: npm install /path/to/krm-variants': 'installs from a clone',
  'docs/porch.md: npm run images -- --prefix registry.example.com/krm --push': CLUSTER,
  'docs/porch.md: kubectl apply -f porch': CLUSTER,
  'docs/porch.md: npm run build -- --platform linux-amd64-musl': 'downloads the runtime of another platform',
  'docs/upgrades.md: npm run merge-histories -- CHECKOUT... --limit 1300 --seed 38':
    'needs checkouts of other projects',
  'docs/upgrades.md: npm run package-histories -- CHECKOUT FOLDER REV REV --edits 280 --seed 53':
    'needs checkouts of other projects',
  'docs/upgrades.md: npm run upgrades -- CHECKOUT FOLDER TAG TAG...': 'needs checkouts of other projects',
  'docs/upgrading.md: krm-variants update my-shop@v2': 'needs a package from git',
  'docs/without-docker.md: krm-variants get https://github.com/nephio-project/catalog.git/distros/gcp/cc-rootsync@main rootsync':
    'needs a checkout of another project',
};

function inside(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [join(folder, path), content]));
}

/** Returns files with a text replaced, which must be in one of them. */
function edited(files: Files, from: string, to: string): Files {
  const entries = Object.entries(files).map(([path, content]) => [path, String(content).replace(from, to)] as const);
  assert.notDeepEqual(Object.fromEntries(entries), files, from);
  return Object.fromEntries(entries);
}
