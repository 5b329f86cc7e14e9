import assert from 'node:assert/strict';
import { Resource, Resources, sameNamespace, type Location } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { resource } from '../support/resource-list.ts';

type Item = readonly [kind: 'Kptfile' | 'ConfigMap', name: string, location: Location];

const file = (kind: Item[0], path: string, packagePath?: string): Item => [
  kind,
  path,
  { path, index: 0, ...(packagePath !== undefined && { packagePath }) },
];

/** `want`: names of the items in the root package. */
const rows: readonly { readonly name: string; readonly items: readonly Item[]; readonly want: readonly string[] }[] = [
  {
    name: 'eval: assigns items to the Kptfile at the top unless a deeper one owns them',
    items: [
      file('Kptfile', 'Kptfile'),
      file('ConfigMap', 'a.yaml'),
      file('ConfigMap', 'folder/b.yaml'),
      file('Kptfile', 'sub/Kptfile'),
      file('ConfigMap', 'sub/a.yaml'),
      file('ConfigMap', 'sub/deep/a.yaml'),
      file('ConfigMap', 'subordinate/a.yaml'),
    ],
    want: ['Kptfile', 'a.yaml', 'folder/b.yaml', 'subordinate/a.yaml'],
  },
  {
    name: 'eval without a Kptfile at the top: takes the top folder for the root',
    items: [file('ConfigMap', 'a.yaml'), file('Kptfile', 'sub/Kptfile'), file('ConfigMap', 'sub/b.yaml')],
    want: ['a.yaml'],
  },
  {
    name: 'eval without any Kptfile: assigns all items to the root',
    items: [file('ConfigMap', 'a.yaml'), file('ConfigMap', 'sub/b.yaml')],
    want: ['a.yaml', 'sub/b.yaml'],
  },
  {
    name: 'eval without paths: assigns all items to the root',
    items: [
      ['ConfigMap', 'a', {}],
      ['Kptfile', 'b', {}],
    ],
    want: ['a', 'b'],
  },
  {
    name: 'render: takes the shortest package path of three items with the path Kptfile for the root',
    items: [
      file('Kptfile', 'Kptfile', '/packages/p/sub/deep'),
      file('ConfigMap', 'deep.yaml', '/packages/p/sub/deep'),
      file('Kptfile', 'Kptfile', '/packages/p/sub'),
      file('ConfigMap', 'sub.yaml', '/packages/p/sub'),
      ['Kptfile', 'root', { path: 'Kptfile', packagePath: '/packages/p' }],
      file('ConfigMap', 'folder/a.yaml', '/packages/p'),
    ],
    want: ['root', 'folder/a.yaml'],
  },
  {
    name: 'render with selectors that hide the Kptfiles: uses the package paths',
    items: [file('ConfigMap', 'sub.yaml', '/packages/p/sub'), file('ConfigMap', 'a.yaml', '/packages/p')],
    want: ['a.yaml'],
  },
  {
    name: 'render with selectors that hide all items of the root: takes no subpackage for the root',
    items: [file('ConfigMap', 'a.yaml', '/packages/p/a'), file('ConfigMap', 'ab.yaml', '/packages/p/ab')],
    want: [],
  },
  {
    name: 'render in Porch: takes / for the root',
    items: [
      file('ConfigMap', 'sub.yaml', '/sub'),
      file('ConfigMap', 'a.yaml', '/'),
      file('ConfigMap', 'folder/b.yaml', '/'),
      file('ConfigMap', 'made.yaml'),
    ],
    want: ['a.yaml', 'folder/b.yaml', 'made.yaml'],
  },
  {
    name: 'render: assigns items made by an earlier function to the root package',
    items: [file('Kptfile', 'Kptfile', '/packages/p'), file('ConfigMap', 'made.yaml'), ['ConfigMap', 'pathless', {}]],
    want: ['Kptfile', 'made.yaml', 'pathless'],
  },
];

const certain: readonly (readonly [name: string, items: readonly Item[], want: boolean])[] = [
  ['eval', [file('ConfigMap', 'a.yaml')], true],
  ['render', [file('Kptfile', 'Kptfile', '/p'), file('ConfigMap', 'a.yaml', '/p/sub')], true],
  [
    'render without the Kptfile of the root',
    [file('Kptfile', 'Kptfile', '/p/sub'), file('ConfigMap', 'a.yaml', '/p')],
    false,
  ],
];

describe('Resources', () => {
  for (const [name, items, want] of certain) {
    it(`${want ? 'shows' : 'does not show'} the root: ${name}`, () => {
      assert.equal(new Resources(items.map(make)).showsRoot, want);
    });
  }

  for (const { name, items, want } of rows) {
    it(name, () => {
      const resources = new Resources(items.map(make));
      assert.deepEqual(
        resources.inRootPackage().map((item) => item.name),
        want,
      );
      assert.equal(resources.length, items.length);
    });
  }
});

function make([kind, name, location]: Item): Resource {
  return new Resource(readDocument(resource(kind === 'Kptfile' ? 'kpt.dev/v1' : 'v1', kind, name)), location);
}

describe('sameNamespace', () => {
  const pairs: readonly (readonly [a: string, b: string, want: boolean])[] = [
    ['', '', true],
    ['', 'default', true],
    ['default', '', true],
    ['shop', 'shop', true],
    ['shop', '', false],
    ['shop', 'default', false],
  ];
  for (const [a, b, want] of pairs) {
    it(`returns ${want} for "${a}" and "${b}"`, () => assert.equal(sameNamespace(a, b), want));
  }
});
