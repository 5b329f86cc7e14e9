import fc from 'fast-check';
import type { Files } from '../../cli/run-support.ts';
import { packageVariant, repository } from '../fleet.ts';

/** Generated settings of a fleet, apart from its upstream package. */
export interface FleetSettings {
  /** Context of the first variant. */
  readonly tier: string | undefined;
  /** Stage that the pipeline of the first variant sets in embedded YAML. */
  readonly stage: string | undefined;
  /** Label of all variants of the set. */
  readonly label: string | undefined;
  /** Host that is injected into the first variant. */
  readonly host: string | undefined;
}

const maybe = fc.option(fc.constantFrom('a', 'b'), { nil: undefined });

export const fleetSettings: fc.Arbitrary<FleetSettings> = fc.record({
  tier: maybe,
  stage: maybe,
  label: maybe,
  host: maybe,
});

/** Folders of the variants. */
export const FOLDERS = [
  'clusters/eu/shop',
  'clusters/us/shop',
  'clusters/ap/shop',
  'copies/shop',
  'deep/shop',
] as const;

/** Index of the variant that one is made of, by its own index. All others are made of the generated package. */
export const CHAIN: Readonly<Record<number, number>> = { 3: 0, 4: 3 };

/** Names of the variants, in the order of {@link FOLDERS}. */
export const NAMES = ['eu/shop', 'us/shop', 'ap/shop', 'copies/shop', 'deep/shop'] as const;

/**
 * Returns the resources of a fleet at a revision of its upstream. `isFloating`: the first variant has that of the work
 * tree.
 */
export function resourcesOf(settings: FleetSettings, revision: string, isFloating: boolean): readonly string[] {
  const at = isFloating ? '' : `@${revision}`;
  return [
    repository('blueprints', 'packages'),
    repository('eu', 'clusters/eu'),
    repository('us', 'clusters/us', '  labels: {region: far}\n'),
    repository('ap', 'clusters/ap', '  labels: {region: far}\n'),
    repository('copies', 'copies'),
    repository('deep', 'deep'),
    packageVariant('eu-shop', `blueprints/shop${at}`, 'eu/shop', ownSpec(settings)),
    packageVariant('copy', 'eu/shop', 'copies/shop'),
    packageVariant('copy-of-copy', 'copies/shop', 'deep/shop'),
    set(settings, revision),
    ...(settings.host === undefined ? [] : [object(settings.host)]),
  ];
}

/** Returns the same resources with other names of PackageVariants and sets. */
export function withOtherNames(resources: readonly string[]): readonly string[] {
  return resources.map((each) =>
    /^kind: PackageVariant(?:Set)?$/m.test(each)
      ? each.replace(/^ {2}name: (.*)$/m, (_, name) => `  name: z-${String(name)}`)
      : each,
  );
}

/**
 * Returns a text of a fleet with such names as it has with the first names: functions have the name of their
 * PackageVariant.
 */
export function withOldNames(text: string): string {
  return text.replaceAll('PackageVariant.z-', 'PackageVariant.');
}

/** Returns the files of a fleet, each with one resource. */
export function inputFiles(resources: readonly string[]): Files {
  return Object.fromEntries(resources.map((each, index) => [`variants/${index}.yaml`, each]));
}

function ownSpec({ tier, stage, host }: FleetSettings): string {
  return [
    ...(tier === undefined ? [] : [`  packageContext: {data: {tier: ${tier}}}\n`]),
    ...(stage === undefined ? [] : [stagePipeline(stage)]),
    ...(host === undefined ? [] : ['  injectors: [{kind: Site, name: eu}]\n']),
  ].join('');
}

function stagePipeline(stage: string): string {
  return `  pipeline:
    mutators:
      - name: stage
        exec: apply-override-policy
        configMap: {cluster: ${stage}}
`;
}

function set({ label }: FleetSettings, revision: string): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata:
  name: far
spec:
  upstream: {repo: blueprints, package: shop, revision: ${revision}}
  targets:
    - repositorySelector: {matchLabels: {region: far}}
${label === undefined ? '' : `      template: {labels: {stage: ${label}}, annotations: {stage: ${label}}}\n`}`;
}

function object(host: string): string {
  return `apiVersion: example.com/v1
kind: Site
metadata:
  name: eu
spec:
  host: ${host}
`;
}
