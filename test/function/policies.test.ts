import assert from 'node:assert/strict';
import { configForm, defineFunction, type FunctionDefinition } from '../../src/function/index.ts';
import { loaded } from '../support/probe.ts';
import { keptAt, resource, resourceList } from '../support/resource-list.ts';
import { runList } from '../support/run-list.ts';

interface Names {
  readonly names: readonly string[];
}

const spec = {
  type: 'object',
  description: 'What it does.',
  additionalProperties: false,
  properties: { name: { type: 'string', description: 'A name.' } },
} as const;

const policy = configForm({
  apiVersion: 'example.com/v1',
  kind: 'Policy',
  schema: {
    type: 'object',
    description: 'A policy.',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string', description: 'Version.' },
      kind: { type: 'string', description: 'Kind.' },
      metadata: { type: 'object', description: 'Metadata.' },
      spec,
    },
    additionalProperties: false,
  },
  read({ spec: { name = '' } }, problems, source): Names {
    if (name === 'bad') problems.add({ field: ['spec', 'name'], message: 'must not be "bad"' });
    return { names: [`${source.name} ${name}`.trim()] };
  },
});

const options = configForm({
  ...policy,
  kind: 'Options',
  read: (): Names => ({ names: [] }),
});

const extra = configForm({
  ...policy,
  kind: 'Extra',
  read: (_resource, _problems, source): Names => ({ names: [`extra ${source.name}`] }),
});

/** Reports the names that it receives. */
const fn: FunctionDefinition = defineFunction({
  name: 'namer',
  summary: 'Says names.',
  origin: 'tests',
  configs: [policy, options],
  policies: {
    forms: [policy, extra],
    combine(given, found) {
      if (given?.names[0] === 'any given')
        return { names: [...given.names, ...found([extra]).flatMap(({ names }) => names)] };
      if (given !== undefined && given.names.length > 0) return given;
      return { names: [given === undefined ? 'none' : 'options', ...found().flatMap(({ names }) => names)] };
    },
  },
  run: ({ config, results }) => results.info(config.names.join(', '), { code: 'x-test' }),
});

const item = (name: string, path: string, value = 'x', packagePath?: string): string =>
  resource('example.com/v1', 'Policy', name, `spec: {name: ${value}}\n`, keptAt(path, packagePath));

async function run(items: readonly string[], config?: string): Promise<readonly string[]> {
  return (await runList(loaded(fn), resourceList(items, config))).results;
}

