import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { runFunction, type Call, type LoadedFunction, type Outcome } from '../../src/function/index.ts';
import type { Result } from '../../src/krm/index.ts';
import { probe, probeOfItems, PROBE } from '../support/probe.ts';
import { keptAt, resource, resourceList } from '../support/resource-list.ts';
import { noticesOf } from '../support/run-list.ts';

const run = (input: string | Uint8Array, fn: LoadedFunction = probe()): Promise<Outcome> =>
  runFunction(fn, typeof input === 'string' ? new TextEncoder().encode(input) : input);

/** Splits an output into the text up to the results, and the results. */
function split({ stdout }: Outcome): { readonly rest: string; readonly results: readonly Result[] } {
  const at = stdout.indexOf('\nresults:') + 1;
  if (at === 0) return { rest: stdout, results: [] };
  const { results } = parse(stdout) as { results: Result[] };
  return { rest: stdout.slice(0, at), results };
}

const A = resource('v1', 'ConfigMap', 'a', 'data:\n  x: 1 # one\n', keptAt('a.yaml'));
const B = resource('apps/v1', 'Deployment', 'b', '', keptAt('b.yaml'));
const LIST = resourceList([A, B], PROBE);
const setX = probe(setFirst);
const setXOfItems = probeOfItems(setFirst);

function setFirst({ resources, results }: Pick<Call<unknown>, 'resources' | 'results'>): void {
  const [a] = resources;
  a?.document.set(['data', 'x'], 'new');
  if (a)
    results.info('set 1 key', {
      code: 'x-test',
      resource: a,
      field: ['data', 'x'],
      currentValue: 1,
      proposedValue: 'new',
    });
}

describe('runFunction: input', () => {
  const same: readonly (readonly [name: string, input: string])[] = [
    ['v1', LIST],
    ['v1beta1', LIST.replace('io/v1', 'io/v1beta1')],
    ['JSON', `${JSON.stringify(parse(LIST))}\n`],
    ['JSON with indentation, without a final newline', JSON.stringify(parse(LIST), undefined, 2)],
    ['no items', resourceList([], PROBE)],
    ['no items and no function config', resourceList([])],
    ['items without a path', resourceList([resource('v1', 'A', 'a'), resource('v1', 'A', 'a')], PROBE)],
    ['items that are not objects', resourceList(['a: 1\n', '3\n', '[a]\n', 'null\n', 'kind: A\n'], PROBE)],
    ['a byte order mark', `\ufeff${LIST}`],
    ['CRLF', LIST.replaceAll('\n', '\r\n')],
    ['document markers and comments', `# head\n---\n${LIST}# foot\n`],
    ['a final document marker', `${LIST}...\n`],
    ['an emoji', LIST.replace('# one', '# 🎉')],
    [
      'numbers, dates and duplicate keys',
      LIST.replace('x: 1', 'x: 12345678901234567890\n    d: 2001-12-14\n    o: 012\n    o: 1e3'),
    ],
  ];
  for (const [name, input] of same) {
    it(`returns the input unchanged: ${name}`, async () => {
      assert.deepEqual(await run(input), { stdout: input, stderr: '', exitCode: 0 });
    });
  }

  const unreadable: readonly (readonly [name: string, input: string | Uint8Array, want: string])[] = [
    ['nothing', '', 'the input is empty'],
    ['white space', ' \n\n', 'the input is empty'],
    ['a comment', '# a\n', 'the input is empty'],
    ['null', 'null\n', 'the input is empty'],
    ['several documents', `${LIST}---\n${LIST}`, 'must be one YAML document, not 2'],
    ['a bare resource', A, 'of kind ResourceList, not "ConfigMap"'],
    ['a scalar', 'a\n', 'of kind ResourceList, not none'],
    ['a list', '- a\n', 'of kind ResourceList, not none'],
    ['another version', LIST.replace('io/v1', 'io/v1alpha1'), 'not "config.kubernetes.io/v1alpha1"'],
    ['another group', LIST.replace('config.kubernetes.io/v1', 'v1'), 'not "v1"'],
    ['no items field', 'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n', 'must have a list of `items`'],
    ['null items', 'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n', 'must have a list of `items`'],
    [
      'items that are a map',
      'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: {}\n',
      'must have a list of `items`',
    ],
    ['results that are a map', `${LIST}results: {}\n`, '`results` must be a list'],
    ['no YAML', `${LIST}x: [\n]\ny\n`, ' at '],
    ['truncated JSON', '{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [', ' at '],
    ['a byte that is not UTF-8', bytes('items: ', 0xff, 'x'), 'byte 0xff at offset 7'],
    ['a character cut off by another', bytes('a', 0xe2, 'bc'), 'byte 0xe2 at offset 1'],
    ['a character cut off by the end', bytes('abc', 0xe2, 0x82), 'byte 0xe2 at offset 3'],
    ['UTF-16 without a byte order mark', new Uint8Array(Buffer.from(LIST, 'utf16le')), 'the text is UTF-16'],
    ['UTF-16, the higher byte first', new Uint8Array(Buffer.from(LIST, 'utf16le').swap16()), 'the text is UTF-16'],
    ['UTF-16', new Uint8Array(Buffer.from(`\ufeff${LIST}`, 'utf16le')), 'the text is UTF-16'],
  ];
  for (const [name, input, want] of unreadable) {
    it(`refuses ${name}`, async () => {
      const { stdout, stderr, exitCode } = await run(input);
      assert.equal(stdout, '');
      assert.match(stderr, /^\[error\]: .*\n$/);
      assert.ok(stderr.includes(want), stderr);
      assert.equal(exitCode, 1);
    });
  }
});

