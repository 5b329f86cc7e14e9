import assert from 'node:assert/strict';
import type { EffectiveContext } from '../../../functions/overwrite-components/contexts.ts';
import { context, deployItem, installation, look, options, overwrites } from './overwrite-contexts.ts';

const REF = 'componentDescriptor: {ref: {componentName: c, version: v1}}';
const CONTEXT = 'repositoryContext: {type: a}\n';

const named = (list: string): string => `componentVersionOverwrites: ${list}\n`;

interface Row {
  readonly name: string;
  readonly items: readonly string[];
  readonly config?: string;
  /** Name of the list and repository context of each holder; '-' for none. */
  readonly want: readonly string[];
  readonly results?: readonly string[];
}

const referenced: readonly Row[] = [
  {
    name: 'uses the Context `default` for a holder that names none',
    items: [overwrites('o'), context('default', named('o') + CONTEXT), installation('a', `{${REF}}`)],
    want: ['o {"type":"a"}'],
  },
  {
    name: 'uses the Context that an Installation or DeployItem names',
    items: [
      overwrites('o'),
      overwrites('p'),
      context('default', named('o')),
      context('x', named('p') + CONTEXT),
      installation('a', `{context: x, ${REF}}`),
      deployItem('b', `{context: x, config: {${REF}}}`),
      deployItem('c', `{config: {${REF}}}`),
    ],
    want: ['p {"type":"a"}', 'p {"type":"a"}', 'o -'],
  },
  {
    name: 'finds no overwrites if the Context names no list',
    items: [context('default', CONTEXT), installation('a', `{${REF}}`)],
    want: ['-'],
  },
  { name: 'finds no overwrites without a Context', items: [installation('a', `{${REF}}`)], want: ['-'] },
  {
    name: 'treats an unset namespace as `default`',
    items: [
      overwrites('o', '[]', 'default'),
      context('default', named('o')),
      installation('a', `{${REF}}`, 'default'),
      installation('b', `{${REF}}`),
    ],
    want: ['o -', 'o -'],
  },
  {
    name: 'uses the Context and the list of the same namespace',
    items: ['far', 'near'].flatMap((namespace) => [
      overwrites('o', '[]', namespace),
      context('default', `repositoryContext: {type: ${namespace}}\n${named('o')}`, namespace),
      installation('a', `{${REF}}`, namespace),
    ]),
    want: ['o {"type":"far"}', 'o {"type":"near"}'],
  },
  {
    name: 'finds the same overwrites with a ComponentOverwriting',
    items: [overwrites('o'), context('default', named('o')), installation('a', `{${REF}}`)],
    config: options('{}'),
    want: ['o -'],
  },
];

const missing: readonly Row[] = [
  {
    name: 'rejects the name of a missing Context',
    items: [installation('a', `{context: x, ${REF}}`)],
    want: ['-'],
    results: ['error spec.context: must be the name of a Context in namespace "default"'],
  },
  {
    name: 'rejects `default` as the name of a missing Context',
    items: [installation('a', `{context: default, ${REF}}`, 'near')],
    want: ['-'],
    results: ['error spec.context: must be the name of a Context in namespace "near"'],
  },
  {
    name: 'hints at a Context of this name in another namespace',
    items: [context('x', '', 'far'), deployItem('a', `{context: x, config: {${REF}}}`, 'near')],
    want: ['-'],
    results: ['error spec.context: must be the name of a Context in namespace "near"; there is one in namespace "far"'],
  },
  {
    name: 'hints at a default Context with overwrites in another namespace',
    items: [
      overwrites('o', '[]', 'far'),
      context('default', '', 'left'),
      context('default', named('o'), 'far'),
      installation('a', `{${REF}}`),
    ],
    want: ['-'],
    results: [
      'warning -: unused: no Installation or DeployItem in namespace "far" uses it; 1 would match in namespace "default": set `metadata.namespace`',
    ],
  },
  {
    name: 'reports a holder that a default Context of another namespace, which is used there, would match',
    items: [
      overwrites('o', '[]', 'far'),
      context('default', named('o'), 'far'),
      installation('a', `{${REF}}`),
      installation('b', `{${REF}}`, 'far'),
    ],
    want: ['-', 'o -'],
    results: ['info metadata.namespace: Context "default" would match but for the namespace'],
  },
  {
    name: 'ignores a default Context without overwrites in another namespace',
    items: [context('default', CONTEXT, 'far'), installation('a', `{${REF}}`)],
    want: ['-'],
  },
  {
    name: 'rejects a missing list in the words of Landscaper, even if no holder uses the Context',
    items: [context('x', named('o'))],
    want: [],
    results: [
      "error componentVersionOverwrites: context 'x' references ComponentVersionOverwrites resource 'o', which cannot be found",
    ],
  },
  {
    name: 'hints at a list of this name in another namespace',
    items: [overwrites('o', '[]', 'far'), context('default', named('o')), installation('a', `{${REF}}`)],
    want: ['-'],
    results: [
      "error componentVersionOverwrites: context 'default' references ComponentVersionOverwrites resource 'o', which cannot be found; there is one in namespace \"far\"",
      'warning -: unused: no Context in this namespace references it',
    ],
  },
  {
    name: 'warns of a list that no Context references',
    items: [overwrites('o'), overwrites('p'), context('default', named('p')), installation('a', `{${REF}}`)],
    want: ['p -'],
    results: ['warning -: unused: no Context in this namespace references it'],
  },
];

