import { packageVariant, repository, web } from '../../support/fleet.ts';
import { kptfile, type Files } from '../run-support.ts';

/** Returns a policy for a container that the Deployment does not have. */
export function sidecarPolicy(name: string): string {
  return `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: sidecar, annotations: {config.kubernetes.io/local-config: 'true'}}
spec:
  resourceSelectors:
    - {apiVersion: apps/v1, kind: Deployment}
  overrideRules:
    - overriders:
        argsOverrider:
          - {containerName: ${name}, operator: add, value: [--verbose]}
`;
}

/** Fleet of a variant with a warning: its policy is for a container that the Deployment lacks. */
export const WARNED_FLEET: Files = {
  'packages/shop/Kptfile': `${kptfile('shop')}pipeline: {mutators: [{exec: apply-override-policy}]}\n`,
  'packages/shop/web.yaml': web(2),
  'packages/shop/policy.yaml': sidecarPolicy('sidecar'),
  'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
  'variants/eu.yaml': packageVariant('eu', 'blueprints/shop', 'all/eu'),
};
