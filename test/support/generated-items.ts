import { isList, isMap, type Value } from '../../src/yaml/index.ts';

/** Source of random choices that a seed determines. */
export class Choices {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed + 1) * 0x9e3779b9;
  }

  /** Returns a number from 0 up to 1, without 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  upTo(most: number): number {
    return Math.floor(this.next() * (most + 1));
  }

  of<Thing>(things: readonly Thing[]): Thing {
    const thing = things[this.upTo(things.length - 1)];
    if (thing === undefined) throw new Error('nothing to choose from');
    return thing;
  }
}

/** Keys and values of labels and annotations, of which some need quotes. */
const TEXT_KEYS = ['app', 'tier', 'color', 'example.com/part-of', 'a.b-c_d', 'on', 'y', '5', 'metadata', 'spec'];
const TEXTS = [
  'web',
  'orange',
  '',
  'yes',
  '5',
  '1.10',
  'true',
  'null',
  'n',
  'a: b',
  '#',
  'two words',
  '0x1f',
  'ä',
  '~',
];

/** Returns a map of texts, as a function config has it. */
export function randomTexts(choices: Choices, most = 3): Readonly<Record<string, string>> {
  const count = 1 + choices.upTo(most - 1);
  return Object.fromEntries(Array.from({ length: count }, () => [choices.of(TEXT_KEYS), choices.of(TEXTS)]));
}

/** Kinds with fields of their own, kinds that only look like them, and others. */
const KINDS: readonly (readonly [apiVersion: string, kind: string])[] = [
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'StatefulSet'],
  ['apps/v1', 'DaemonSet'],
  ['apps/v1', 'ReplicaSet'],
  ['extensions/v1beta1', 'Deployment'],
  ['example.com/v1', 'StatefulSet'],
  ['example.com/v1', 'Deployment'],
  ['v1', 'ReplicationController'],
  ['v1', 'Service'],
  ['serving.knative.dev/v1', 'Service'],
  ['serving.knative.dev/v1beta1', 'Service'],
  ['batch/v1', 'Job'],
  ['batch/v1', 'CronJob'],
  ['batch/v1beta1', 'CronJob'],
  ['example.com/v1', 'Job'],
  ['policy/v1', 'PodDisruptionBudget'],
  ['networking.k8s.io/v1', 'NetworkPolicy'],
  ['extensions/v1beta1', 'NetworkPolicy'],
  ['v1', 'Pod'],
  ['v1', 'ConfigMap'],
  ['v1', 'PodTemplate'],
  ['example.com/v1', 'Gadget'],
  ['kpt.dev/v1', 'Kptfile'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
];

/** Size and quality of generated items. */
export interface ItemOptions {
  /** Maximum number. Default: 2. */
  readonly most?: number;
  /** Part of the items whose fields may have wrong types. Default: 0.3. */
  readonly faulty?: number;
}

/** Returns resources with labels, selectors and templates at all places where some kind has them. */
export function randomItems(choices: Choices, { most = 2, faulty = 0.3 }: ItemOptions): readonly Value[] {
  return Array.from({ length: 1 + choices.upTo(most - 1) }, (_, index) => randomItem(choices, index, faulty));
}

function randomItem(choices: Choices, index: number, faulty: number): Value {
  const [apiVersion, kind] = choices.of(KINDS);
  const maker = new ItemMaker(choices, choices.chance(faulty) ? 0.06 : 0);
  const metadata = maker.metadata({ name: `item-${index}` });
  if (choices.chance(0.2)) metadata['namespace'] = choices.of(['default', 'shop']);
  const spec = maker.fields(SPEC[kind] ?? maker.of(Object.values(SPEC)));
  return { apiVersion, kind, metadata, ...(choices.chance(0.95) && { spec }) };
}

/** Name of what is in a field. */
type Part = 'texts' | 'number' | readonly Part[] | { readonly [key: string]: Part };

const SELECTOR: Part = { matchLabels: 'texts', matchExpressions: [{}] };
const TERM: Part = { labelSelector: SELECTOR, weight: 'number' };
const AFFINITY: Part = {
  requiredDuringSchedulingIgnoredDuringExecution: [TERM],
  preferredDuringSchedulingIgnoredDuringExecution: [{ podAffinityTerm: TERM, weight: 'number' }],
};
const TEMPLATE: Part = {
  metadata: { labels: 'texts', annotations: 'texts' },
  spec: {
    containers: [{ ports: [{ port: 'number' }] }],
    topologySpreadConstraints: [TERM],
    affinity: { podAffinity: AFFINITY, podAntiAffinity: AFFINITY },
  },
};
const WORKLOAD: Part = { selector: SELECTOR, template: TEMPLATE, replicas: 'number' };
const JOB: Part = { ...WORKLOAD };
const PEERS: Part = [{ podSelector: SELECTOR, namespaceSelector: SELECTOR }];

