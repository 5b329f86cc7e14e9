/** Input that a seed determines, as text in some layout. */
export interface GeneratedInput {
  readonly name: string;
  /** ResourceList with the function config. */
  readonly text: string;
}

/** Random choices that a seed determines. */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 1) >>> 0;
  }

  /** Returns a number from 0 to below a limit (mulberry32). */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  of<Choice>(choices: readonly Choice[]): Choice {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('no choices');
    return choice;
  }

  /** Returns true in one of a number of cases. */
  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }
}

/** A value with the text of its scalars. */
type Node = string | readonly Node[] | ReadonlyMap<string, Node>;

const SCALARS = [
  'web',
  'edge-1',
  '"8080"',
  '8080',
  "'443'",
  '80',
  'true',
  '"true"',
  '1.5',
  '2.0',
  '"1.5"',
  'null',
  '""',
  '~',
  'a:b:c',
  'a-b-c',
  '"a-8080"',
  'nginx:1.21',
  '"yes"',
  'no',
  '0x10',
  '2024-01-02',
  '"2024-01-02"',
  "'it''s'",
  '"a\\nb"',
  'a b',
  '-1',
  '1e3',
  '"null"',
  'host.example.com/path',
  '9007199254740993',
  'x-yes',
  'off-1',
] as const;

const NAMES = ['web', 'db', 'web-2', 'edge', '"8080"'] as const;
const KINDS = ['ConfigMap', 'Deployment', 'Service', 'Thing', 'Kptfile', 'CustomResourceDefinition'] as const;
const API_VERSIONS = {
  ConfigMap: 'v1',
  Deployment: 'apps/v1',
  Service: 'v1',
  Thing: 'example.com/v1beta1',
  Kptfile: 'kpt.dev/v1',
  CustomResourceDefinition: 'apiextensions.k8s.io/v1',
} as const;
const KEYS = ['a', 'b', 'c', 'name', 'image', 'port', 'a.b/c', 'on-x'] as const;

function scalar(dice: Dice): string {
  return dice.of(SCALARS);
}

function tree(dice: Dice, depth: number): Node {
  const choice = depth === 0 ? 0 : dice.below(7);
  if (choice < 4) return scalar(dice);
  if (choice === 4) return map(dice, depth - 1);
  if (choice === 5) return list(dice, depth - 1);
  return dice.oneIn(2) ? new Map() : [];
}

function map(dice: Dice, depth: number): Node {
  return new Map(KEYS.filter(() => dice.oneIn(2)).map((key) => [key, tree(dice, depth)]));
}

function list(dice: Dice, depth: number): Node {
  const length = dice.below(4);
  const isPlain = dice.oneIn(2);
  return Array.from({ length }, () =>
    isPlain
      ? scalar(dice)
      : new Map<string, Node>([['name', dice.of(NAMES)], ...(map(dice, depth) as Map<string, Node>)]),
  );
}

function item(dice: Dice, at: number): Node {
  const kind = dice.of(KINDS);
  const metadata = new Map<string, Node>([
    ['name', dice.oneIn(12) ? '123' : `${dice.of(NAMES).replaceAll('"', '')}-${at}`],
  ]);
  if (dice.oneIn(3)) metadata.set('namespace', dice.of(['default', 'shop']));
  if (dice.oneIn(2))
    metadata.set(
      'labels',
      new Map([
        ['app', dice.of(['web', 'db', '"1"'])],
        ['tier', dice.of(['a', 'b'])],
      ]),
    );
  const annotations = new Map<string, Node>();
  if (dice.oneIn(3)) annotations.set('example.com/owner', dice.of(['edge-web', '""', '"8080"']));
  if (dice.oneIn(6)) annotations.set('config.kubernetes.io/local-config', '"true"');
  if (annotations.size > 0) metadata.set('annotations', annotations);
  const body = new Map<string, Node>([
    ['apiVersion', API_VERSIONS[kind]],
    ['kind', kind],
    ['metadata', metadata],
  ]);
  body.set(kind === 'ConfigMap' ? 'data' : 'spec', dice.oneIn(12) ? 'null' : map(dice, 2));
  if (dice.oneIn(2)) body.set('list', dice.oneIn(10) ? 'null' : list(dice, 1));
  return body;
}

