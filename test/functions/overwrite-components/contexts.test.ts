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
    name: 'the default Context counts where none is named',
    items: [overwrites('o'), context('default', named('o') + CONTEXT), installation('a', `{${REF}}`)],
    want: ['o {"type":"a"}'],
  },
  {
    name: 'a Context that is named counts, for DeployItems, too',
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
    name: 'a Context without overwrites: nothing is for it',
    items: [context('default', CONTEXT), installation('a', `{${REF}}`)],
    want: ['-'],
  },
  { name: 'no Context at all', items: [installation('a', `{${REF}}`)], want: ['-'] },
  {
    name: 'unset and `default` are one namespace',
    items: [
      overwrites('o', '[]', 'default'),
      context('default', named('o')),
      installation('a', `{${REF}}`, 'default'),
      installation('b', `{${REF}}`),
    ],
    want: ['o -', 'o -'],
  },
  {
    name: 'each namespace has its own',
    items: ['far', 'near'].flatMap((namespace) => [
      overwrites('o', '[]', namespace),
      context('default', `repositoryContext: {type: ${namespace}}\n${named('o')}`, namespace),
      installation('a', `{${REF}}`, namespace),
    ]),
    want: ['o {"type":"far"}', 'o {"type":"near"}'],
  },
  {
    name: 'options alone change nothing of that',
    items: [overwrites('o'), context('default', named('o')), installation('a', `{${REF}}`)],
    config: options('{}'),
    want: ['o -'],
  },
];

const missing: readonly Row[] = [
  {
    name: 'a Context that is named',
    items: [installation('a', `{context: x, ${REF}}`)],
    want: ['-'],
    results: ['error spec.context: must be the name of a Context in namespace "default"'],
  },
  {
    name: '`default`, where it is named',
    items: [installation('a', `{context: default, ${REF}}`, 'near')],
    want: ['-'],
    results: ['error spec.context: must be the name of a Context in namespace "near"'],
  },
  {
    name: 'a Context that is there in another namespace',
    items: [context('x', '', 'far'), deployItem('a', `{context: x, config: {${REF}}}`, 'near')],
    want: ['-'],
    results: ['error spec.context: must be the name of a Context in namespace "near"; there is one in namespace "far"'],
  },
  {
    name: 'the default Context, which is there in another namespace',
    items: [
      overwrites('o', '[]', 'far'),
      context('default', '', 'left'),
      context('default', named('o'), 'far'),
      installation('a', `{${REF}}`),
    ],
    want: ['-'],
    results: ['info metadata.namespace: Context "default" would be for it but for the namespace'],
  },
  {
    name: 'the default Context, where that of another namespace has no overwrites',
    items: [context('default', CONTEXT, 'far'), installation('a', `{${REF}}`)],
    want: ['-'],
  },
  {
    name: 'overwrites that a Context names, in the words of Landscaper, even if it is for nothing',
    items: [context('x', named('o'))],
    want: [],
    results: [
      "error componentVersionOverwrites: context 'x' references ComponentVersionOverwrites resource 'o', which cannot be found",
    ],
  },
  {
    name: 'overwrites that are there in another namespace',
    items: [overwrites('o', '[]', 'far'), context('default', named('o')), installation('a', `{${REF}}`)],
    want: ['-'],
    results: [
      "error componentVersionOverwrites: context 'default' references ComponentVersionOverwrites resource 'o', which cannot be found; there is one in namespace \"far\"",
      'warning -: is for nothing: no Context in its namespace names it',
    ],
  },
  {
    name: 'a Context that names overwrites, which then are for nothing',
    items: [overwrites('o'), overwrites('p'), context('default', named('p')), installation('a', `{${REF}}`)],
    want: ['p -'],
    results: ['warning -: is for nothing: no Context in its namespace names it'],
  },
];

const twins: readonly Row[] = [
  {
    name: 'Contexts',
    items: [context('x'), context('x', '', 'default'), context('x', '', 'near')],
    want: [],
    results: ['error -: duplicate Context: namespace and name must be unique'],
  },
  {
    name: 'ComponentVersionOverwrites',
    items: [overwrites('o'), overwrites('o'), context('x', named('o'))],
    want: [],
    results: ['error -: duplicate ComponentVersionOverwrites: namespace and name must be unique'],
  },
];

const given: readonly Row[] = [
  {
    name: 'it is for all of its namespace, whatever Contexts say',
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
    name: 'it needs no Context',
    items: [installation('a', `{${REF}}`, 'near')],
    config: overwrites('g', '[]', 'near'),
    want: ['g -'],
  },
  {
    name: 'a Context that is named must be there',
    items: [installation('a', `{context: x, ${REF}}`)],
    config: overwrites('g'),
    want: ['-'],
    results: ['error spec.context: must be the name of a Context in namespace "default"'],
  },
  {
    name: 'it is for nothing in other namespaces, where nothing has to be there',
    items: [installation('a', `{context: x, ${REF}}`, 'near'), installation('b', `{${REF}}`, 'far')],
    config: overwrites('g', '[]', 'far'),
    want: ['-', 'g -'],
    results: ['info metadata.namespace: ComponentVersionOverwrites "g" would be for it but for the namespace'],
  },
  {
    name: 'it is for nothing at all',
    items: [installation('a', `{${REF}}`, 'near')],
    config: overwrites('g'),
    want: ['-'],
    results: [
      'warning -: is for no Installation or DeployItem: none is in namespace "default"',
      'info metadata.namespace: ComponentVersionOverwrites "g" would be for it but for the namespace',
    ],
  },
  {
    name: 'two Contexts of one name are an error all the same',
    items: [context('x'), context('x'), installation('a', `{${REF}}`)],
    config: overwrites('g'),
    want: ['g -'],
    results: ['error -: duplicate Context: namespace and name must be unique'],
  },
];

const sections = {
  'overwrites that Contexts name': referenced,
  'what is missing': missing,
  'two of one name': twins,
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
