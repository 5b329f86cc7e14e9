import { byteOrder } from '../byte-order.ts';
import { counted, firstNames } from '../wording.ts';
import type { Resource } from './resource.ts';
import type { ResourceRef } from './result.ts';

const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${NAME})?`;
const SUBDOMAIN = '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*';

/** Maximum length of the name in a key, and of the value of a label. */
const MAX_LENGTH = 63;
const MAX_PREFIX = 253;

const CHARACTERS =
  "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const NAME_RULE = `must ${CHARACTERS} (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${NAME}')`;
const LABEL_RULE = `a valid label must be an empty string or ${CHARACTERS} (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '${LABEL_VALUE}')`;
const PREFIX_RULE = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN}')`;

/** Returns the reasons why a text is not a valid key of a label, in the words of Kubernetes. */
export function labelKeyFaults(key: string): readonly string[] {
  const parts = key.split('/');
  if (parts.length > 2) {
    return [`a qualified name ${NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const name = parts.at(-1) ?? '';
  const prefixFaults = parts.length === 2 ? faultsOfPrefix(parts[0] ?? '') : [];
  const nameFaults = [...(name === '' ? ['must be non-empty'] : lengthFaults(name, MAX_LENGTH)), ...faultsOfName(name)];
  return [...prefixFaults.map((fault) => `prefix part ${fault}`), ...nameFaults.map((fault) => `name part ${fault}`)];
}

/** Returns the reasons why a text is not a valid key of an annotation: as for a label, but letter case is ignored. */
export function annotationKeyFaults(key: string): readonly string[] {
  return labelKeyFaults(key.toLowerCase());
}

/** Returns the reasons why a text is not a valid value of a label, in the words of Kubernetes. */
export function labelValueFaults(value: string): readonly string[] {
  const isValid = new RegExp(`^${LABEL_VALUE}$`).test(value);
  return [...lengthFaults(value, MAX_LENGTH), ...(isValid ? [] : [LABEL_RULE])];
}

function faultsOfName(name: string): readonly string[] {
  return new RegExp(`^${NAME}$`).test(name) ? [] : [NAME_RULE];
}

function faultsOfPrefix(prefix: string): readonly string[] {
  if (prefix === '') return ['must be non-empty'];
  if (prefix.length > MAX_PREFIX) return lengthFaults(prefix, MAX_PREFIX);
  return isObjectName(prefix) ? [] : [PREFIX_RULE];
}

function lengthFaults(text: string, most: number): readonly string[] {
  return text.length > most ? [`must be no more than ${most} bytes`] : [];
}

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const DNS_LABEL = new RegExp(`^${LABEL}$`);
const DNS_SUBDOMAIN = new RegExp(`^${LABEL}(\\.${LABEL})*$`);

/** Reports whether a text is a DNS subdomain (RFC 1123), as required of object names. */
export function isObjectName(name: string): boolean {
  return name.length <= 253 && DNS_SUBDOMAIN.test(name);
}

/** Reports whether a text is a DNS label (RFC 1123), as required of names inside objects such as volumes. */
export function isDnsLabel(name: string): boolean {
  return name.length <= 63 && DNS_LABEL.test(name);
}

/** Counts resources and names the first: `12 resources: Deployment a, Deployment b, Service shop/c and 9 more`. */
export function countedResources(resources: Iterable<Resource>): string {
  const all = [...new Set(resources)];
  return `${counted(all.length, 'resource')}: ${resourceNames(all)}`;
}

/**
 * Names the first resources, each once, in the order of kind, namespace and name: kpt hands the items of a package in
 * one order to `fn eval`, and in another to `fn render`.
 */
export function resourceNames(resources: Iterable<Resource>): string {
  const names = Array.from(new Set(resources), resourceName);
  return firstNames(names.toSorted(byteOrder), (name) => name);
}

/** Names a resource for people: `Deployment shop/web`, without a namespace `Deployment web`. */
export function resourceName({ kind, namespace = '', name }: Pick<ResourceRef, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}