/** Prints a value, in block or flow style, with comments. */
function print(dice: Dice, node: Node, indent: string, isFlow: boolean): string {
  if (typeof node === 'string') return ` ${node}${isFlow || !dice.oneIn(5) ? '' : ' # beside'}\n`;
  const isList = Array.isArray(node);
  if ((isList ? node.length : (node as ReadonlyMap<string, Node>).size) === 0) return isList ? ' []\n' : ' {}\n';
  if (isFlow || dice.oneIn(8)) return ` ${flow(node)}\n`;
  const above = (): string => (dice.oneIn(6) ? `${indent}# above\n` : '');
  if (isList) {
    return `\n${(node as readonly Node[]).map((each) => `${above()}${indent}-${element(dice, each, `${indent}  `)}`).join('')}`;
  }
  return `\n${entries(dice, node as ReadonlyMap<string, Node>, indent, above)}`;
}

function entries(dice: Dice, node: ReadonlyMap<string, Node>, indent: string, above: () => string): string {
  const deeper = dice.oneIn(4) ? `${indent}    ` : `${indent}  `;
  return [...node].map(([key, each]) => `${above()}${indent}${key}:${print(dice, each, deeper, false)}`).join('');
}

function element(dice: Dice, node: Node, indent: string): string {
  const text = print(dice, node, indent, false);
  return text.startsWith(`\n${indent}`) && !text.startsWith(`\n${indent}#`)
    ? ` ${text.slice(1 + indent.length)}`
    : text;
}

function flow(node: Node): string {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return `[${(node as readonly Node[]).map(flow).join(', ')}]`;
  return `{${[...(node as ReadonlyMap<string, Node>)].map(([key, each]) => `${key}: ${flow(each)}`).join(', ')}}`;
}

/** Returns a path into an item, which may or may not lead to a field. */
function fieldPath(dice: Dice, source: Node | undefined, faults: number): string {
  return pathInto(dice, source, faults).path;
}

/** Returns a path to a field that is not empty, if a few attempts find one, and the scalar there. */
function sourcePath(dice: Dice, source: Node): { readonly path: string; readonly scalar: string } {
  for (let attempt = 0; ; attempt++) {
    const { path, at } = pathInto(dice, source, 60);
    const isEmpty =
      at === undefined ||
      at === 'null' ||
      at === '~' ||
      (Array.isArray(at) && at.length === 0) ||
      (at instanceof Map && at.size === 0);
    if (!isEmpty || attempt === 6) return { path: path.replaceAll('*', '0'), scalar: typeof at === 'string' ? at : '' };
  }
}

function pathInto(
  dice: Dice,
  source: Node | undefined,
  faults: number,
): { readonly path: string; readonly at: Node | undefined } {
  let at: Node | undefined = source;
  const steps: string[] = [];
  for (let depth = 0; depth < 5 && at !== undefined && typeof at !== 'string'; depth++) {
    if (Array.isArray(at)) {
      const elements = at as readonly Node[];
      const index = dice.below(elements.length + (dice.oneIn(faults) ? 1 : 0) || 1);
      const each = elements[index];
      steps.push(listStep(dice, index, each));
      at = each;
    } else {
      const known = [...(at as ReadonlyMap<string, Node>)].filter(
        ([key]) => depth > 0 || !['apiVersion', 'kind'].includes(key),
      );
      if (known.length === 0 || dice.oneIn(faults)) {
        steps.push('missing', ...(dice.oneIn(3) ? ['deeper'] : []), ...(dice.oneIn(5) ? ['0'] : []));
        return { path: steps.join('.'), at: undefined };
      }
      const [key, value] = dice.of(known);
      steps.push(key.includes('.') ? (dice.oneIn(2) ? `[${key}]` : key.replaceAll('.', '\\.')) : key);
      at = value;
      if (dice.oneIn(faults)) break;
    }
  }
  return { path: steps.join('.'), at };
}