describe('policies among the items', () => {
  it('apply without a function config, in the order of their location', async () => {
    const items = [item('c', 'b.yaml'), item('b', 'a.yaml'), item('a', 'z.yaml', 'x', '/'), item('d', 'é.yaml')];
    assert.deepEqual(await run(items), ['info -: none, b x, c x, d x, a x']);
    assert.deepEqual(await run(items.toReversed()), await run(items));
  });

  it('apply in the order of their place in a file, by number', async () => {
    const at = (index: number): string =>
      item(`p${index}`, 'a.yaml').replace("/index: '0'", () => `/index: '${index}'`);
    assert.deepEqual(await run([10, 2, 0, 1].map(at)), ['info -: none, p0 x, p1 x, p2 x, p10 x']);
  });

  it('apply in the order of a typed list, which states their kind', async () => {
    const elements = Array.from({ length: 11 }, (_, index) => `- {metadata: {name: p${index}}, spec: {name: x}}\n`);
    const list = resource('example.com/v1', 'PolicyList', 'all', `items:\n${elements.join('')}`, keptAt('b.yaml'));
    const want = ['a', ...elements.map((_, index) => `p${index}`)].map((name) => `${name} x`).join(', ');
    assert.deepEqual(await run([list, item('a', 'a.yaml')]), [`info -: none, ${want}`]);
  });

  it('apply beside an empty ConfigMap, or beside options only', async () => {
    const items = [item('a', 'a.yaml')];
    assert.deepEqual(await run(items, resource('v1', 'ConfigMap', 'c')), ['info -: none, a x']);
    const config = resource('example.com/v1', 'Options', 'o', 'spec: {}\n');
    assert.deepEqual(await run(items, config), ['info -: options, a x']);
  });

  it('must have unique keys that are no words', async () => {
    const items = [
      item('a', 'a.yaml').replace('spec:', () => 'spec: {name: lost}\nspec:'),
      item('b', 'b.yaml').replace('{name: x}', () => '{no: x}'),
      item('c', 'c.yaml'),
    ];
    const results = await run(items);
    assert.equal(results.length, 3, results.join('\n'));
    assert.match(results[0] ?? '', /^error spec: duplicate key "spec" in lines \d+ and \d+: a key must be unique$/);
    assert.match(results[1] ?? '', /^error spec\.false: the key "no" in line \d+ must be quoted: Kubernetes reads/);
  });

  it('are ignored and not read if the function config is a policy', async () => {
    const config = resource('example.com/v1', 'Policy', 'given', 'spec: {}\n');
    assert.deepEqual(await run([item('a', 'a.yaml', 'bad')], config), ['info -: given']);
  });

  it('may have kinds that are not accepted as function config', async () => {
    const other = resource('example.com/v1', 'Extra', 'e', 'spec: {}\n', keptAt('b.yaml'));
    assert.deepEqual(await run([item('c', 'c.yaml'), other, item('a', 'a.yaml')]), ['info -: none, a x, extra e, c x']);
    assert.deepEqual(await run([], other), [
      'error kind: the function config must be Policy (example.com/v1) or Options (example.com/v1)',
    ]);
    assert.deepEqual(await run([resource('example.com/v2', 'Extra', 'e')]), [
      'error apiVersion: must be "example.com/v1" for kind Extra',
    ]);
    assert.deepEqual(await run([resource('example.com/v1', 'Extra', 'e', 'spce: {}\n')]), [
      'error spce: unknown field; did you mean `spec`?',
      'error spec: must be set',
    ]);
  });

  it('are read only of the kinds that the function asks for', async () => {
    const config = resource('example.com/v1', 'Policy', 'any', 'spec: {name: given}\n');
    const other = resource('example.com/v1', 'Extra', 'e', 'spec: {}\n');
    assert.deepEqual(await run([item('a', 'a.yaml', 'bad'), other], config), ['info -: any given, extra e']);
  });

  it('may be absent', async () => {
    assert.deepEqual(await run([resource('v1', 'ConfigMap', 'c'), '3\n']), ['info -: none']);
    assert.deepEqual(await run([resource('other.com/v1', 'Policy', 'p')]), ['info -: none']);
    assert.deepEqual(await run([]), []);
  });

  it('are all read before problems are reported', async () => {
    const items = [
      item('b', 'b.yaml', 'bad'),
      item('a', 'a.yaml', '3'),
      item('c', 'c.yaml'),
      resource('example.com/v1', 'Policy', 'd', 'sepc: {}\n'),
    ];
    assert.deepEqual(await run(items), [
      'error sepc: unknown field; did you mean `spec`?',
      'error spec: must be set',
      'error spec.name: must be a string, not a number',
      'error spec.name: must not be "bad"',
    ]);
  });

  it('must have a known version', async () => {
    const items = [item('a', 'a.yaml', 'bad'), resource('example.com/v2', 'Policy', 'p', '', keptAt('p.yaml'))];
    assert.deepEqual(await run(items), ['error apiVersion: must be "example.com/v1" for kind Policy']);
  });

  const WRONG_GROUP = 'warning apiVersion: must be "example.com/v1" for kind Policy; it is ignored';
  for (const [apiVersion, want] of [
    ['policy.example.com/v1', [WRONG_GROUP]],
    ['exmaple.com/v1', [WRONG_GROUP]],
    ['policy/v1', [WRONG_GROUP]],
    ['v1', [WRONG_GROUP]],
    ['other.io/v1', []],
    ['counterexample.io/v1', []],
  ] as const)
    it(`are warned of in a group that is near the right one, and are another kind in any other: ${apiVersion}`, async () => {
      const items = [item('a', 'a.yaml'), resource(apiVersion, 'Policy', 'p', '', keptAt('p.yaml'))];
      assert.deepEqual(await run(items), [...want, 'info -: none, a x']);
    });

  const other = resource('landscaper.gardener.cloud/v1alpha1', 'Context', 'c');
  for (const [apiVersion, kind, meant] of [
    ['example.com/v1', 'Polciy', '"Policy"'],
    ['example.com/v1', 'policy', '"Policy"'],
    ['example.com/v1', 'Extras', '"Extra"'],
    ['example.com/v2', 'Policies', '"Policy" (example.com/v1)'],
    ['v1', 'Polcy', '"Policy" (example.com/v1)'],
    ['other.io/v1', 'Polciy', undefined],
    ['example.com/v1', 'Pool', undefined],
  ] as const)
    it(`are warned of if their kind is almost right: ${apiVersion} ${kind}`, async () => {
      const items = [item('a', 'a.yaml'), other, resource(apiVersion, kind, 'p', '', keptAt('p.yaml'))];
      const want = meant === undefined ? [] : [`warning kind: unknown kind: it is ignored; did you mean ${meant}?`];
      assert.deepEqual(await run(items), [...want, 'info -: none, a x']);
    });

  it('are not looked for in other groups if the function config is a policy', async () => {
    const config = resource('example.com/v1', 'Policy', 'given', 'spec: {}\n');
    assert.deepEqual(await run([resource('v1', 'Policy', 'p')], config), ['info -: given']);
  });
});
