import { isMap, isScalar, isSeq, type Document, type YAMLMap, type YAMLSeq } from 'yaml';

/** ResourceList as a function of others has it. */
export interface ForeignList {
  readonly document: Document;
  /** Items, in the order in which they are printed. */
  items: YAMLMap[];
}

type Edit = (list: ForeignList, args: readonly string[]) => void;

const ANNOTATIONS = ['metadata', 'annotations'];
const KPT = 'internal.config.kubernetes.io/';
const INDEX = [...ANNOTATIONS, `${KPT}index`];
const LEGACY_PATH = 'config.kubernetes.io/path';
const CONTAINERS = ['spec', 'template', 'spec', 'containers'];

/** Annotations by which kpt knows an item again after a function. */
const IDS = [`${KPT}id`, 'config.k8s.io/id'];

/** Number of keys, items or elements on the other side of the limits of the code. */
const MANY = 20;

/** Edits of a list, by the mode of the program. `NAME` is that of a resource, `K=V` a pair. */
export const EDITS: Readonly<Record<string, Edit>> = {
  echo: () => {},
  'sort-keys': ({ items }) => items.forEach(sortKeys),
  reverse: (list) => void (list.items = list.items.toReversed()),
  'drop-ids': ({ items }) => items.forEach((item) => IDS.forEach((key) => item.deleteIn([...ANNOTATIONS, key]))),
  'no-annotations': ({ items }) => items.forEach((item) => item.deleteIn(ANNOTATIONS)),

  // [PATH]: without one kpt finds a place.
  add: (list, [path]) => addConfigMap(list, 'added', path),
  // FOLDER: as many as make lists of items long.
  'add-many': (list, [folder]) => {
    for (let count = 0; count < MANY; count++) addConfigMap(list, `many${count}`, `${folder}/${count}.yaml`);
  },
  // PATH INDEX...: one at each index.
  'add-at': (list, [path, ...indexes]) => {
    for (const index of indexes) {
      addConfigMap(list, `at${index}`, path);
      setIn(list, `at${index}`, INDEX, index);
    }
  },
  // NAME INDEX
  index: (list, [name, index]) => setIn(list, name, INDEX, index),
  // NAME NAME: exchanges the indexes of two resources.
  'swap-indexes': (list, [one, other]) => {
    const [first, second] = [one, other].map((name) => named(list, name)[0]?.getIn(INDEX));
    setIn(list, one, INDEX, second);
    setIn(list, other, INDEX, first);
  },
  'evil-path': (list) => addConfigMap(list, 'evil', '../x.yaml'),
  remove: (list, [name]) => void (list.items = list.items.filter((item) => nameOf(item) !== name)),
  'delete-all': (list) => void (list.items = []),
  // NAME NEW
  rename: (list, [name, to]) => setIn(list, name, ['metadata', 'name'], to),
  // NAME PATH
  move: (list, [name, path]) => setIn(list, name, [...ANNOTATIONS, `${KPT}path`], path),
  'move-legacy': (list, [name, path]) => setIn(list, name, [...ANNOTATIONS, LEGACY_PATH], path),
  annotations: (list, [name]) => {
    setIn(list, name, [...ANNOTATIONS, `${KPT}seqindent`], 'compact');
    setIn(list, name, [...ANNOTATIONS, `${KPT}other`], 'x');
    setIn(list, name, [...ANNOTATIONS, `${KPT}index`], '7');
  },
  // NAME: gets ids that no item has.
  'foreign-id': (list, [name]) => IDS.forEach((key) => setIn(list, name, [...ANNOTATIONS, key], '99')),
  // NAME PATH: a copy with the ids of its original.
  'duplicate-id': (list, [name, path]) => {
    for (const item of named(list, name)) list.items.push(copyAt(item, path));
  },

  // K=V
  label: ({ items }, [pair = '']) => {
    const [key, value] = pair.split('=');
    for (const item of items)
      for (const path of [['metadata'], ['spec', 'template', 'metadata']])
        if (item.hasIn(path)) item.setIn([...path, 'labels', key], value);
  },
  annotate: ({ items }, [pair = '']) => {
    const [key, value] = pair.split('=');
    for (const item of items) item.setIn([...ANNOTATIONS, key], value);
  },
  // More keys than a map has without an index.
  wide: ({ items }) => {
    for (const data of items.map((item) => item.get('data')).flatMap(mapsIn))
      for (let count = 0; count < MANY; count++) data.set(`wide${count}`, `v${count}`);
  },
  proto: (list, [name]) => {
    for (const key of ['__proto__', 'constructor']) setIn(list, name, ['data', key], 'x');
  },
  // NAME: before its other data.
  'first-key': ({ document, ...list }, [name]) => {
    for (const item of named(list, name))
      mapsIn(item.get('data')).forEach((data) => data.items.unshift(document.createPair('first', 'x')));
  },

  // FROM=TO
  image: (list, [pair = '']) => {
    const [from, to] = pair.split('=');
    for (const { items } of containerLists(list))
      for (const each of items.flatMap(mapsIn)) if (each.get('image') === from) each.set('image', to);
  },
  'long-args': (list) => {
    const args = Array.from({ length: 2 * MANY }, (_, index) => `--arg=${index}`);
    for (const { items } of containerLists(list))
      for (const each of items.flatMap(mapsIn)) each.set('args', list.document.createNode(args));
  },
  'insert-container': (list) => {
    for (const { items } of containerLists(list))
      items.unshift(list.document.createNode({ name: 'sidecar', image: 'sidecar:1' }));
  },
  'swap-containers': (list) => containerLists(list).forEach((each) => void (each.items = each.items.toReversed())),
  // NAME: that of a container.
  'remove-container': (list, [name]) => {
    for (const each of containerLists(list))
      each.items = each.items.filter((of) => !isMap(of) || of.get('name') !== name);
  },
  // NAME COMMENT
  comment: (list, [name, comment]) => {
    for (const item of named(list, name)) {
      const replicas = item.getIn(['spec', 'replicas'], true);
      if (isScalar(replicas)) replicas.comment = ` ${comment}`;
    }
  },
};

