import type { ResourceSelector, WrittenPolicy } from '../../../../src/karmada/index.ts';
import { resource } from '../../../support/resource-list.ts';

/** A test of Karmada, with what it expects. */
export interface UpstreamCase {
  readonly title: string;
  readonly policies: readonly string[];
  readonly item: string;
  /** Name of the cluster. */
  readonly cluster: string;
  /** Changed lines of the item: `-` before, `+` after. */
  readonly want: readonly string[];
  /** Severity, field and beginning of the message of each fault that Karmada passes over. */
  readonly faults?: readonly string[];
}

/** Returns an OverridePolicy in the namespace `default`. */
export function overridePolicy(name: string, spec: WrittenPolicy): string {
  const text = `spec: ${JSON.stringify(spec)}\n`;
  return resource('policy.karmada.io/v1alpha1', 'OverridePolicy', name, text, '  namespace: default\n');
}

/** Returns a ClusterOverridePolicy. */
export function clusterOverridePolicy(name: string, spec: WrittenPolicy): string {
  return resource('policy.karmada.io/v1alpha1', 'ClusterOverridePolicy', name, `spec: ${JSON.stringify(spec)}\n`);
}

/** Returns a workload in the namespace `default`, with the images of its containers. */
export function workload(kind: string, images: readonly string[], metadata = ''): string {
  const isPod = kind === 'Pod';
  const apiVersion = isPod ? 'v1' : kind === 'Job' ? 'batch/v1' : 'apps/v1';
  const containers = images.map((image, index) => `- name: c${index}\n  image: ${image}\n`).join('');
  const [head, indent] = isPod
    ? ['spec:\n  containers:\n', 4]
    : ['spec:\n  template:\n    spec:\n      containers:\n', 8];
  const lines = containers.replaceAll(/^(?=.)/gm, ' '.repeat(indent));
  return resource(apiVersion, kind, 'web', `${head}${lines}`, `  namespace: default\n${metadata}`);
}

const MEMBERS = { clusterNames: ['member1', 'member2'] };

type Overriders = NonNullable<WrittenPolicy['overriders']>;

/** Returns a policy in the deprecated fields, as the end-to-end tests on overriders have it. */
export function legacy(resourceSelectors: readonly ResourceSelector[], overriders: Overriders): WrittenPolicy {
  return { resourceSelectors, targetCluster: MEMBERS, overriders };
}

/** Returns a policy with one rule. */
export function rules(resourceSelectors: readonly ResourceSelector[], overriders: Overriders): WrittenPolicy {
  return { resourceSelectors, overrideRules: [{ targetCluster: MEMBERS, overriders }] };
}
