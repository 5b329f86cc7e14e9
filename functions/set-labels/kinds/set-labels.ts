import { objectMeta, stringMap, typeMeta } from '../../../src/function/index.ts';
import { fieldSpecList } from '../../../src/kustomize/index.ts';

const API_VERSION = 'fn.kpt.dev/v1alpha1';

/** Fields of both kinds. */
const fields = {
  metadata: objectMeta,
  labels: { ...stringMap, description: 'Labels to set, by key.' },
  additionalLabelFields: {
    ...fieldSpecList,
    description: 'Fields with labels, in addition to those of Kubernetes. Read only in place of v0.1.',
  },
  fieldSpecs: { ...fieldSpecList, description: 'Former name of `additionalLabelFields`.' },
} as const;

/** The kind of the original. */
export const setLabelsKind = {
  apiVersion: API_VERSION,
  kind: 'SetLabels',
  schema: {
    type: 'object',
    description: 'Sets labels on all resources.',
    additionalProperties: false,
    required: ['apiVersion', 'kind'],
    properties: { ...typeMeta(API_VERSION, 'SetLabels'), ...fields },
  },
} as const;

/** Its former name, which only v0.1 of the original reads. */
export const setLabelConfig = {
  apiVersion: API_VERSION,
  kind: 'SetLabelConfig',
  schema: {
    type: 'object',
    description: 'Sets labels on all resources: former name of SetLabels, read only in place of v0.1.',
    additionalProperties: false,
    required: ['apiVersion', 'kind'],
    properties: { ...typeMeta(API_VERSION, 'SetLabelConfig'), ...fields },
  },
} as const;
