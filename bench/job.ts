import { countMatches } from './count-edits.ts';
import type { Flavour } from './flavour.ts';
import type { Input, Sort } from './input.ts';

/** One edit, in the form that each contender expects. */
export interface Job {
  readonly title: string;
  /** Our function that does it. */
  readonly functionName:
    | 'annotate'
    | 'apply-override-policy'
    | 'field-override'
    | 'strip-transform'
    | 'expand-templates'
    | 'expand-package-variant-set';
  /** Go program that does it, if not the one for most jobs. */
  readonly kyamlProgram?: 'kyaml-fan-out';
  /** Sorts of inputs that the job accepts. */
  readonly sorts: readonly Sort[];
  /** Largest number of workloads; 50,000 by default. */
  readonly most?: number;
  /** Flavour of the workloads; plain by default. */
  readonly flavour?: Flavour;
  /** Returns the config for the functions. */
  functionConfig(input: Input): string;
  /** Returns the expression for yq on a ResourceList; absent if yq cannot do the job. */
  readonly expression?: (input: Input) => string;
  /** Returns the kustomization besides `resources`, for plain workloads; absent if kustomize cannot do the job. */
  readonly kustomization?: (input: Input) => string;
  /** Counts the edits in an output. */
  countEdits(output: string): number;
  /** Returns the number of edits that the output must have. */
  edits(input: Input): number;
  /** Number of lines of the input that an edit removes or replaces. */
  readonly linesTaken: number;
}

const ANNOTATION = 'example.com/bench';
const VALUE = 'edited';
const ANNOTATED = /^ *example\.com\/bench: ["']?edited["']?$/gm;

/** Job: set an annotation on every resource. */
export const everyResource: Job = {
  title: 'edit every resource',
  functionName: 'annotate',
  sorts: ['workloads', 'corpus'],
  most: 100_000,
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

/** Job: set an annotation on the one resource of a kind and name. */
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

/** Job: replace a number in the YAML text of a ConfigMap. */
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

/** Number of resources above which only our own functions are measured: others need tens of gigabytes. */
export const MOST_FOR_PEERS = 50_000;

/** Returns the inputs that a job accepts. */
export function inputsOf({ sorts, most = MOST_FOR_PEERS }: Job, inputs: readonly Input[]): readonly Input[] {
  return inputs.filter(({ sort, count }) => sorts.includes(sort) && count <= most);
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
