import {
  labelSelectorSchema,
  objectMeta,
  objectStatus,
  typeMeta,
  type Fitting,
  type Schema,
} from '../../../src/function/index.ts';
import { volumeSources } from '../volume-sources.ts';

const name = { type: 'string', description: 'Name of the object.' } as const satisfies Schema;
const optional = { type: 'boolean', description: 'The object may be absent if true.' } as const satisfies Schema;

const keyRef = {
  type: 'object',
  description: 'A key of an object.',
  additionalProperties: false,
  required: ['name', 'key'],
  properties: { name, key: { type: 'string', description: 'The key.' }, optional },
} as const satisfies Schema;

const valueFrom = {
  type: 'object',
  description: 'Source of the value: exactly one of these fields.',
  additionalProperties: false,
  properties: {
    fieldRef: {
      type: 'object',
      description: 'A field of the pod.',
      additionalProperties: false,
      required: ['fieldPath'],
      properties: {
        apiVersion: { type: 'string', description: 'Version of the schema that the path refers to. Defaults to `v1`.' },
        fieldPath: { type: 'string', description: 'Path of the field.' },
      },
    },
    resourceFieldRef: {
      type: 'object',
      description: 'A limit or request of a container.',
      additionalProperties: false,
      required: ['resource'],
      properties: {
        containerName: {
          type: 'string',
          description: 'Name of the container. Defaults to the container of the variable.',
        },
        resource: { type: 'string', description: 'Name of the limit or request, such as `limits.cpu`.' },
        divisor: { type: ['string', 'number'], description: 'Unit of the value. Defaults to 1.' },
      },
    },
    configMapKeyRef: { ...keyRef, description: 'A key of a ConfigMap.' },
    secretKeyRef: { ...keyRef, description: 'A key of a Secret.' },
    fileKeyRef: {
      type: 'object',
      description: 'A key of a file of variables.',
      additionalProperties: false,
      required: ['volumeName', 'path', 'key'],
      properties: {
        volumeName: { type: 'string', description: 'Name of the volume that contains the file.' },
        path: { type: 'string', description: 'Path of the file in the volume.' },
        key: { type: 'string', description: 'The key.' },
        optional,
      },
    },
  },
} as const satisfies Schema;

const env = {
  type: 'array',
  description: 'Variables for all containers.',
  items: {
    type: 'object',
    description: 'A variable.',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'Name of the variable.' },
      value: { type: 'string', description: 'Value. Empty if neither this nor `valueFrom` is set.' },
      valueFrom,
    },
  },
} as const satisfies Schema;

const objectRef = {
  type: 'object',
  description: 'An object.',
  additionalProperties: false,
  required: ['name'],
  properties: { name, optional },
} as const satisfies Schema;

const envFrom = {
  type: 'array',
  description: 'Objects whose keys are variables of all containers.',
  items: {
    type: 'object',
    description: 'An object: exactly one of `configMapRef` and `secretRef`.',
    additionalProperties: false,
    properties: {
      prefix: { type: 'string', description: 'Prefix of each variable name.' },
      configMapRef: { ...objectRef, description: 'A ConfigMap.' },
      secretRef: { ...objectRef, description: 'A Secret.' },
    },
  },
} as const satisfies Schema;

const volumes = {
  type: 'array',
  description: 'Volumes for the pod.',
  items: {
    type: 'object',
    description: 'A volume with at most one source. Defaults to an `emptyDir`.',
    additionalProperties: false,
    required: ['name'],
    properties: { name: { type: 'string', description: 'Name of the volume.' }, ...volumeSources },
  },
} as const satisfies Schema;

const volumeMounts = {
  type: 'array',
  description: 'Mounts for all containers.',
  items: {
    type: 'object',
    description: 'A mount.',
    additionalProperties: false,
    required: ['name', 'mountPath'],
    properties: {
      name: { type: 'string', description: 'Name of a volume in `volumes`.' },
      mountPath: { type: 'string', description: 'Path in the container.' },
      readOnly: { type: 'boolean', description: 'Mounts the volume read-only if true. Defaults to false.' },
      recursiveReadOnly: {
        type: 'string',
        enum: ['Disabled', 'IfPossible', 'Enabled'],
        description: 'Makes mounts below it read-only, too. Defaults to `Disabled`.',
      },
      subPath: { type: 'string', description: 'Path in the volume. Defaults to its root.' },
      subPathExpr: { type: 'string', description: 'Path in the volume, with `$(VARIABLES)` expanded.' },
      mountPropagation: {
        type: 'string',
        enum: ['None', 'HostToContainer', 'Bidirectional'],
        description: 'Propagation of mounts between container and host. Defaults to `None`.',
      },
    },
  },
} as const satisfies Schema;

const specSchema = {
  type: 'object',
  description: 'Selected pods, and the elements injected into them: at least one of the lists.',
  additionalProperties: false,
  properties: {
    selector: {
      ...labelSelectorSchema,
      description: 'Labels that a pod must have, all of them. An empty selector matches all pods of the namespace.',
    },
    env,
    envFrom,
    volumes,
    volumeMounts,
  },
} as const satisfies Schema;

export type PresetFields = Fitting<typeof specSchema>;

/** A variable of a PodPreset. */
export type EnvFields = Fitting<typeof env.items>;

/** A source of variables of a PodPreset. */
export type EnvFromFields = Fitting<typeof envFrom.items>;

/** A volume of a PodPreset. */
export type VolumeFields = Fitting<typeof volumes.items>;

/** A mount of a PodPreset. */
export type MountFields = Fitting<typeof volumeMounts.items>;

/** Fields often written directly in a volume by mistake, with the correct form. */
const instead = {
  secretName: '`secret: {secretName: ...}`',
  claimName: '`persistentVolumeClaim: {claimName: ...}`',
};

/** A PodPreset of Kubernetes (design "Pod Preset"). */
export const podPreset = {
  apiVersion: 'settings.k8s.io/v1alpha1',
  kind: 'PodPreset',
  instead,
  schema: {
    type: 'object',
    description: 'Injects elements into the pods of a namespace selected by labels (Kubernetes up to 1.19).',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('settings.k8s.io/v1alpha1', 'PodPreset'),
      metadata: objectMeta,
      spec: specSchema,
      status: objectStatus,
    },
  },
} as const;

/** The same kind as served by a later webhook. */
export const redHatPodPreset = {
  ...podPreset,
  apiVersion: 'redhatcop.redhat.io/v1alpha1',
  schema: {
    ...podPreset.schema,
    description: 'Injects elements into the pods of a namespace selected by labels (podpreset-webhook of Red Hat).',
    properties: {
      ...podPreset.schema.properties,
      ...typeMeta('redhatcop.redhat.io/v1alpha1', 'PodPreset'),
    },
  },
} as const;
