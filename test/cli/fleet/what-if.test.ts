import assert from 'node:assert/strict';
import { plannedClasses } from '../../../src/fleet/answers/planned-classes.ts';
import {
  inFleet,
  inMemoryFleet,
  packageVariant,
  registryPolicy,
  repository,
  web,
  type FleetSetting,
} from '../../support/fleet.ts';
import {
  C,
  COPY,
  FLEET,
  FLOATING,
  GIT_FLEET,
  inApplied,
  REGION,
  set,
  SHOP,
  site,
  tag,
} from '../../support/what-if-fleet.ts';
import { planBoth, sharedFleet, type Replacements } from '../../support/what-if.ts';
import { below, configMap, kptfile, type Files } from '../run-support.ts';

function hold(folder: string): string {
  return `apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: hold}\nspec: {variants: [${folder}], reason: not yet}\n`;
}

const RESOLUTION = `apiVersion: krm-variants.dev/v1alpha1
kind: MergeResolution
metadata: {name: web}
spec:
  match:
    upstream: {repository: blueprints, package: floating}
    kind: edit/edit
    resource: {apiVersion: apps/v1, kind: Deployment, name: web}
    path: spec.replicas
    base: 5
    new: 6
  take: new
`;

interface Row {
  readonly replaced: Replacements;
  /** Folders of the variants that change, with their actions. */
  readonly want: Readonly<Record<string, string>>;
  /** A line for each class of changes. */
  readonly classes: readonly string[];
  readonly prepare?: typeof tag;
  readonly args?: readonly string[];
  /** Files that people have edited. */
  readonly edits?: Files;
  /** True to plan in a git repository that ignores and converts files. */
  readonly needsGit?: true;
}

