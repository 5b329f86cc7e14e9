import type { Place } from './place.ts';

/** Lists of permissions by group and kind. */
const PERMISSIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['rbac.authorization.k8s.io/Role', ['rules']],
  ['rbac.authorization.k8s.io/ClusterRole', ['rules']],
  ['networking.k8s.io/NetworkPolicy', ['spec.ingress', 'spec.egress']],
]);

/**
 * Reports whether the elements of the list at a place are permissions: two changes of one, taken together, may permit what
 * neither side wanted.
 */
export function holdsPermissions({ schema: { group, kind }, field }: Place): boolean {
  return PERMISSIONS.get(`${group}/${kind}`)?.includes(field.join('.')) === true;
}