const twins: readonly Row[] = [
  {
    name: 'rejects two Contexts of one name',
    items: [context('x'), context('x', '', 'default'), context('x', '', 'near')],
    want: [],
    results: ['error -: duplicate Context: namespace and name must be unique'],
  },
  {
    name: 'rejects two ComponentVersionOverwrites of one name',
    items: [overwrites('o'), overwrites('o'), context('x', named('o'))],
    want: [],
    results: ['error -: duplicate ComponentVersionOverwrites: namespace and name must be unique'],
  },
];

const given: readonly Row[] = [
  {
    name: 'applies to its whole namespace, whatever lists Contexts name',
    items: [
      context('default', CONTEXT + named('missing')),
      context('x'),
      installation('a', `{${REF}}`),
      installation('b', `{context: x, ${REF}}`, 'default'),
      deployItem('c', `{config: {${REF}}}`),
    ],
    config: overwrites('g'),
    want: ['g {"type":"a"}', 'g -', 'g {"type":"a"}'],
  },
  {
    name: 'applies without a Context',
    items: [installation('a', `{${REF}}`, 'near')],
    config: overwrites('g', '[]', 'near'),
    want: ['g -'],
  },
  {
    name: 'requires a Context that is named',
    items: [installation('a', `{context: x, ${REF}}`)],
    config: overwrites('g'),
    want: ['-'],
    results: ['error spec.context: must be the name of a Context in namespace "default"'],
  },
  {
    name: 'does not apply to other namespaces, and requires no Context there',
    items: [installation('a', `{context: x, ${REF}}`, 'near'), installation('b', `{${REF}}`, 'far')],
    config: overwrites('g', '[]', 'far'),
    want: ['-', 'g -'],
    results: ['info metadata.namespace: ComponentVersionOverwrites "g" would match but for the namespace'],
  },
  {
    name: 'warns if no holder is in its namespace',
    items: [installation('a', `{${REF}}`, 'near')],
    config: overwrites('g'),
    want: ['-'],
    results: [
      'warning -: unused: no Installation or DeployItem in namespace "default"; 1 would match in namespace "near": set `metadata.namespace`',
    ],
  },
  {
    name: 'rejects two Contexts of one name beside it',
    items: [context('x'), context('x'), installation('a', `{${REF}}`)],
    config: overwrites('g'),
    want: ['g -'],
    results: ['error -: duplicate Context: namespace and name must be unique'],
  },
];

const sections = {
  'overwrites that Contexts name': referenced,
  'missing resources': missing,
  duplicates: twins,
  'a list that is the function config': given,
};

for (const [title, rows] of Object.entries(sections)) {
  describe(`overwrite-components: contexts: ${title}`, () => {
    for (const { name, items, config, want, results = [] } of rows) {
      it(name, async () => {
        const looked = await look(items, config);
        assert.deepEqual(looked.effective.map(shown), want);
        assert.deepEqual(looked.results, results);
      });
    }
  });
}

function shown(effective: EffectiveContext | undefined): string {
  if (effective === undefined) return '-';
  const { list, repositoryContext } = effective;
  return `${list.resource.name} ${repositoryContext === undefined ? '-' : JSON.stringify(repositoryContext)}`;
}
