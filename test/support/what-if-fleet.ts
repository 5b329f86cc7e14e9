import assert from 'node:assert/strict';
import { kptfile, type Files } from '../cli/run-support.ts';
import type { FleetFolder } from './fleet-folder.ts';
import {
  type FleetSetting,
  type InFleet,
  inFleet,
  inMemoryFleet,
  packageVariant,
  registryPolicy,
  repository,
  web,
} from './fleet.ts';

const PIPELINE = `pipeline:
  mutators:
    - exec: apply-override-policy
      configMap: {cluster: eu}
`;

export function set(revision: string, label = ''): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata: {name: shops}
spec:
  upstream: {repo: blueprints, package: shop, revision: ${revision}}
  targets:
    - repositorySelector: {matchLabels: {region: eu}}
${label === '' ? '' : `      template: {packageContext: {data: {tier: ${label}}}}\n`}`;
}

export function site(host: string): string {
  return `apiVersion: example.com/v1\nkind: Site\nmetadata: {name: north}\nspec: {host: ${host}}\n`;
}

const INJECTED = `apiVersion: example.com/v1
kind: Site
metadata:
  name: site
  annotations: {kpt.dev/config-injection: required}
spec: {host: none}
`;

export const SHOP: Files = {
  Kptfile: `${kptfile('shop')}${PIPELINE}`,
  'web.yaml': web(2, 'docker.io/web:1'),
  'policy.yaml': registryPolicy('one.example.com'),
};
export const FLOATING: Files = { Kptfile: kptfile('floating'), 'web.yaml': web(5), 'site.yaml': INJECTED };

export const REGION = '  labels: {region: eu}\n';
export const C = packageVariant('c', 'blueprints/floating', 'c/shop', '  injectors: [{kind: Site, name: north}]\n');
export const COPY = packageVariant('copy', 'c/shop', 'copies/shop');
export const FLEET: Files = {
  ...Object.fromEntries(Object.entries(SHOP).map(([path, text]) => [`packages/shop/${path}`, text])),
  ...Object.fromEntries(Object.entries(FLOATING).map(([path, text]) => [`packages/floating/${path}`, text])),
  'variants/places.yaml': [
    repository('blueprints', 'packages'),
    repository('a', 'clusters/a', REGION),
    repository('b', 'clusters/b', REGION),
    repository('c', 'clusters/c'),
    repository('copies', 'copies'),
  ].join('---\n'),
  'variants/shops.yaml': set('v1'),
  'variants/c.yaml': C,
  'variants/copy.yaml': COPY,
  'objects/north.yaml': site('north.example.com'),
};

/** The same fleet, with files that git ignores and converts. */
export const GIT_FLEET: Files = { ...FLEET, '.gitattributes': '* text=auto\n', '.gitignore': '*.log\n' };

/** Warnings of the fleet, with and without other files. */
export const WARNINGS: readonly string[] = [
  'warning readiness-gate-unmet copies/shop/Kptfile',
  'warning rule-unmatched copies/shop/site.yaml',
];

function appliedBy<Setting extends FleetSetting>(inThis: InFleet<Setting>) {
  return (act: (setting: Setting) => Promise<void>, files: Files = {}): Promise<void> =>
    inThis({ ...FLEET, ...files }, async (setting) => {
      const { exitCode, stderr } = await setting.run('apply');
      assert.equal(exitCode, 0, stderr);
      setting.fleet.commit({});
      await act(setting);
    });
}

/** Passes a fleet whose variants are applied and committed. */
export const inApplied = appliedBy(inMemoryFleet);
export const inGitApplied = appliedBy(inFleet);

/** Commits a package in a copy, and moves the tag v1 to this commit. */
export function tag(copy: FleetFolder): void {
  copy.commit({});
  copy.tag('v1', { moves: true });
}
