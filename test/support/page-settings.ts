import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import { builtImages } from './built-images.ts';
import { CHART } from './chart.ts';
import { RENDER_EXAMPLE } from './render-example.ts';

/** Requirements of the commands of a page. */
export interface Setting {
  /** Files of the folder that the commands run in. */
  readonly files?: Files;
  /** Folders of the checkout that are linked into that folder. */
  readonly links?: readonly string[];
  /** Programs without which the page cannot be run. */
  readonly tools?: readonly string[];
  /** Scripts that stand in for programs, by name. */
  readonly standIns?: Readonly<Record<string, string>>;
  /** Shell commands that run first. */
  readonly first?: string;
  /** Additional environment variables. */
  readonly env?: () => NodeJS.ProcessEnv;
}

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

/** Settings of the pages with commands that are run. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  'README.md': { files: { ...inside('shop-v1', V1), ...inside('shop-v2', V2) }, links: ['examples'], standIns },
  'docs/alternatives.md': { files: { 'shop.yaml': CHART, 'op.yaml': POLICY }, tools: ['kubectl', 'yq'] },
  'docs/ci.md': {
    files: { ...inside('shop', EXAMPLE), 'shop.yaml': CHART, 'op.yaml': POLICY },
    first:
      'krm-variants render shop; krm-variants run apply-override-policy shop.yaml --policy op.yaml -- cluster=oslo',
  },
  'docs/editors.md': { files: { 'shop.yaml': CHART } },
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
      return { CONTAINERS_CONF, CONTAINERS_STORAGE_CONF };
    },
  },
  'docs/install.md': { files: inside('shop', EXAMPLE), links: ['dist'], tools: ['kpt'] },
  'docs/limits.md': { files: inside('shop', EXAMPLE) },
  'docs/merge.md': {
    files: {
      ...inside('upstream-v1', V1),
      ...inside('upstream-v2', V2),
      ...inside('upstream-v3', edited(V3, PORT, '{ port: 80, name: http,')),
      ...inside('mine', edited(LOCAL, PORT, '{ port: 80, name: web,')),
    },
  },
  'docs/pipelines.md': {
    files: { 'label.sh': '#!/bin/sh\ncat\n' },
    links: ['examples'],
    first: 'chmod +x label.sh',
    standIns,
  },
  'docs/policies.md': { files: { 'shop.yaml': CHART, 'op.yaml': POLICY }, links: ['examples'], standIns },
  'docs/reference.md': {},
  'docs/render.md': { files: inside('shop', EXAMPLE) },
  'docs/upgrading.md': {
    files: {
      ...inside('shop-v1', V1),
      ...inside('shop-v2', V2),
      ...inside('shop-v3', V3),
      ...inside('shop', LOCAL),
    },
    first: `git config --global user.name a && git config --global user.email a@example.com
      git init --quiet catalog
      for version in v1 v2; do
        rm -rf catalog/shop && cp -R shop-$version catalog/shop
        git -C catalog add . && git -C catalog commit --quiet -m $version && git -C catalog tag $version
      done`,
    standIns,
  },
};

const BUILDS = 'builds the project';
const CLUSTER = 'needs a registry and a cluster';

/** Reasons why commands are not run, by page and the first line of their block. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'README.md: npm ci && npm run build': BUILDS,
  'README.md: npm run demo   # renders an example, shows the diff, and compares it with kpt': 'runs these tests',
  'docs/gitops.md: flux push artifact oci://registry.example.com/deploy/shop:latest \\': 'needs flux and a registry',
  'docs/images.md: npm run build && npm run images': BUILDS,
  'docs/install.md: npm ci && npm run build': BUILDS,
  'docs/install.md: npm run build -- --target bun-linux-arm64': 'downloads the runtime of another platform',
  'docs/porch.md: npm run build && npm run images -- --prefix registry.example.com/krm --push': CLUSTER,
  'docs/porch.md: npm run build -- --target bun-linux-x64-musl': 'downloads the runtime of another platform',
  'docs/upgrades.md: npm run merge-histories -- CHECKOUT... --limit 1300 --seed 38':
    'needs checkouts of other projects',
  'docs/upgrades.md: npm run upgrades -- CHECKOUT FOLDER TAG TAG...': 'needs checkouts of other projects',
  'docs/upgrading.md: kpt pkg get https://git.example.com/catalog.git/shop@v1 base/shop': 'needs the internet',
};

/** Folder and environment of the commands of a page. */
export interface Prepared {
  readonly work: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Prepares a folder for the commands of a page, with a home folder of its own. `path`: additional folders for the PATH. */
export function preparePage(folder: string, setting: Setting, path: readonly string[]): Prepared {
  const { files = {}, links = [], standIns: scripts = {}, first = '', env: more } = setting;
  const [bin, home, work] = ['bin', 'home', 'work'].map((name) => join(folder, name)) as [string, string, string];
  for (const each of [bin, home, work]) mkdirSync(each);
  symlinkSync(join(root, 'dist/krm-variants'), join(bin, 'krm-variants'));
  for (const [name, script] of Object.entries(scripts)) executable(join(bin, name), script);
  for (const name of links) symlinkSync(join(root, name), join(work, name));
  writeFiles(work, files);
  const PATH = [join(home, '.local/bin'), bin, ...path, process.env['PATH']].join(delimiter);
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: undefined, XDG_CONFIG_HOME: undefined };
  const prepared = { work, env: { ...env, HOME: home, PATH, ...more?.() } };
  const { status, stderr } = spawnSync('bash', ['-e', '-c', first], { cwd: work, env: prepared.env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return prepared;
}

function executable(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}`, { mode: 0o755 });
}

function inside(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [join(folder, path), content]));
}

/** Returns files with a text replaced, which must be in one of them. */
function edited(files: Files, from: string, to: string): Files {
  const entries = Object.entries(files).map(([path, content]) => [path, String(content).replace(from, to)] as const);
  assert.notDeepEqual(Object.fromEntries(entries), files, from);
  return Object.fromEntries(entries);
}
