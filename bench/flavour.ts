/** Properties of a set of workloads that a job can vary. */
export interface Flavour {
  /** Lines of `metadata.annotations`. */
  readonly annotations: string;
  /** Lines at the end of `metadata`. */
  metadata(number: number): string;
  /** Lines at the end of a Deployment. */
  readonly status: string;
  /** Image of a Deployment. */
  image(name: string): string;
  /** Host in the text of a ConfigMap. */
  host(name: string): string;
}

/** Workloads as written by hand. */
export const plain: Flavour = {
  annotations: '',
  metadata: () => '',
  status: '',
  image: (name) => `example.com/shop/${name}:1.27.3`,
  host: (name) => `db.${name}.example.com`,
};

/** Workloads as returned by a cluster: the same number of lines is added to both kinds. */
export const fromCluster: Flavour = {
  ...plain,
  metadata: (number) => `  uid: ${uid(number)}
  resourceVersion: "${700_000 + number}"
${number % 2 === 0 ? '  generation: 3\n' : owned(number)}  managedFields:
  - apiVersion: ${number % 2 === 0 ? 'apps/v1' : 'v1'}
    fieldsType: FieldsV1
    fieldsV1:
      f:metadata:
        f:labels:
          .: {}
          f:app.kubernetes.io/name: {}
    manager: kubectl-client-side-apply
    operation: Update
    time: "2026-05-04T09:12:33Z"
`,
  status: `status:
  conditions:
  - lastTransitionTime: "2026-05-04T09:12:41Z"
    message: Deployment has minimum availability.
    reason: MinimumReplicasAvailable
    status: "True"
    type: Available
  observedGeneration: 3
`,
};

/** Workloads with a template in one string each. */
export const withTemplates: Flavour = {
  ...plain,
  annotations: '    control.kubestellar.io/expand-templates: "true"\n',
  image: (name) => `"{{.registry}}/shop/${name}:1.27.3"`,
  host: (name) => `db.${name}.{{.domain}}`,
};

function owned(number: number): string {
  return `  finalizers:
  - example.com/shop
  ownerReferences:
  - apiVersion: example.com/v1
    blockOwnerDeletion: true
    controller: true
    kind: Shop
    name: shop
    uid: ${uid(number + 1)}
`;
}

function uid(number: number): string {
  return `6e3f0b5e-0c1c-4b5e-9c4e-${String(number).padStart(12, '0')}`;
}
