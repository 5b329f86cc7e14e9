import {
  labelSelectorSchema,
  objectMeta,
  objectStatus,
  typeMeta,
  type Fitting,
  type Schema,
} from '../../../src/index.ts';
import { volumeSources } from '../volume-sources.ts';

const name = { type: 'string', description: 'Name of the object.' } as const satisfies Schema;
const optional = { type: 'boolean', description: 'Whether it may be absent.' } as const satisfies Schema;

const keyRef = {
  type: 'object',
  description: 'A key of an object.',
  additionalProperties: false,
  required: ['name', 'key'],
  properties: { name, key: { type: 'string', description: 'The key.' }, optional },
} as const satisfies Schema;

const valueFrom = {
  type: 'object',
  description: 'Where the value comes from: exactly one of these.',
  additionalProperties: false,
  properties: {
    fieldRef: {
      type: 'object',
      description: 'A field of the pod.',
      additionalProperties: false,
      required: ['fieldPath'],
      properties: {
        apiVersion: { type: 'string', description: 'Version of the schema that the path is of. `v1` if not set.' },
        fieldPath: { type: 'string', description: 'Path of the field.' },
      },
    },
    resourceFieldRef: {
      type: 'object',
      description: 'A limit or request of a container.',
      additionalProperties: false,
      required: ['resource'],
      properties: {
        containerName: { type: 'string', description: 'The container. That of the variable if not set.' },
        resource: { type: 'string', description: 'What of it, as `limits.cpu`.' },
        divisor: { type: ['string', 'number'], description: 'Unit of the value. 1 if not set.' },
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
        volumeName: { type: 'string', description: 'Volume that has the file.' },
        path: { type: 'string', description: 'The file in the volume.' },
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
      name: { type: 'string', description: 'Its name.' },
      value: { type: 'string', description: 'Its value; empty if neither this nor `valueFrom` is set.' },
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
      prefix: { type: 'string', description: 'Put before each key.' },
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
    description: 'A volume: at most one source. An `emptyDir` if there is none.',
    additionalProperties: false,
    required: ['name'],
    properties: { name: { type: 'string', description: 'Its name.' }, ...volumeSources },
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
      name: { type: 'string', description: 'The volume: one of `volumes`.' },
      mountPath: { type: 'string', description: 'Where it is mounted.' },
      readOnly: { type: 'boolean', description: 'Whether it can only be read. False if not set.' },
      recursiveReadOnly: {
        type: 'string',
        enum: ['Disabled', 'IfPossible', 'Enabled'],
        description: 'Whether mounts in it can only be read, too. `Disabled` if not set.',
      },
      subPath: { type: 'string', description: 'Path in the volume. Its root if not set.' },
      subPathExpr: { type: 'string', description: 'The same with `$(VARIABLES)`.' },
      mountPropagation: {
        type: 'string',
        enum: ['None', 'HostToContainer', 'Bidirectional'],
        description: 'How mounts are passed on from and to the host. `None` if not set.',
      },
    },
  },
} as const satisfies Schema;

const specSchema = {
  type: 'object',
  description: 'Which pods, and what they get: at least one of the lists.',
  additionalProperties: false,
  properties: {
    selector: {
      ...labelSelectorSchema,
      description: 'Labels that a pod must have: all of these. Without any, all pods of the namespace match.',
    },
    env,
    envFrom,
    volumes,
    volumeMounts,
  },
} as const satisfies Schema;

/** What a PodPreset says. */
export type PresetFields = Fitting<typeof specSchema>;

/** One of its variables. */
export type EnvFields = Fitting<typeof env.items>;

/** One of its sources of variables. */
export type EnvFromFields = Fitting<typeof envFrom.items>;

/** One of its volumes. */
export type VolumeFields = Fitting<typeof volumes.items>;

/** One of its mounts. */
export type MountFields = Fitting<typeof volumeMounts.items>;

/** Fields that are often thought to be directly in a volume. */
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
    description: 'What the pods of a namespace get that have certain labels (Kubernetes up to 1.19).',
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

/** The same kind as a webhook has it that came after it. */
export const redHatPodPreset = {
  ...podPreset,
  apiVersion: 'redhatcop.redhat.io/v1alpha1',
  schema: {
    ...podPreset.schema,
    description: 'What the pods of a namespace get that have certain labels (podpreset-webhook of Red Hat).',
    properties: {
      ...podPreset.schema.properties,
      ...typeMeta('redhatcop.redhat.io/v1alpha1', 'PodPreset'),
    },
  },
} as const;