function bytes(...parts: readonly (string | number)[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => (typeof part === 'number' ? part : [...Buffer.from(part)])));
}

describe('runFunction: a List of Kubernetes', () => {
  const body = LIST.slice(LIST.indexOf('items:'), LIST.indexOf('functionConfig:'));
  const plain = (kind: string, apiVersion = 'v1'): string => `apiVersion: ${apiVersion}\nkind: ${kind}\n${body}`;

  for (const [kind, apiVersion] of [
    ['List', 'v1'],
    ['ConfigMapList', 'v1'],
    ['FulfillmentCenterList', 'foo-corp.com/v1'],
  ] as const)
    it(`may be of kind ${kind}, and keeps it; results are on stderr`, async () => {
      const input = plain(kind, apiVersion);
      assert.deepEqual(await run(input, probeOfItems()), { stdout: input, stderr: '', isPlain: true, exitCode: 0 });
      const { stderr, ...outcome } = await run(input, setXOfItems);
      const stdout = input.replace('x: 1 # one', 'x: new # one');
      assert.deepEqual(outcome, { stdout, isPlain: true, exitCode: 0 });
      assert.match(stderr, /^\[info\] a\.yaml v1\/ConfigMap\/a data\.x: set 1 key\n$/);
    });

  it('has no function config, even if it has such a field', async () => {
    const seen: boolean[] = [];
    const look = probeOfItems(({ resources }) => void seen.push(resources.length === 2));
    await run(`${plain('List')}functionConfig: {a: 1}\n`, look);
    assert.deepEqual(seen, [true]);
  });

  it('is returned unchanged if the function fails, with the errors on stderr', async () => {
    const fail = probeOfItems(({ results }) => results.error('no', { code: 'x-test' }));
    const input = plain('List');
    const outcome = await run(input, fail);
    assert.deepEqual(outcome, { stdout: input, stderr: '[error]: no\n', isPlain: true, exitCode: 1 });
  });

  for (const [name, input] of [
    ['a List of another version', plain('List', 'v2')],
    ['a list without an apiVersion', `kind: ConfigMapList\n${body}`],
  ] as const)
    it(`refuses ${name}`, async () => {
      const { stdout, stderr, exitCode } = await run(input);
      assert.deepEqual([stdout, exitCode], ['', 1]);
      assert.match(stderr, /must be a List of Kubernetes, or of kind ResourceList, not "\w+"/);
    });
});

