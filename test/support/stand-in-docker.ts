// Program that stands in for docker: `run ... IMAGE` runs a crude copy of a function of kpt's catalog on the
// ResourceList on stdin; any other command prints a version. Both renderers call it alike, so that it need not do all
// that the catalog does.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isMap, isNode, isSeq, parse, parseDocument, visit, type YAMLMap } from 'yaml';
import { runScript } from './stand-in-starlark.ts';
import type { StandInCall } from './stand-in-call.ts';

type StandIn = (call: StandInCall) => void;

const FUNCTIONS: Readonly<Record<string, StandIn>> = {
  'no-op': () => {},
  // No list is printed with comments.
  'drop-comments': () => {},
  'set-namespace': ({ items, config }) => {
    const given = config?.getIn(['data', 'namespace']);
    const namespace = given ?? config?.getIn(['data', 'name']);
    if (namespace === undefined) throw new Error('a namespace is required');
    const isSet = (item: YAMLMap): boolean => given !== undefined || item.get('kind') === 'Namespace';
    for (const item of items.filter((each) => isSet(each) || each.hasIn(['metadata', 'namespace'])))
      item.setIn(item.get('kind') === 'Namespace' ? ['metadata', 'name'] : ['metadata', 'namespace'], namespace);
  },
  'set-labels': (call) => setPairs(call, 'labels'),
  'set-annotations': (call) => setPairs(call, 'annotations'),
  starlark: runScript,
  kubeval: ({ items, results }) => {
    for (const item of items)
      if (typeof item.getIn(['spec', 'replicas']) === 'string')
        results.push({
          message: 'Invalid type. Expected: [integer,null], given: string',
          severity: 'error',
          ...about(item),
          field: { path: 'spec.replicas' },
        });
  },
  gatekeeper: ({ items, results }) => {
    for (const item of items)
      if (item.hasIn(['data', 'private_key']))
        results.push({ message: 'a banned key', severity: 'warning', ...about(item) });
  },
  'search-replace': ({ items, config }) => {
    const [path, from, to] = ['by-path', 'by-value', 'put-value'].map((key) => String(config?.getIn(['data', key])));
    const keys = path?.split('.') ?? [];
    for (const item of items) if (String(item.getIn(keys)) === from) item.setIn(keys, parse(to ?? ''));
  },
  'apply-replacements': ({ items, config }) => {
    const { replacements = [] } = (config?.toJSON() ?? {}) as { replacements?: readonly Replacement[] };
    for (const { source, targets } of replacements) {
      const value = named(items, source)?.getIn(keysOf(source.fieldPath));
      for (const { select, fieldPaths } of targets)
        for (const path of fieldPaths) named(items, select)?.setIn(keysOf(path), value);
    }
  },
  'upsert-resource': (call) => {
    const { config } = call;
    if (config === undefined) return;
    const other = named(call.items, { kind: String(config.get('kind')), name: nameOf(config) });
    if (other === undefined) call.items.push(config.clone() as YAMLMap);
    else other.set('data', config.get('data'));
  },
};

interface Selector {
  readonly kind: string;
  readonly name: string;
}

interface Replacement {
  readonly source: Selector & { readonly fieldPath: string };
  readonly targets: readonly { readonly select: Selector; readonly fieldPaths: readonly string[] }[];
}

/**
 * Sets the data of the configuration as labels or annotations, also in pod templates and the selectors of workloads.
 */
function setPairs({ items, config }: StandInCall, field: 'labels' | 'annotations'): void {
  if (config === undefined) throw new Error('failed to configure function: function config must be a ConfigMap');
  for (const [key, value] of Object.entries((config.toJSON() as { data: object }).data))
    for (const item of items) {
      const isWorkload = ['Deployment', 'StatefulSet'].includes(String(item.get('kind')));
      item.setIn(['metadata', field, key], value);
      if (isWorkload && field === 'labels') item.setIn(['spec', 'selector', 'matchLabels', key], value);
      if (isWorkload) item.setIn(['spec', 'template', 'metadata', field, key], value);
    }
}

function named(items: readonly YAMLMap[], { kind, name }: Selector): YAMLMap | undefined {
  return items.find((item) => item.get('kind') === kind && nameOf(item) === name);
}

function nameOf(item: YAMLMap): string {
  return String(item.getIn(['metadata', 'name']));
}

function about(item: YAMLMap): object {
  const annotation = (key: string): string =>
    String(item.getIn(['metadata', 'annotations', `config.kubernetes.io/${key}`]));
  return {
    resourceRef: { apiVersion: item.get('apiVersion'), kind: item.get('kind'), name: nameOf(item) },
    file: { path: annotation('path'), index: Number(annotation('index')) },
  };
}

function keysOf(path = ''): string[] {
  return Array.from(path.matchAll(/\[([^\]]+)\]|[^.[\]]+/g), ([key, quoted]) => quoted ?? key);
}

function dropComments(_key: unknown, node: unknown): void {
  if (isNode(node)) Object.assign(node, { comment: undefined, commentBefore: undefined, spaceBefore: false });
}

/** Runs a function on the list on stdin, prints the list, and returns the exit code. */
function run(name: string): number {
  const fn = FUNCTIONS[name];
  if (fn === undefined) throw new Error(`Unable to find image '${name}' locally: No such image`);
  const text = String(readFileSync(0));
  const document = parseDocument(text);
  visit(document, { Node: dropComments, Pair: (_, { key }) => dropComments(_, key) });
  const list = document.get('items');
  if (!isSeq(list)) throw new Error('`items` must be a list');
  const config = document.get('functionConfig');
  const call: StandInCall = {
    document,
    items: list.items.filter((item) => isMap(item)),
    config: isMap(config) ? config : undefined,
    results: [],
  };
  fn(call);
  list.items = call.items;
  if (call.results.length > 0) document.set('results', call.results);
  process.stdout.write(document.toString({ lineWidth: 0, indentSeq: false }));
  return call.results.some((result) => 'severity' in result && result.severity === 'error') ? 1 : 0;
}

const [command, ...args] = process.argv.slice(2);
if (command === 'run') process.exitCode = run(basename(args.at(-1) ?? '').replace(/:.*/, ''));
else process.stdout.write('24.0.1\n');
