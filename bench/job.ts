import { countMatches } from './count-edits.ts';
import type { Flavour } from './flavour.ts';
import type { Input, Sort } from './input.ts';

/** One edit, as each contender is asked for it. */
export interface Job {
  readonly title: string;
  /** The function of ours that does it. */
  readonly functionName:
    'annotate' | 'field-override' | 'strip-transform' | 'expand-templates' | 'expand-package-variant-set';
  /** The Go program that does it, where it is not the one that does most jobs. */
  readonly kyamlProgram?: 'kyaml-fan-out';
  /** The inputs that it is for. */
  readonly sorts: readonly Sort[];
  /** What the workloads are like, where they are not plain. */
  readonly flavour?: Flavour;
  /** For the functions. */
  functionConfig(input: Input): string;
  /** For yq, on a ResourceList; none where it cannot do it. */
  readonly expression?: (input: Input) => string;
  /** For kustomize, besides `resources`, on plain workloads; none where it cannot do it. */
  readonly kustomization?: (input: Input) => string;
  /** How many edits an output has. */
  countEdits(output: string): number;
  /** How many edits it must have. */
  edits(input: Input): number;
  /** How many lines of the input an edit takes away, for good or to put another in their place. */
  readonly linesTaken: number;
}

const ANNOTATION = 'example.com/bench';
const VALUE = 'edited';
const ANNOTATED = /^ *example\.com\/bench: ["']?edited["']?$/gm;

/** Sets an annotation on every resource. */
export const everyResource: Job = {
  title: 'edit every resource',
  functionName: 'annotate',
  sorts: ['workloads', 'corpus'],
  functionConfig: () => annotating(),
  expression: () => `.items[].metadata.annotations."${ANNOTATION}" = "${VALUE}"`,
  kustomization: () => `transformers:
- |-
  apiVersion: builtin
  kind: AnnotationsTransformer
  metadata: {name: bench}
  annotations: {${ANNOTATION}: ${VALUE}}
  fieldSpecs: [{path: metadata/annotations, create: true}]
`,
  countEdits: (output) => countMatches(output, ANNOTATED),
  edits: ({ count }) => count,
  linesTaken: 0,
};

/** Sets an annotation on the one resource of a kind and name. */
export const oneResource: Job = {
  title: 'select one resource and edit it',
  functionName: 'annotate',
  sorts: ['workloads', 'corpus'],
  functionConfig: ({ target: { kind, name } }) => `${annotating()}  kind: ${kind}\n  name: ${name}\n`,
  expression: ({ target: { kind, name } }) =>
    `(.items[] | select(.kind == "${kind}" and .metadata.name == "${name}") | .metadata.annotations."${ANNOTATION}") = "${VALUE}"`,
  kustomization: ({ target: { kind, name } }) => `patches:
- target: {kind: ${kind}, name: ${name}}
  patch: |-
    - {op: add, path: /metadata/annotations, value: {${ANNOTATION}: ${VALUE}}}
`,
  countEdits: (output) => countMatches(output, ANNOTATED),
  edits: () => 1,
  linesTaken: 0,
};

/** Replaces a number in the YAML text that a ConfigMap holds. */
export const embeddedText: Job = {
  title: 'edit embedded text in every ConfigMap',
  functionName: 'field-override',
  sorts: ['workloads'],
  functionConfig: () => `apiVersion: krm-variants.dev/v1alpha1
kind: FieldOverride
metadata:
  name: bench
spec:
  resourceSelectors:
  - apiVersion: v1
    kind: ConfigMap
  fieldOverrider:
  - fieldPath: /data/config.yaml
    yaml:
    - subPath: /server/port
      operator: replace
      value: 9090
`,
  expression: () =>
    '(.items[] | select(.kind == "ConfigMap") | .data."config.yaml") |= (from_yaml | .server.port = 9090 | to_yaml)',
  kustomization: () => `replacements:
- sourceValue: "9090"
  targets:
  - select: {kind: ConfigMap}
    fieldPaths: [data.config\\.yaml.server.port]
`,
  countEdits: (output) => countMatches(output, /\bport: 9090\b/g),
  edits: ({ texts }) => texts,
  linesTaken: 1,
};

/** Those of some inputs that a job is for. */
export function inputsOf({ sorts }: Job, inputs: readonly Input[]): readonly Input[] {
  return inputs.filter(({ sort }) => sorts.includes(sort));
}

function annotating(): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: function-input
data:
  annotation: ${ANNOTATION}
  value: ${VALUE}
`;
}