describe('runFunction: an item that is not YAML', () => {
  const broken = resource('v1', 'ConfigMap', 'broken', 'data:\n  x: "a\n', keptAt('broken.yaml'));
  const list = resourceList([A, broken, B], PROBE);
  /** Makes the item readable for the test's reader, which would refuse it. */
  const mended = (outcome: Outcome): Outcome => ({ ...outcome, stdout: outcome.stdout.replace('x: "a\n', 'x: "a"\n') });

  it('is returned unchanged if no function reads it', async () => {
    const outcome = await run(list, setX);
    assert.ok(outcome.stdout.startsWith(list.replace('x: 1 # one', 'x: new # one')));
    assert.deepEqual(
      split(mended(outcome)).results.map(({ message }) => message),
      ['set 1 key'],
    );
    assert.equal(outcome.exitCode, 0);
  });

  it('is an error of that resource if the function reads it', async () => {
    const setAll = probe(({ resources }) => {
      for (const { document } of resources) document.set(['data', 'x'], 'new');
    });
    const outcome = await run(list, setAll);
    const { results } = split(mended(outcome));
    assert.ok(outcome.stdout.startsWith(list));
    assert.deepEqual(
      results.map(({ severity, resourceRef, field, file }) => [severity, resourceRef?.name, field?.path, file?.path]),
      [['error', 'broken', 'data.x', 'broken.yaml']],
    );
    assert.match(outcome.stderr, /broken.* at \d+:\d+/);
    assert.equal(outcome.exitCode, 1);
  });
});

describe('runFunction: success', () => {
  it('changes only the lines of the edited field, and appends results', async () => {
    const outcome = await run(LIST, setX);
    assert.equal(outcome.exitCode, 0);
    assert.equal(outcome.stderr, '');
    assert.equal(
      outcome.stdout,
      `${LIST.replace('x: 1 # one', 'x: new # one')}results:
- message: set 1 key
  severity: info
  resourceRef:
    apiVersion: v1
    kind: ConfigMap
    name: a
  field:
    path: data.x
    currentValue: 1
    proposedValue: new
  file:
    path: a.yaml
    index: 0
`,
    );
  });

  it('puts results after those of the input', async () => {
    const given = 'results:\n- message: mine # kept\n  severity: warning\n';
    const { stdout } = await run(`${LIST}${given}`, setX);
    assert.ok(stdout.includes(`${given}- message: set 1 key\n`), stdout);
  });

  for (const given of ['results: []\n', 'results:\n', 'results: null\n']) {
    it(`appends results to ${JSON.stringify(given)}`, async () => {
      const { results } = split(await run(`${LIST}${given}`, setX));
      assert.deepEqual(
        results.map(({ message }) => message),
        ['set 1 key'],
      );
    });
  }

  it('keeps JSON as JSON', async () => {
    const { stdout } = await run(JSON.stringify(parse(LIST)), setX);
    const written = JSON.parse(stdout) as { items: { data?: unknown }[]; results: unknown[] };
    assert.deepEqual(written.items[0]?.data, { x: 'new' });
    assert.equal(written.results.length, 1);
  });

  it('waits for a promise', async () => {
    const fn = probe(async ({ results }) => {
      await Promise.resolve();
      results.info('later', { code: 'x-test' });
    });
    assert.deepEqual(split(await run(LIST, fn)).results, [{ message: 'later', severity: 'info' }]);
  });

  it('omits notices, both of edits that changed other places and of the function', async () => {
    const anchored = resourceList([A.replace('x: 1', 'x: &a 1\n  y: *a')], PROBE);
    const edit = probe((call) => {
      call.results.notice('changed 1 key');
      return setX.definition.run(call);
    });
    const outcome = await run(anchored, edit);
    assert.deepEqual(
      split(outcome).results.map(({ message }) => message),
      ['set 1 key'],
    );
    assert.equal(outcome.stderr, '');
    const [changed, alias, ...others] = await noticesOf(edit, anchored);
    assert.equal(changed, '-: changed 1 key');
    assert.match(alias ?? '', /^-: the value of anchor "a" was edited/);
    assert.deepEqual(others, []);
  });

  it('writes at most 1,000 results', async () => {
    const fn = probe(({ results }) => {
      for (let i = 0; i < 5000; i++) results.warning(`${i}`, { code: 'x-test' });
    });
    const { results } = split(await run(LIST, fn));
    assert.equal(results.length, 1000);
    assert.deepEqual(results.at(-1), { message: '4001 more: 4001 of severity warning', severity: 'warning' });
  });
});

