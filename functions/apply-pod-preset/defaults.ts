import { isMap, type Value } from '../../src/index.ts';
import type { ListName } from './preset.ts';

/** How the API reads a field. One without a row is a plain one: its zero value means that it is absent. */
export interface Field {
  /** The fields of the map, or of each map of the list, that is here. */
  readonly fields?: Readonly<Record<string, Field>>;
  /** For a map whose keys are its user's: how each entry is read. All of them count. */
  readonly entries?: Field;
  /** Whether an empty map is the same as none. Where the API has a pointer to a map, it is not. */
  readonly isEmbedded?: boolean;
  /** Whether false, '', 0 and the like say something else than absence: a pointer in the API. */
  readonly isPointer?: boolean;
  /** For a quantity: to how many decimals the API rounds it. */
  readonly decimals?: number;
  /** What absence means, which can depend on the map that the field is in: canonical values. */
  readonly defaults?: readonly Value[] | ((owner: Readonly<Record<string, Value>>) => readonly Value[]);
}

const pointer: Field = { isPointer: true };
const texts: Field = { entries: {}, isEmbedded: true };
const quantities: Field = { entries: { decimals: 3 }, isEmbedded: true };

const labelSelector: Field = { fields: { matchLabels: texts } };

const fieldRef: Field = { fields: { apiVersion: { defaults: ['v1'] } } };

/** The API fills in 0, which the kubelet takes for 1. */
const resourceFieldRef: Field = { fields: { divisor: { decimals: 9, defaults: ['0', '1'] } } };

const keyToPath: Field = { fields: { mode: pointer, user: pointer } };

const downwardItem: Field = { fields: { fieldRef, resourceFieldRef, mode: pointer, user: pointer } };

const defaultMode: Field = { isPointer: true, defaults: [0o644] };

const filesOfKeys: Field = { fields: { items: keyToPath, defaultMode, defaultUser: pointer } };

const projection: Field = {
  fields: {
    secret: { fields: { items: keyToPath } },
    configMap: { fields: { items: keyToPath } },
    downwardAPI: { fields: { items: downwardItem } },
    serviceAccountToken: { fields: { expirationSeconds: { isPointer: true, defaults: [3600] }, user: pointer } },
    clusterTrustBundle: { fields: { name: pointer, signerName: pointer, labelSelector, user: pointer } },
    podCertificate: {
      fields: {
        maxExpirationSeconds: { isPointer: true, defaults: [86_400] },
        userAnnotations: texts,
        user: pointer,
      },
    },
  },
};

const volumeClaimTemplate: Field = {
  fields: {
    metadata: { isEmbedded: true, fields: { labels: texts, annotations: texts } },
    spec: {
      isEmbedded: true,
      fields: {
        selector: labelSelector,
        resources: { isEmbedded: true, fields: { limits: quantities, requests: quantities } },
        // An empty one asks for a volume without a class.
        storageClassName: pointer,
        volumeMode: { isPointer: true, defaults: ['Filesystem'] },
        dataSourceRef: { fields: { namespace: pointer } },
      },
    },
  },
};

const volume: Field = {
  fields: {
    emptyDir: {
      fields: { sizeLimit: { decimals: 9 }, mode: { isPointer: true, defaults: [0o777] } },
      defaults: (owner) => (hasSource(owner) ? [] : [{}]),
    },
    secret: filesOfKeys,
    configMap: filesOfKeys,
    downwardAPI: { fields: { items: downwardItem, defaultMode, defaultUser: pointer } },
    projected: { fields: { sources: projection, defaultMode, defaultUser: pointer } },
    ephemeral: { fields: { volumeClaimTemplate } },
    image: { fields: { pullPolicy: { defaults: ({ reference }) => [pullPolicy(reference)] } } },
    csi: { fields: { volumeAttributes: texts } },
    flexVolume: { fields: { options: texts } },
    fc: { fields: { lun: pointer } },
    iscsi: { fields: { iscsiInterface: { defaults: ['default'] } } },
    rbd: {
      fields: {
        pool: { defaults: ['rbd'] },
        user: { defaults: ['admin'] },
        keyring: { defaults: ['/etc/ceph/keyring'] },
      },
    },
    azureDisk: {
      fields: {
        cachingMode: { isPointer: true, defaults: ['ReadWrite'] },
        fsType: { isPointer: true, defaults: ['ext4'] },
        kind: { isPointer: true, defaults: ['Shared'] },
      },
    },
    scaleIO: { fields: { storageMode: { defaults: ['ThinProvisioned'] }, fsType: { defaults: ['xfs'] } } },
  },
};

/** Whether a volume has a source other than `emptyDir`. */
function hasSource(owner: Readonly<Record<string, Value>>): boolean {
  return Object.entries(owner).some(([key, value]) => key !== 'emptyDir' && isMap(value));
}

/** What is pulled without being told: the latest image always, one of another tag or of a digest only if it is not there. */
function pullPolicy(reference: Value | undefined): string {
  const [name = '', digest] = typeof reference === 'string' ? reference.split('@') : [];
  const tag = name.slice(name.lastIndexOf('/') + 1).split(':')[1];
  return tag === 'latest' || (name !== '' && tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent';
}

/**
 * How the API reads an element of each list, as of Kubernetes 1.37: what its types are, its defaulting, and what its
 * documentation says of absence where the API fills in nothing.
 *
 * The original compares the API's types, where a pointer to false is something else than no pointer: `optional: false` or
 * `readOnly: false` written out in one of two places is a conflict there. As it means the same, it is none here.
 */
export const ELEMENTS: Readonly<Record<ListName, Field>> = {
  env: {
    fields: {
      // A 0 or a false that somebody forgot to quote is no empty text.
      value: { isPointer: true, defaults: [''] },
      valueFrom: { fields: { fieldRef, resourceFieldRef } },
    },
  },
  envFrom: {},
  volumes: volume,
  volumeMounts: {
    fields: { mountPropagation: { defaults: ['None'] }, recursiveReadOnly: { defaults: ['Disabled'] } },
  },
};
