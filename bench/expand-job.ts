import { countItems } from './count-edits.ts';
import { withTemplates } from './flavour.ts';
import type { Job } from './job.ts';

/** Job: expand a template in one string of every resource. */
export const everyExpanded: Job = {
  title: 'expand a string in every resource',
  functionName: 'expand-templates',
  sorts: ['workloads'],
  flavour: withTemplates,
  functionConfig: () => `apiVersion: krm-variants.dev/v1alpha1
kind: TemplateExpansion
metadata:
  name: bench
spec:
  clusterName: virgo
  properties:
    registry: registry.example.com
    domain: eu.example.com
`,
  countEdits: (output) => countItems(output, isExpanded),
  edits: ({ count }) => count,
  // The string, and the annotation that requests the expansion.
  linesTaken: 2,
};

/** Reports whether an object is expanded and would not be expanded again. */
function isExpanded(item: string): boolean {
  const expanded = /\bimage: "registry\.example\.com\/shop\/app-|\bhost: db\.config-\d+\.eu\.example\.com$/m;
  return expanded.test(item) && !item.includes('control.kubestellar.io/expand-templates');
}
