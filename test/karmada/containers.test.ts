import assert from 'node:assert/strict';
import { formatFieldPath, Resource, Results } from '../../src/krm/index.ts';
import { findContainers } from '../../src/karmada/containers.ts';
import type { OverrideScope } from '../../src/karmada/overrider.ts';
import { readDocument, type Path, type SourceDocument } from '../../src/yaml/index.ts';

const LISTS = '{initContainers: [{name: i}], containers: [{name: a}, {name: b}], ephemeralContainers: [{name: e}]}';

const template = (kind: string, spec = LISTS): string => `{kind: ${kind}, spec: {template: {spec: ${spec}}}}`;
const ORIGINAL = 'spec.template.spec.containers[0] spec.template.spec.containers[1]';
const ALL = `${ORIGINAL} spec.template.spec.initContainers[0] spec.template.spec.ephemeralContainers[0]`;

interface Row {
  readonly name: string;
  readonly item: string;
  readonly scope?: OverrideScope;
  /** Paths; undefined if there can be none. */
  readonly want?: string;
  readonly results?: readonly string[];
}

const rows: readonly Row[] = [
  ...['ReplicaSet', 'Deployment', 'DaemonSet', 'StatefulSet', 'Job'].flatMap((kind): Row[] => [
    { name: `the containers of a ${kind}`, item: template(kind), scope: 'original', want: ORIGINAL },
    { name: `all kinds of containers of a ${kind}`, item: template(kind), want: ALL },
  ]),
  { name: 'nothing in a ReplicationController in Karmada', item: template('ReplicationController'), scope: 'original' },
  { name: 'the containers of a ReplicationController', item: template('ReplicationController'), want: ALL },
  {
    name: 'the containers of a Pod',
    item: `{kind: Pod, spec: {containers: [{}]}}`,
    scope: 'original',
    want: 'spec.containers[0]',
  },
  {
    name: 'the containers of a CronJob',
    item: '{kind: CronJob, spec: {jobTemplate: {spec: {template: {spec: {containers: [{}]}}}}}}',
    want: 'spec.jobTemplate.spec.template.spec.containers[0]',
  },
  {
    name: 'nothing in a CronJob in Karmada',
    item: '{kind: CronJob, spec: {jobTemplate: {spec: {template: {spec: {containers: [{}]}}}}}}',
    scope: 'original',
  },
  { name: 'nothing in another kind', item: template('Tool') },
  { name: 'a kind in any API group', item: `{apiVersion: example.com/v1, ${template('Job').slice(1)}`, want: ALL },
  { name: 'no containers where a spec is absent', item: '{kind: Pod}', want: '' },
  { name: 'no containers where a template is null', item: '{kind: Job, spec: {template: null}}', want: '' },
  { name: 'no containers where a list is null', item: template('Job', '{containers: null}'), want: '' },
  {
    name: 'containers of aliases and merged keys',
    item: 'kind: Pod\nx: &x {containers: [&c {name: a}, *c]}\nspec: {<<: *x}\n',
    want: 'spec.containers[0] spec.containers[1]',
  },
  {
    name: 'an error where a list is no list',
    item: template('Job', '{containers: {a: {}}, initContainers: 5}'),
    results: [
      'error spec.template.spec.containers: must be a list of containers',
      'error spec.template.spec.initContainers: must be a list of containers',
    ],
  },
  {
    name: 'an error where a container is no map',
    item: template('Job', '{containers: [{}, a, null]}'),
    results: [
      'error spec.template.spec.containers[1]: a container must be a map',
      'error spec.template.spec.containers[2]: a container must be a map',
    ],
  },
  {
    name: 'an error where the way to it is no map',
    item: '{kind: Job, spec: {template: [a]}}',
    results: ['error spec.template: must be a map'],
  },
];

const POD =
  'spec:\n  template:\n    spec:\n      containers:\n      - image: a\n        env: [{name: x}]\n      - image: b\n';
const AT: Path = ['spec', 'template', 'spec', 'containers'];

/** Edits after containers were found. */
const EDITS: readonly (readonly [name: string, edit: (document: SourceDocument) => void])[] = [
  ['a field of a container is set', (d) => d.set([...AT, 0, 'image'], 'c')],
  ['a field is set deep in a container', (d) => d.set([...AT, 0, 'env', 0, 'name'], 'y')],
  ['a container is removed', (d) => d.remove([...AT, 0])],
  ['a container is inserted', (d) => d.insert(AT, 0, { image: 'c' })],
  ['a container is replaced by a string', (d) => d.set([...AT, 1], 'c')],
  ['the list is set', (d) => d.set(AT, [])],
  ['the list is renamed', (d) => d.rename(AT, 'initContainers')],
  ['another list is added', (d) => d.set([...AT.slice(0, -1), 'initContainers'], [{}])],
  ['the template is replaced', (d) => d.set(['spec', 'template'], 'none')],
  ['the kind is set', (d) => d.set(['kind'], 'Tool')],
  ['many fields of a container are set', (d) => [...Array(40).keys()].forEach((k) => d.set([...AT, 0, `k${k}`], k))],
];

describe('findContainers', () => {
  for (const [name, edit] of EDITS) {
    it(`finds the containers again after ${name}`, () => {
      const find = (resource: Resource): unknown => findContainers(resource, { results: new Results(), scope: 'all' });
      for (const kind of ['Deployment', 'Job']) {
        const text = `kind: ${kind}\n${POD}`;
        const list = readDocument(
          `kind: List\nitems:\n- ${text.trimEnd().replaceAll('\n', '\n  ')}\n- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`,
        );
        for (const document of [readDocument(text), list.view(['items', 1])]) {
          const resource = new Resource(document);
          assert.notEqual(find(resource), undefined);
          list.set(['items', 0, ...AT, 0, 'image'], 'other');
          edit(document);
          assert.deepEqual(find(resource), find(new Resource(document)));
        }
      }
    });
  }

  for (const { name, item, scope = 'all', want, results = [] } of rows) {
    it(`finds ${name}`, () => {
      const reported = new Results();
      const found = findContainers(new Resource(readDocument(item)), { results: reported, scope });
      assert.equal(found?.paths.map(formatFieldPath).join(' '), want);
      assert.deepEqual(
        [...reported].map(({ severity, field, message }) => `${severity} ${field?.path}: ${message}`),
        results,
      );
    });
  }
});
