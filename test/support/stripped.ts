import type { LineEdit } from './line-edits.ts';
import { resource } from './resource-list.ts';

/** Returns a StripTransform as text. */
const stripTransform = (spec: string): string =>
  resource('krm-variants.dev/v1alpha1', 'StripTransform', 'corpus', `spec: ${spec}\n`);

/** Removes something from most packages of the corpus. */
export const STRIP = stripTransform(`
  transforms:
    - apiGroup: apps
      resource: deployments
      remove: ["$.spec.template.spec.containers[*].imagePullPolicy", "$.spec.replicas"]
    - apiGroup: rbac.authorization.k8s.io
      resource: clusterroles
      remove: ["$.metadata.labels"]`);

/** Lines that it removes. */
export const STRIPPED: readonly LineEdit[] = [
  [/^kind: Deployment\b/m, /^ +imagePullPolicy: .*\n|^ {2}replicas: .*\n/gm, ''],
  [/^kind: ClusterRole\b/m, /^ {2}labels:\n(?: {4}.*\n)+/gm, ''],
  [/^kind: Job\b/m, /^ {2}selector:\n(?: {4}.*\n)+/gm, ''],
  [
    /^kind: Service\b/m,
    /^ {2}(?:# above a removed value\n {2})?(?:externalTrafficPolicy|sessionAffinity): .*\n|^ +nodePort: .*\n/gm,
    '',
  ],
];

/** Removes nothing from them. */
export const STRIP_NOTHING = stripTransform(
  '{builtIn: false, transforms: [{apiGroup: "", resource: pods, remove: [$.status]}]}',
);