function addConfigMap(list: ForeignList, name: string, path: string | undefined): void {
  const metadata = path === undefined ? { name } : { name, annotations: { [`${KPT}path`]: path } };
  const item: unknown = list.document.createNode({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata,
    data: { b: '1', a: 'yes' },
  });
  list.items.push(...mapsIn(item));
}

function copyAt(item: YAMLMap, path: string | undefined): YAMLMap {
  const copy = item.clone() as YAMLMap;
  copy.setIn(['metadata', 'name'], 'copy');
  for (const key of [`${KPT}path`, LEGACY_PATH]) copy.setIn([...ANNOTATIONS, key], path);
  return copy;
}

function setIn(
  list: Pick<ForeignList, 'items'>,
  name: string | undefined,
  path: readonly string[],
  value: unknown,
): void {
  for (const item of named(list, name)) item.setIn(path, value);
}

function named({ items }: Pick<ForeignList, 'items'>, name: string | undefined): readonly YAMLMap[] {
  return items.filter((item) => nameOf(item) === name);
}

function nameOf(item: YAMLMap): unknown {
  return item.getIn(['metadata', 'name']);
}

function containerLists({ items }: ForeignList): readonly YAMLSeq[] {
  return items.map((item) => item.getIn(CONTAINERS)).filter((each) => isSeq(each));
}

function mapsIn(value: unknown): readonly YAMLMap[] {
  return isMap(value) ? [value] : [];
}

function sortKeys(node: unknown): void {
  if (isSeq(node)) node.items.forEach(sortKeys);
  if (!isMap(node)) return;
  node.items.sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1));
  for (const { value } of node.items) sortKeys(value);
}
