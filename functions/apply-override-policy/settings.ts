import type { Cluster, OverridePolicy, OverrideScope } from '../../src/karmada/index.ts';
import type { Resource, Results, Subject } from '../../src/krm/index.ts';

/** Policy with the resource that it was read from. */
export interface NamedPolicy extends OverridePolicy {
  readonly name: string;
  readonly source: Resource;
}

/** Settings of the function, independent of the kind that configures it. */
export interface Settings {
  /** Policies to apply. Defaults to those among the items. */
  readonly policies: readonly NamedPolicy[] | undefined;
  /** Known parts of the cluster that they are applied for. Others are those of its Cluster object. */
  readonly cluster: Partial<Cluster>;
  /** Field that names the cluster; undefined if none does. */
  readonly clusterNamedBy?: Subject;
  readonly scope: OverrideScope;
  /** Annotates each resource with the overriders that were applied. */
  readonly record: boolean;
  /** Reports values of the package that were taken and then edited. */
  readonly checkValues?: (results: Results) => void;
}

export const DEFAULTS: Settings = { policies: undefined, cluster: {}, scope: 'all', record: false };
