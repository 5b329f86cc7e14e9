import { objectMeta, typeMeta } from '../../../src/function/index.ts';
import { fieldSpecList, textMap } from '../../../src/kustomize/index.ts';

const API_VERSION = 'fn.kpt.dev/v1alpha1';

/** Fields of both kinds. */
const fields = {
  metadata: objectMeta,
  annotations: { ...textMap, description: 'Annotations to set, by key.' },
  additionalAnnotationFields: {
    ...fieldSpecList,
    description: 'Fields with annotations, in addition to those of Kubernetes.',
  },
  fieldSpecs: { ...fieldSpecList, description: 'Former name of `additionalAnnotationFields`.' },
} as const;

/** The kind of the original. */
export const setAnnotations = {
  apiVersion: API_VERSION,
  kind: 'SetAnnotations',
  schema: {
    type: 'object',
    description: 'Sets annotations on all resources.',
    additionalProperties: false,
    required: ['apiVersion', 'kind'],
    properties: { ...typeMeta(API_VERSION, 'SetAnnotations'), ...fields },
  },
} as const;

/** Its former name. */
export const setAnnotationConfig = {
  apiVersion: API_VERSION,
  kind: 'SetAnnotationConfig',
  schema: {
    type: 'object',
    description: 'Sets annotations on all resources: former name of SetAnnotations.',
    additionalProperties: false,
    required: ['apiVersion', 'kind'],
    properties: { ...typeMeta(API_VERSION, 'SetAnnotationConfig'), ...fields },
  },
} as const;
