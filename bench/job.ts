import type { Input } from './input.ts';

/** One edit, as each contender is asked for it. */
export interface Job {
  readonly title: string;
  /** The function of ours that does it. */
  readonly functionName: 'annotate' | 'field-override';
  /** For the functions. */
  functionConfig(input: Input): string;
  /** For yq, on a ResourceList. */
  expression(input: Input): string;
  /** For kustomize, besides `resources`. */
  kustomization(input: Input): string;
  /** Matches each edit in an output. */
  readonly edited: RegExp;
  /** How many edits an output must have. */
  edits(input: Input): number;
  /** Whether an edit takes the place of a line, rather than adding one. */
  readonly replaces: boolean;
}

const ANNOTATION = 'example.com/bench';
const VALUE = 'edited';
const edited = /^ *example\.com\/bench: ["']?edited["']?$/gm;

/** Sets an annotation on every resource. */
export const everyResource: Job = {
  title: 'edit every resource',
  functionName: 'annotate',
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
  edited,
  edits: ({ count }) => count,
  replaces: false,
};

/** Sets an annotation on the one resource of a kind and name. */
export const oneResource: Job = {
  title: 'select one resource and edit it',
  functionName: 'annotate',
  functionConfig: ({ target: { kind, name } }) => `${annotating()}  kind: ${kind}\n  name: ${name}\n`,
  expression: ({ target: { kind, name } }) =>
    `(.items[] | select(.kind == "${kind}" and .metadata.name == "${name}") | .metadata.annotations."${ANNOTATION}") = "${VALUE}"`,
  kustomization: ({ target: { kind, name } }) => `patches:
- target: {kind: ${kind}, name: ${name}}
  patch: |-
    - {op: add, path: /metadata/annotations, value: {${ANNOTATION}: ${VALUE}}}
`,
  edited,
  edits: () => 1,
  replaces: false,
};

/** Replaces a number in the YAML text that a ConfigMap holds. */
export const embeddedText: Job = {
  title: 'edit embedded text in every ConfigMap',
  functionName: 'field-override',
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
  edited: /\bport: 9090\b/g,
  edits: ({ texts }) => texts,
  replaces: true,
};

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
