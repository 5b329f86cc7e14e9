import { countMatches } from './count-edits.ts';
import type { Job } from './job.ts';

/** Job: replace the registry of the image in every Deployment. */
export const everyImage: Job = {
  title: 'replace the registry of every image',
  functionName: 'apply-override-policy',
  sorts: ['deployments'],
  functionConfig: () => `apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata:
  name: bench
spec:
  resourceSelectors:
  - apiVersion: apps/v1
    kind: Deployment
  overrideRules:
  - overriders:
      imageOverrider:
      - component: Registry
        operator: replace
        value: mirror.example.com
`,
  expression: () => '.items[].spec.template.spec.containers[].image |= sub("^[^/]+", "mirror.example.com")',
  countEdits: (output) => countMatches(output, /^ *image: ["']?mirror\.example\.com\/shop\//gm),
  edits: ({ count }) => count,
  linesTaken: 1,
};