const ROWS: Readonly<Record<string, Row>> = {
  'a policy in an upstream package that variants have at a revision': {
    replaced: { 'packages/shop/policy.yaml': registryPolicy('two.example.com') },
    want: { 'clusters/a/shop': 'update', 'clusters/b/shop': 'update' },
    classes: [
      '2 OverridePolicy/registry spec.overrideRules[0].overriders.imageOverrider[0].value: one.example.com -> two.example.com policy.yaml:11',
      '2 Deployment/web spec.template.spec.containers[name=web].image: one.example.com/web:1 -> two.example.com/web:1 web.yaml:11',
    ],
    prepare: tag,
  },
  'an upstream package that variants have at a revision': {
    replaced: {
      'packages/shop': { Kptfile: kptfile('shop'), 'web.yaml': web(3, 'docker.io/web:1'), 'ignored.log': 'log\n' },
    },
    want: { 'clusters/a/shop': 'update', 'clusters/b/shop': 'update' },
    classes: [
      '2 Kptfile pipeline: VALUE Kptfile:6',
      '2 Deployment/web spec.replicas: 2 -> 3 web.yaml:6',
      '2 Deployment/web spec.template.spec.containers[name=web].image: one.example.com/web:1 -> docker.io/web:1 web.yaml:11',
      '2 OverridePolicy/registry : present -> - policy.yaml:1',
    ],
    prepare: tag,
    needsGit: true,
  },
  'an upstream package in the work tree, also for a copy of a variant': {
    replaced: { 'packages/floating': { ...FLOATING, 'web.yaml': web(6) } },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['2 Deployment/web spec.replicas: 5 -> 6 web.yaml:6'],
  },
  'an upstream package in the work tree with fewer files': {
    replaced: { 'packages/floating': { Kptfile: kptfile('floating'), 'web.yaml': web(5) } },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: [
      '2 Kptfile info: VALUE Kptfile:6',
      '2 Site/site : present -> - site.yaml:1',
      '1 Kptfile status: VALUE Kptfile:9',
      '1 Kptfile status: VALUE Kptfile:9',
    ],
  },
  'a file of an upstream package in the work tree': {
    replaced: { 'packages/floating/web.yaml': web(6) },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['2 Deployment/web spec.replicas: 5 -> 6 web.yaml:6'],
  },
  'a file that an upstream package lacks': {
    replaced: { 'packages/floating/more.yaml': configMap('more') },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['2 ConfigMap/more : - -> present more.yaml:1'],
  },
  'a PackageVariantSet': {
    replaced: { 'variants/shops.yaml': set('v1', 'gold') },
    want: { 'clusters/a/shop': 'update', 'clusters/b/shop': 'update' },
    classes: ['2 ConfigMap/kptfile.kpt.dev data.tier: - -> gold package-context.yaml:10'],
  },
  'a PackageVariant': {
    replaced: { 'variants/c.yaml': C.replace('  injectors', '  packageContext: {data: {tier: gold}}\n  injectors') },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['2 ConfigMap/kptfile.kpt.dev data.tier: - -> gold package-context.yaml:10'],
  },
  'a PackageVariant that is added': {
    replaced: { 'variants/new.yaml': packageVariant('new', 'blueprints/shop@v1', 'c/new') },
    want: { 'clusters/c/new': 'create' },
    classes: [],
  },
  'a Repository that a set selects': {
    replaced: {
      'variants/places.yaml': `${String(FLEET['variants/places.yaml'])}---\n${repository('d', 'clusters/d', REGION)}`,
    },
    want: { 'clusters/d/shop': 'create' },
    classes: [],
  },
  'a folder of inputs that asks for fewer variants': {
    replaced: { variants: { 'places.yaml': String(FLEET['variants/places.yaml']), 'c.yaml': C, 'copy.yaml': COPY } },
    want: { 'clusters/a/shop': 'gone', 'clusters/b/shop': 'gone' },
    classes: [],
  },
  'an object to inject': {
    replaced: { 'objects/north.yaml': site('south.example.com') },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['2 Site/site spec.host: north.example.com -> south.example.com site.yaml:6'],
  },
  'a FleetHold that is added, with a change': {
    replaced: { 'variants/shops.yaml': set('v1', 'gold'), '.krm-variants/holds/hold.yaml': hold('clusters/b/shop') },
    want: { 'clusters/a/shop': 'update', 'clusters/b/shop': 'held' },
    classes: ['1 ConfigMap/kptfile.kpt.dev data.tier: - -> gold package-context.yaml:10'],
  },
  'a policy in the folder of a variant': {
    replaced: { 'clusters/a/shop/policy.yaml': registryPolicy('two.example.com') },
    want: { 'clusters/a/shop': 'update' },
    classes: [
      '1 Deployment/web spec.template.spec.containers[name=web].image: one.example.com/web:1 -> two.example.com/web:1 web.yaml:11',
    ],
  },
  'the folder of a variant that another one is made of': {
    replaced: { 'clusters/c/shop/web.yaml': web(7) },
    want: { 'copies/shop': 'update' },
    classes: ['1 Deployment/web spec.replicas: 5 -> 7 web.yaml:6'],
  },
  'a selection by a value that only the file has': {
    replaced: { 'clusters/a/shop/policy.yaml': registryPolicy('two.example.com') },
    args: ['--where', 'OverridePolicy/registry:metadata.name=registry', '--selector', 'region!=us'],
    want: { 'clusters/a/shop': 'update' },
    classes: [
      '1 Deployment/web spec.template.spec.containers[name=web].image: one.example.com/web:1 -> two.example.com/web:1 web.yaml:11',
    ],
  },
  'a folder of several upstream packages': {
    replaced: {
      packages: {
        ...below('shop', { ...SHOP, 'web.yaml': web(3, 'docker.io/web:1') }),
        ...below('floating', { ...FLOATING, 'web.yaml': web(6) }),
      },
    },
    want: {
      'clusters/a/shop': 'update',
      'clusters/b/shop': 'update',
      'clusters/c/shop': 'update',
      'copies/shop': 'update',
    },
    classes: ['2 Deployment/web spec.replicas: 2 -> 3 web.yaml:6', '2 Deployment/web spec.replicas: 5 -> 6 web.yaml:6'],
    prepare: tag,
  },
  'files that git ignores in an upstream package': {
    replaced: {
      'packages/floating': { ...FLOATING, '.gitignore': 'sub/\n', 'sub/no.yaml': configMap('no'), 'own.log': 'log\n' },
    },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['2 .gitignore : - -> file of 5 bytes .gitignore:'],
    needsGit: true,
  },
  'a file with the line ends of Windows, which git converts': {
    replaced: { 'clusters/c/shop/web.yaml': web(5).replaceAll('\n', '\r\n') },
    want: {},
    classes: [],
    needsGit: true,
  },
  'a MergeResolution': {
    replaced: { 'packages/floating/web.yaml': web(6), '.krm-variants/resolutions/web.yaml': RESOLUTION },
    edits: { 'clusters/c/shop/web.yaml': web(7) },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['1 Deployment/web spec.replicas: 7 -> 6 web.yaml:6', '1 Deployment/web spec.replicas: 5 -> 6 web.yaml:6'],
  },
  'one variant of several, with --check': {
    replaced: { 'variants/shops.yaml': set('v1', 'gold') },
    args: ['--variant', 'b/shop', '--check'],
    want: { 'clusters/b/shop': 'update' },
    classes: ['1 ConfigMap/kptfile.kpt.dev data.tier: - -> gold package-context.yaml:10'],
  },
};

describe('fleet plan --with', () => {
  const shared = sharedFleet(inMemoryFleet, FLEET);
  const gitShared = sharedFleet(inFleet, GIT_FLEET);

  for (const [name, { replaced, want, classes, prepare, args, edits, needsGit }] of Object.entries(ROWS))
    it(`plans with ${name}, as if it were there`, async () => {
      const check = async (setting: FleetSetting): Promise<void> => {
        const planned = await planBoth(setting, replaced, args, prepare);
        const changing = planned.variants.filter(({ action }) => action !== 'unchanged');
        assert.deepEqual(
          Object.fromEntries(changing.map(({ folder, action }) => [folder, action])),
          want,
          planned.stderr,
        );
        const lines = plannedClasses(planned.changed).map(({ resource, field, before = '-', after = '-', places }) => {
          const [first] = places;
          const values = before.length + after.length > 60 ? 'VALUE' : `${before} -> ${after}`;
          return `${places.length} ${resource} ${field}: ${values} ${first?.file ?? ''}:${first?.line ?? ''}`;
        });
        assert.deepEqual(lines, classes);
      };
      if (needsGit) return await check(gitShared());
      if (edits === undefined) return await check(shared());
      return await inApplied(async (setting) => {
        setting.fleet.commit(edits);
        await check(setting);
      });
    });
});
