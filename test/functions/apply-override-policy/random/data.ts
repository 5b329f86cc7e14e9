import type { WrittenPolicy } from '../../../../src/karmada/index.ts';

/** Resource as plain data, with the parts that overriders edit. */
export interface Item {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  readonly data?: Record<string, string>;
  readonly spec?: { readonly template: { readonly spec: { readonly containers: readonly Container[] } } };
}

/** Container of a workload. */
interface Container {
  readonly name: string;
  image?: string;
  args?: string[];
}

/** Policy as plain data. */
export interface Policy {
  readonly kind: 'ClusterOverridePolicy' | 'OverridePolicy';
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly spec: Pick<WrittenPolicy, 'resourceSelectors' | 'overrideRules'>;
}
