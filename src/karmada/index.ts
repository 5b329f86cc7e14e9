export { applyFieldOverriders, type OverriddenFields } from './apply-field-overriders.ts';
export { CLUSTER, isCluster, readCluster } from './cluster-items.ts';
export { readFieldOverriders } from './field-overrider-entry.ts';
export { readCommandOverriders, type WrittenCommandOverrider } from './command-overrider.ts';
export { readFieldOverrider, type FieldOverrider, type WrittenFieldOverrider } from './field-overrider.ts';
export {
  OWN_KIND,
  readOverridePolicy,
  type OverridePolicy,
  type OverrideRule,
  type WrittenPolicy,
  type WrittenRule,
} from './override-policy.ts';
export { changesOf, reachedState } from './policies.ts';
export { keyHint } from './lacking-field.ts';
export { reportLackingField } from './lacking-field.ts';
export { readImageOverriders, type WrittenImageOverrider } from './image-overrider.ts';
export { readLabelOverriders, type WrittenLabelOverrider } from './label-overrider.ts';
export type { OverriderEffect } from './override-document.ts';
export { OR_ONCE, type OverrideContext, type OverrideEffect, type Overrider, type OverrideScope } from './overrider.ts';
export type { WrittenPlaintext } from './plaintext-entry.ts';
export { askOverriders, takeValues, type OwnOverriders, type WrittenOverriders } from './overriders.ts';
export { takeFieldValues, type OwnFieldOverrider } from './own-overriders.ts';
export { PackageValues } from './package-values.ts';
export { readPlaintextOverriders } from './plaintext-overrider.ts';
export {
  clusterOverridePolicy,
  overridePolicy,
  overridersSchema,
  ownOverridersSchema,
  targetClusterSchema,
} from './policies.ts';
export { fieldSchemas } from './overrider-schemas.ts';
export { selectPolicies, type SelectedPolicies, stagesOf, type OrderedPolicy } from './policy-order.ts';
export {
  ownResourceSelectorsSchema,
  readSelection,
  type ResourceSelector,
  type Selection,
  type SelectorMatch,
} from './resource-selector.ts';
export { reportSelectors, selectResources } from './selector-report.ts';
export { editedSelectedField } from './selected-fields.ts';
export { editsAfter } from './sequence-edit.ts';
export { isAllClusters, matchesCluster, type Cluster, type TargetCluster } from './target-cluster.ts';
export { type ValueSource } from './value-source.ts';
