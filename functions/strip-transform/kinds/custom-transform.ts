import { objectMeta, objectStatus, typeMeta, type Schema } from '../../../src/function/index.ts';

/** `spec` of a CustomTransform (design "Configured transformation of workload objects"). */
export const customTransformSchema = {
  type: 'object',
  description: 'Content to remove from the resources of a kind.',
  additionalProperties: false,
  required: ['apiGroup', 'resource'],
  properties: {
    apiGroup: { type: 'string', description: "API group of the kind, in any version; `''` is the core group." },
    resource: { type: 'string', description: 'Resource name of the kind: its plural in lower case, such as `jobs`.' },
    remove: {
      type: 'array',
      description: 'Content to remove.',
      items: {
        type: 'string',
        description: 'JSONPath (RFC 9535): `$`, then `.name` or `["name"]` any number of times.',
      },
    },
  },
} as const satisfies Schema;

/** A CustomTransform of KubeStellar. */
export const customTransform = {
  apiVersion: 'control.kubestellar.io/v1alpha1',
  kind: 'CustomTransform',
  schema: {
    type: 'object',
    description: 'Removes content of the resources of a kind (KubeStellar).',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('control.kubestellar.io/v1alpha1', 'CustomTransform'),
      metadata: objectMeta,
      spec: customTransformSchema,
      status: objectStatus,
    },
  },
} as const satisfies { readonly apiVersion: string; readonly kind: string; readonly schema: Schema };