describe('runFunction: failure', () => {
  /** Edits before it fails: the edit must not reach the output. */
  const failing = (fail: Parameters<typeof probe>[0]): LoadedFunction =>
    probe(async (call) => {
      for (const item of call.resources) item.document.set(['data', 'x'], 'half-way');
      call.results.info('set all keys', { code: 'x-test' });
      call.results.warning('one was odd', { code: 'x-test' });
      await fail?.(call);
    });

  const rows: readonly (readonly [name: string, fn: LoadedFunction, want: readonly string[]])[] = [
    [
      'an error of the function',
      failing(({ results, resources: [...items] }) =>
        items.forEach((item) => results.error('no', { code: 'x-test', resource: item })),
      ),
      ['[error] a.yaml v1/ConfigMap/a: no', '[error] b.yaml apps/v1/Deployment/b: no'],
    ],
    [
      'an error of the document layer',
      failing(({ resources: [item] }) => item?.document.set(['data', 'x', 'y'], 1)),
      ['[error] a.yaml v1/ConfigMap/a data.x.y: '],
    ],
    [
      'an error after another',
      failing(({ results, resources: [item] }) => {
        results.error('no', { code: 'x-test' });
        item?.document.set(['data', 'x', 'y'], 1);
      }),
      ['[error]: no', '[error] a.yaml v1/ConfigMap/a data.x.y: '],
    ],
    [
      'a defect',
      failing(() => {
        throw new TypeError('undefined is no function');
      }),
      ['[error]: this is a defect of krm-variants, and nothing was changed: undefined is no function'],
    ],
    [
      'a changed path',
      failing(({ resources: [item] }) =>
        item?.document.set(['metadata', 'annotations', 'internal.config.kubernetes.io/path'], 'c'),
      ),
      ['[error]: this is a defect of krm-variants, and nothing was changed: item 0 would move to another file'],
    ],
  ];
  for (const [name, fn, want] of rows) {
    it(`keeps the items unchanged after ${name}`, async () => {
      const outcome = await run(LIST, fn);
      const { rest, results } = split(outcome);
      assert.equal(rest, LIST);
      assert.equal(outcome.exitCode, 1);
      const lines = outcome.stderr.split('\n').slice(0, -1);
      assert.equal(lines.length, want.length);
      want.forEach((line, i) => assert.ok(lines[i]?.startsWith(line), lines[i]));
      assert.equal(results.filter(({ severity }) => severity === 'error').length, want.length);
      assert.ok(results.every(({ severity }) => severity !== 'info'));
    });
  }

  it('names the invalid function config', async () => {
    const outcome = await run(LIST.replace('names:', 'nmaes:'));
    assert.equal(split(outcome).rest, LIST.replace('names:', 'nmaes:'));
    assert.deepEqual(outcome.stderr.split('\n'), [
      '[error] krm-variants.dev/v1alpha1/Probe/p spec.names: must be set',
      '[error] krm-variants.dev/v1alpha1/Probe/p spec.nmaes: unknown field; did you mean `names`?',
      '',
    ]);
  });

  it('names an item whose aliases expand to too many values', async () => {
    const levels = Array.from({ length: 6 }, (_, at) => `b${at + 1}: &b${at + 1} [${`*b${at}, `.repeat(10)}]\n`);
    const item = resource('v1', 'ConfigMap', 'a', `data: {x: 1}\nb0: &b0 [${'v, '.repeat(10)}]\n${levels.join('')}`);
    const { stderr, exitCode } = await run(resourceList([item], PROBE), setX);
    assert.equal(exitCode, 1);
    assert.match(stderr, /^\[error\] v1\/ConfigMap\/a: aliases must expand to at most 1000000 values at \d+:\d+\n$/);
  });

  it('keeps results of the input', async () => {
    const given = `${LIST}results:\n- message: mine # kept\n  severity: info\n`;
    const { stdout } = await run(
      given,
      failing(({ results }) => results.error('refused', { code: 'x-test' })),
    );
    assert.ok(stdout.startsWith(`${given}- message: refused\n  severity: error\n`), stdout);
  });

  it('does not change JSON items', async () => {
    const json = JSON.stringify(parse(LIST));
    const { stdout } = await run(
      json,
      failing(({ results }) => results.error('no', { code: 'x-test' })),
    );
    assert.ok(stdout.startsWith(json.slice(0, -1)), stdout);
    assert.doesNotThrow(() => JSON.parse(stdout) as unknown);
  });
});
