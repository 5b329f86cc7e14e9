import { resource } from '../../../support/resource-list.ts';

/** A policy of Karmada's documentation, and its effect on a package. */
export interface DocumentedPolicy {
  /** Page or file, and its effect. */
  readonly title: string;
  readonly policy: string;
  /** Resources that the policy selects. */
  readonly items: readonly string[];
  /** A Cluster that the policy targets. */
  readonly cluster: string;
  /** Changed lines of the items: `-` before, `+` after. */
  readonly want: readonly string[];
  /** A Cluster for which nothing changes. */
  readonly spared?: string;
  /** Severity, field and beginning of the message of each fault. */
  readonly faults?: readonly string[];
}

/** A policy of Karmada's documentation that is an error, and why. */
export interface RefusedPolicy {
  readonly title: string;
  readonly policy: string;
  /** Resources that the policy selects. */
  readonly items: readonly string[];
  /** Severity, field and beginning of the message of each result. */
  readonly want: readonly string[];
}

/** Returns an OverridePolicy with the lines of its spec, which may follow an empty line. */
export function overridePolicy(spec: string, namespace?: string): string {
  const metadata = namespace === undefined ? '' : `  namespace: ${namespace}\n`;
  return resource('policy.karmada.io/v1alpha1', 'OverridePolicy', 'example', `spec:${spec}`, metadata);
}

/** Returns a ClusterOverridePolicy with the lines of its spec. */
export function clusterOverridePolicy(spec: string): string {
  return resource('policy.karmada.io/v1alpha1', 'ClusterOverridePolicy', 'example', `spec:${spec}`);
}