const SPEC: Readonly<Record<string, Part>> = {
  Deployment: WORKLOAD,
  DaemonSet: WORKLOAD,
  ReplicaSet: WORKLOAD,
  StatefulSet: { ...WORKLOAD, volumeClaimTemplates: [{ metadata: { labels: 'texts' }, spec: { selector: SELECTOR } }] },
  ReplicationController: { selector: 'texts', template: TEMPLATE },
  Service: { selector: 'texts', ports: [{ port: 'number' }] },
  Job: JOB,
  CronJob: { jobTemplate: { metadata: { labels: 'texts', annotations: 'texts' }, spec: JOB } },
  PodDisruptionBudget: { selector: SELECTOR },
  NetworkPolicy: { podSelector: SELECTOR, ingress: [{ from: PEERS }], egress: [{ to: PEERS }] },
  Gadget: { template: TEMPLATE, parts: [{ labels: 'texts' }, { labels: 'texts', inner: [{ labels: 'texts' }] }] },
};

function isParts(part: Part): part is readonly Part[] {
  return Array.isArray(part);
}

/** Makes the data of an item, of which some are missing, empty or, at a rate of faults, of a wrong type. */
class ItemMaker {
  readonly #choices: Choices;
  readonly #fault: number;

  constructor(choices: Choices, fault: number) {
    this.#choices = choices;
    this.#fault = fault;
  }

  of<Thing>(things: readonly Thing[]): Thing {
    return this.#choices.of(things);
  }

  metadata(start: Readonly<Record<string, Value>>): Record<string, Value> {
    const metadata: Record<string, Value> = { ...start };
    for (const name of ['labels', 'annotations']) if (this.#choices.chance(0.5)) metadata[name] = this.fields('texts');
    if (this.#choices.chance(0.1)) metadata['annotations'] = { 'config.kubernetes.io/local-config': this.#local() };
    return metadata;
  }

  #local(): Value {
    return this.#choices.of<Value>(['true', 'true', 'false', 'yes', '', true]);
  }

  fields(part: Part): Value {
    const choices = this.#choices;
    if (choices.chance(this.#fault)) return choices.of<Value>([null, null, [], {}, 'text', 5, [{}], [null], [5, 'a']]);
    if (part === 'number') return choices.upTo(9);
    if (part === 'texts') return this.#texts();
    if (isParts(part)) return this.#list(part);
    const entries = Object.entries(part).filter(() => choices.chance(0.75));
    return Object.fromEntries(entries.map(([key, each]) => [key, this.fields(each)]));
  }

  #list(parts: readonly Part[]): Value {
    const length = this.#choices.upTo(2);
    return Array.from({ length }, () => this.fields(this.#choices.of(parts)));
  }

  #texts(): Value {
    if (this.#choices.chance(0.1)) return {};
    const texts: Record<string, Value> = { ...randomTexts(this.#choices) };
    for (const key of Object.keys(texts))
      if (this.#choices.chance(this.#fault)) texts[key] = this.#choices.of<Value>([null, 5, true, 1.5, [], { a: 'b' }]);
    return texts;
  }
}

/** Returns the text of a ResourceList in varied layouts. */
export function randomList(items: readonly Value[], config: Value, choices: Choices): string {
  const [itemsText, configText] = [randomLayout(items, choices, '  '), randomLayout(config, choices, '  ')];
  return `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:${itemsText}\nfunctionConfig:${configText}\n`;
}

/** Returns the text of a value in varied layouts: in lines or brackets, with comments, and with different quotes. */
function randomLayout(value: Value, choices: Choices, indent: string): string {
  if (isList(value))
    return asBlock(
      value.map((each) => ['- ', each] as const),
      value,
      choices,
      indent,
    );
  if (!isMap(value)) return ` ${scalar(value, choices)}`;
  const entries = Object.entries(value);
  return asBlock(
    entries.map(([key, each]) => [`${scalar(key, choices)}:`, each] as const),
    value,
    choices,
    indent,
  );
}

function asBlock(
  entries: readonly (readonly [start: string, value: Value])[],
  value: Value,
  choices: Choices,
  indent: string,
): string {
  if (entries.length === 0 || choices.chance(0.08)) return ` ${flow(value, choices)}`;
  const lines = entries.map(([start, each]) => {
    const comment = choices.chance(0.1) ? `${indent}# above\n` : '';
    const below = randomLayout(each, choices, `${indent}  `);
    const isInline = !below.startsWith('\n');
    const beside = isInline && choices.chance(0.1) ? ' # beside' : '';
    const text = isInline ? below.replace(/^ /, start === '- ' ? '' : ' ') : below;
    // An element that is a map or list begins on the line of its dash.
    const joined = start === '- ' && !isInline && !/^\n +#/.test(text) ? text.trimStart() : text;
    return `${comment}${indent}${joined === text && start === '- ' && !isInline ? '-' : start}${joined}${beside}`;
  });
  return `\n${lines.join('\n')}`;
}

function flow(value: Value, choices: Choices): string {
  if (isList(value)) return `[${value.map((each) => flow(each, choices)).join(', ')}]`;
  if (!isMap(value)) return scalar(value, choices);
  const entries = Object.entries(value);
  return `{${entries.map(([key, each]) => `${scalar(key, choices)}: ${flow(each, choices)}`).join(', ')}}`;
}

function scalar(value: null | boolean | number | bigint | string, choices: Choices): string {
  if (typeof value !== 'string') return value === null ? choices.of(['null', '~']) : String(value);
  if (/^[a-zA-Z][\w./-]*$/.test(value) && !WORDS.test(value) && choices.chance(0.7)) return value;
  return choices.chance(0.5) ? JSON.stringify(value) : `'${value.replaceAll("'", "''")}'`;
}

/** Words that mean something without quotes. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
