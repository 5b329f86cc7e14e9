import { byteOrder } from '../../src/byte-order.ts';
import { shortHash } from '../../src/short-hash.ts';
import { equalValues, isList, isMap, type Value } from '../../src/yaml/index.ts';
import type { ListName } from './preset.ts';

/**
 * Returns the canonical form of an element, the same for all values that the API treats as equal: keys sorted,
 * quantities as `canonicalQuantity` writes them, defaults omitted. Defaults are not filled in, so that the hash of an
 * element does not change when a later version adds a default.
 */
export function defaulted(list: ListName, value: Value): Value {
  return canonical(value, ELEMENTS[list]);
}

/** Reports whether the API treats two elements as equal. */
export function sameElement(list: ListName, a: Value, b: Value): boolean {
  return equalValues(defaulted(list, a), defaulted(list, b));
}

/** Returns a hash of eight digits, the same for elements that `sameElement` treats as equal. */
export function hashOf(list: ListName, value: Value): string {
  return shortHash(JSON.stringify(defaulted(list, value), writeBigint), 8);
}

function writeBigint(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

function canonical(value: Value, field: Field): Value {
  if (field.decimals !== undefined) return canonicalQuantity(value, field.decimals);
  if (isList(value)) return value.map((element) => canonical(element, field));
  return isMap(value) ? canonicalMap(value, field) : value;
}

function canonicalMap(map: Readonly<Record<string, Value>>, field: Field): Value {
  const keys = Object.keys(map).toSorted(byteOrder);
  const entries = keys.flatMap((key) => {
    const child = fieldOf(field, key);
    const value = canonical(map[key] ?? null, child);
    return field.entries === undefined && meansAbsence(value, child, map) ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

const PLAIN: Field = {};

function fieldOf({ entries, fields = {} }: Field, key: string): Field {
  return entries ?? (Object.hasOwn(fields, key) ? fields[key] : undefined) ?? PLAIN;
}

function meansAbsence(value: Value, field: Field, owner: Readonly<Record<string, Value>>): boolean {
  const { defaults = [], isPointer = false } = field;
  if (value === null || (!isPointer && isZero(value, field))) return true;
  const absent = typeof defaults === 'function' ? defaults(owner) : defaults;
  return absent.some((one) => equalValues(value, one));
}

function isZero(value: Value, field: Field): boolean {
  if (isMap(value)) return field.isEmbedded === true && Object.keys(value).length === 0;
  return isList(value) ? value.length === 0 : value === false || value === '' || value === 0;
}

/**
 * A sign, digits, and a suffix. The API also reads some texts without digits as 0, by accident; nobody writes those.
 */
const QUANTITY = /^ *([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(|[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d{1,9}) *$/;

/** Maximum length in characters. Beyond it bigints become slow, and one of the runtimes limits their length. */
const MAX_LENGTH = 1000;

/** Maximum of a quantity with a binary suffix. */
const MAX_BINARY = 2n ** 63n - 1n;

const DECIMAL_SUFFIXES = new Map([
  ['', 0],
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);

const BINARY_SUFFIXES = new Map([
  ['Ki', 10n],
  ['Mi', 20n],
  ['Gi', 30n],
  ['Ti', 40n],
  ['Pi', 50n],
  ['Ei', 60n],
]);

/** `digits` times ten to the power of `exponent`; no zero at either end of the digits. Zero has no digits. */
interface Amount {
  readonly digits: string;
  readonly exponent: number;
}

/**
 * Returns the canonical text of a Kubernetes quantity: digits and a power of ten, such as `5e-1` for `500m`. As in the
 * API, excess decimals are rounded away from zero, and a quantity with a binary suffix is at most 2^63 - 1. A value
 * that is not a quantity is returned unchanged.
 */
export function canonicalQuantity(value: Value, decimals: number): Value {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  const match = typeof text === 'string' && text.length <= MAX_LENGTH ? QUANTITY.exec(text) : null;
  if (match === null) return value;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  const mantissa = BigInt(whole + fraction);
  const bits = BINARY_SUFFIXES.get(suffix);
  if (bits !== undefined) return signed(sign, cut(roundedUp(amountOf(mantissa << bits, -fraction.length), decimals)));
  return signed(sign, roundedUp(amountOf(mantissa, decimalExponent(suffix) - fraction.length), decimals));
}

function decimalExponent(suffix: string): number {
  return DECIMAL_SUFFIXES.get(suffix) ?? Number(suffix.slice(1));
}

function amountOf(mantissa: bigint, exponent: number): Amount {
  const all = mantissa === 0n ? '' : String(mantissa);
  const digits = all.replace(/0+$/, '');
  return { digits, exponent: exponent + all.length - digits.length };
}

function roundedUp(amount: Amount, decimals: number): Amount {
  const dropped = -decimals - amount.exponent;
  if (dropped <= 0 || amount.digits === '') return amount;
  return amountOf(BigInt(amount.digits.slice(0, -dropped)) + 1n, -decimals);
}

function cut(amount: Amount): Amount {
  const { digits, exponent } = amount;
  const isGreater =
    BigInt(digits) * 10n ** BigInt(Math.max(exponent, 0)) > MAX_BINARY * 10n ** BigInt(Math.max(-exponent, 0));
  return isGreater ? amountOf(MAX_BINARY, 0) : amount;
}

function signed(sign: string, { digits, exponent }: Amount): string {
  if (digits === '') return '0';
  return `${sign === '-' ? '-' : ''}${digits}${exponent === 0 ? '' : `e${exponent}`}`;
}

/** Rules by which the API reads a field. A field without a row is plain: its zero value means absence. */
interface Field {
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
 * The original compares the API's types, where a pointer to false differs from nil: `optional: false` or `readOnly:
 * false` written in only one of two places is a conflict there. As the meaning is the same, it is not a conflict here.
 */
const ELEMENTS: Readonly<Record<ListName, Field>> = {
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
