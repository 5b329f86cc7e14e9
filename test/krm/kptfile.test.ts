import assert from 'node:assert/strict';
import { findRootKptfile, Resource, Resources, Results, type Location } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { resource } from '../support/resource-list.ts';

type Item = readonly [apiVersion: string, kind: string, location: Location];

const kptfile = (path: string, packagePath?: string): Item => [
  'kpt.dev/v1',
  'Kptfile',
  { path, ...(packagePath !== undefined && { packagePath }) },
];

/** `want`: index of the Kptfile, or the error. */
const rows: readonly { readonly name: string; readonly items: readonly Item[]; readonly want: number | string }[] = [
  { name: 'finds it in kpt fn eval', items: [kptfile('sub/Kptfile'), kptfile('Kptfile')], want: 1 },
  {
    name: 'finds it in kpt fn render, where several have the path Kptfile',
    items: [kptfile('Kptfile', '/p/sub'), kptfile('Kptfile', '/p'), kptfile('Kptfile', '/p/a/b')],
    want: 1,
  },
  {
    name: 'finds it in Porch, where the root package is in /',
    items: [kptfile('Kptfile', '/sub'), kptfile('Kptfile', '/')],
    want: 1,
  },
  {
    name: 'finds it in a stream without paths',
    items: [
      ['v1', 'ConfigMap', {}],
      ['kpt.dev/v1', 'Kptfile', {}],
    ],
    want: 1,
  },
  { name: 'finds one of another version', items: [['kpt.dev/v1alpha2', 'Kptfile', { path: 'Kptfile' }]], want: 0 },
  {
    name: 'reports a missing Kptfile',
    items: [],
    want: 'error -: "Kptfile" not found: the root package must have one',
  },
  {
    name: 'reports a Kptfile only in a subpackage',
    items: [['v1', 'ConfigMap', { path: 'a.yaml' }], kptfile('sub/Kptfile')],
    want: 'error -: "Kptfile" not found: the root package must have one',
  },
  {
    name: 'reports a file with another name, which kpt ignores',
    items: [kptfile('kptfile.yaml')],
    want: 'error -: "Kptfile" not found: the root package must have one',
  },
  {
    name: 'reports a Kptfile that selectors hide',
    items: [
      kptfile('Kptfile', '/p/a'),
      kptfile('Kptfile', '/p/b'),
      ['v1', 'ConfigMap', { path: 'a.yaml', packagePath: '/p' }],
    ],
    want: 'error -: "Kptfile" not found: selectors hide the Kptfile of the root package; they must match it',
  },
  {
    name: 'reports two documents in the file',
    items: [kptfile('Kptfile'), ['v1', 'ConfigMap', { path: 'Kptfile', index: 1 }]],
    want: 'error -: failed to parse "Kptfile": expected exactly one object, got 2',
  },
  {
    name: 'reports another kind in the file',
    items: [['v1', 'ConfigMap', { path: 'Kptfile' }]],
    want: 'error kind: "Kptfile" does not contain kind "Kptfile" of group "kpt.dev"',
  },
  {
    name: 'reports another group in the file',
    items: [['example.com/v1', 'Kptfile', { path: 'Kptfile' }]],
    want: 'error apiVersion: "Kptfile" does not contain kind "Kptfile" of group "kpt.dev"',
  },
];

describe('the Kptfile of the root package', () => {
  for (const { name, items, want } of rows) {
    it(name, () => {
      const all = items.map(
        ([apiVersion, kind, location]) => new Resource(readDocument(resource(apiVersion, kind, 'x')), location),
      );
      const results = new Results();
      const found = findRootKptfile({ resources: new Resources(all), results });
      const errors = [...results].map(
        ({ severity, field, message }) => `${severity} ${field?.path ?? '-'}: ${message}`,
      );
      assert.deepEqual(errors.length > 0 ? errors : found && all.indexOf(found), errors.length > 0 ? [want] : want);
    });
  }
});
