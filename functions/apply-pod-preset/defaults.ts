import { isMap, type Value } from '../../src/yaml/index.ts';
import type { ListName } from './preset.ts';

/** Rules by which the API reads a field. A field without a row is plain: its zero value means absence. */
export interface Field {
  /** Fields of the map, or of each map of the list. */
  readonly fields?: Readonly<Record<string, Field>>;
  /** Rule for each entry of a map with arbitrary keys. No entry means absence. */
  readonly entries?: Field;
  /** Treats an empty map as absent. Not set if the API has a pointer to the map. */
  readonly isEmbedded?: boolean;
  /** Distinguishes zero values (false, '', 0) from absence: a pointer in the API. */
  readonly isPointer?: boolean;
  /** Number of decimals to which the API rounds a quantity. */
  readonly decimals?: number;
  /** Canonical values equal to absence, which can depend on the map that contains the field. */
  readonly defaults?: readonly Value[] | ((owner: Readonly<Record<string, Value>>) => readonly Value[]);
}

const pointer: Field = { isPointer: true };
const texts: Field = { entries: {}, isEmbedded: true };
const quantities: Field = { entries: { decimals: 3 }, isEmbedded: true };

const labelSelector: Field = { fields: { matchLabels: texts } };

const fieldRef: Field = { fields: { apiVersion: { defaults: ['v1'] } } };

/** The API defaults to 0, which the kubelet treats as 1. */
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
        // An empty name requests a volume without a class.
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

/** Reports whether a volume has a source other than `emptyDir`. */
function hasSource(owner: Readonly<Record<string, Value>>): boolean {
  return Object.entries(owner).some(([key, value]) => key !== 'emptyDir' && isMap(value));
}

/** Returns the default pull policy: Always for the latest image, IfNotPresent for another tag or a digest. */
function pullPolicy(reference: Value | undefined): string {
  const [name = '', digest] = typeof reference === 'string' ? reference.split('@') : [];
  const tag = name.slice(name.lastIndexOf('/') + 1).split(':')[1];
  return tag === 'latest' || (name !== '' && tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent';
}

/**
 * Rules by which the API reads an element of each list, as of Kubernetes 1.37: its types, its defaulting, and the
 * documented meaning of absence if the API sets no default.
 *
 * The original compares the API's types, where a pointer to false differs from nil: `optional: false` or `readOnly: false`
 * written in only one of two places is a conflict there. As the meaning is the same, it is not a conflict here.
 */
export const ELEMENTS: Readonly<Record<ListName, Field>> = {
  env: {
    fields: {
      // An unquoted 0 or false is not an empty string.
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