function listStep(dice: Dice, index: number, each: Node | undefined): string {
  const choice = dice.below(9);
  if (choice === 0) return '*';
  if (choice < 5) return String(index);
  if (choice === 5) return '[name=web]';
  if (typeof each === 'string') return `[=${each.replaceAll(/['"]/g, '')}]`;
  const own: unknown = each instanceof Map ? each.get('name') : undefined;
  const name = typeof own === 'string' ? own.replaceAll(/["'\\]/g, '') : 'new';
  return choice === 6 ? `[name=^${name}$]` : `[name=${name}]`;
}

interface Identity {
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly group?: string;
  readonly version?: string;
}

function identityOf(dice: Dice, node: Node): Identity {
  const body = node as Map<string, Node>;
  const metadata = body.get('metadata') as Map<string, Node>;
  const kind = textOf(body.get('kind'));
  const apiVersion = textOf(body.get('apiVersion'));
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  return {
    kind,
    ...(dice.oneIn(2) && { name: textOf(metadata.get('name')) }),
    ...(dice.oneIn(6) && { namespace: dice.oneIn(6) ? 'shop' : textOf(metadata.get('namespace') ?? 'default') }),
    ...(dice.oneIn(6) && { version }),
    ...(dice.oneIn(6) && group !== '' && { group }),
  };
}

function textOf(node: Node | undefined): string {
  return typeof node === 'object' || node === undefined ? '' : node;
}

function nameOf(node: Node): string {
  return textOf(((node as Map<string, Node>).get('metadata') as Map<string, Node>).get('name'));
}

function options(dice: Dice, isTarget: boolean): object {
  const delimiter = dice.of(['-', ':', '.', '/']);
  const index = isTarget ? dice.below(5) - 1 : dice.below(2);
  return {
    ...(dice.oneIn(isTarget ? 4 : 2) && { delimiter, ...(!dice.oneIn(5) && { index }) }),
    ...(isTarget && dice.oneIn(3) && { create: true }),
  };
}

const LABELS = [
  'app=web',
  'app!=web',
  'app in (web, db)',
  'tier notin (a)',
  '!app',
  'app',
  'app=web,tier=a',
  'app>0',
  'app==db',
] as const;

function target(dice: Dice, items: readonly Node[]): object {
  const chosen = dice.of(items);
  const select = {
    ...(!dice.oneIn(25) && { ...identityOf(dice, chosen), ...(!dice.oneIn(4) && { name: nameOf(chosen) }) }),
    ...(dice.oneIn(8) && { labelSelector: dice.of(LABELS) }),
    ...(dice.oneIn(16) && { annotationSelector: dice.of(['example.com/owner', '!example.com/owner']) }),
  };
  const reject = Array.from({ length: dice.oneIn(5) ? 1 + dice.below(2) : 0 }, () => ({
    ...(dice.oneIn(2) && identityOf(dice, dice.of(items))),
    ...(dice.oneIn(3) && { labelSelector: dice.of(LABELS) }),
  }));
  const fieldPaths = Array.from({ length: dice.oneIn(10) ? 0 : 1 + dice.below(2) }, () => fieldPath(dice, chosen, 25));
  const own = options(dice, true);
  return {
    select,
    ...(reject.length > 0 && { reject }),
    ...(fieldPaths.length > 0 && { fieldPaths }),
    ...(Object.keys(own).length > 0 && { options: own }),
  };
}

function replacement(dice: Dice, items: readonly Node[]): object {
  const chosen = dice.of(items);
  const { path, scalar: value } = sourcePath(dice, chosen);
  const own = options(dice, false);
  const isDivided = 'delimiter' in own && (value.includes(String(own.delimiter)) || dice.oneIn(8));
  return {
    source: {
      ...identityOf(dice, chosen),
      ...(!dice.oneIn(20) && { name: nameOf(chosen) }),
      ...(path !== 'metadata.name' && { fieldPath: path }),
      ...(isDivided && { options: own }),
    },
    targets: Array.from({ length: 1 + dice.below(2) }, () => target(dice, items)),
  };
}

/** Returns the input of a seed: a few resources, and replacements between them, most of which fit. */
export function generatedInput(seed: number): GeneratedInput {
  const dice = new Dice(seed);
  const items = Array.from({ length: 1 + dice.below(4) }, (_, at) => item(dice, at));
  const count = dice.oneIn(4) ? 2 : 1;
  const replacements = Array.from({ length: count }, () => replacement(dice, items));
  const config = {
    apiVersion: 'fn.kpt.dev/v1alpha1',
    kind: 'ApplyReplacements',
    metadata: { name: 'copy' },
    replacements,
  };
  const printed = items.map((each) => `-${element(dice, each, '  ')}`).join('');
  const head = 'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n';
  return { name: `seed ${seed}`, text: `${head}items:\n${printed}functionConfig: ${JSON.stringify(config)}\n` };
}
