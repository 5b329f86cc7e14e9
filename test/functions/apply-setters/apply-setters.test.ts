import assert from 'node:assert/strict';
import applySetters from '../../../functions/apply-setters/index.ts';
import { runFunction } from '../../../src/function/index.ts';
import { loaded } from '../../support/probe.ts';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';

const fn = loaded(applySetters);

type Data = Readonly<Record<string, string>>;

const config = (data: Data): string => resource('v1', 'ConfigMap', 'setters', `data: ${JSON.stringify(data)}\n`);
const item = (fields: string, kind = 'Thing'): string => resource('v1', kind, 'r', fields);
const listOf = (fields: string, data: Data): string => resourceList([item(fields)], config(data));

/** Checks the fields of a resource after a call, and that a second call changes nothing and reports the same. */
async function sets(fields: string, data: Data, want: string): Promise<void> {
  const { list, report, stderr } = await runList(fn, listOf(fields, data));
  assert.equal(stderr, '');
  assert.equal(list, listOf(want, data));
  assert.equal((await runList(fn, list)).report, report);
}

const resultsOf = async (fields: string, data: Data, kind?: string): Promise<readonly string[]> =>
  (await runList(fn, resourceList([item(fields, kind)], config(data)))).results;

describe('apply-setters: edits', () => {
  const ROWS: readonly (readonly [name: string, fields: string, data: Data, want: string])[] = [
    ['sets a scalar', 'f: old # kpt-set: ${a}\n', { a: 'new' }, 'f: new # kpt-set: ${a}\n'],
    ['keeps quotes', 'f: "80" # kpt-set: ${a}\n', { a: '81' }, 'f: "81" # kpt-set: ${a}\n'],
    ['keeps a number plain, as written', 'f: 1.1 # kpt-set: ${a}\n', { a: '1.10' }, 'f: 1.10 # kpt-set: ${a}\n'],
    ['quotes what YAML would read otherwise', 'f: b # kpt-set: ${a}\n', { a: 'a: b' }, "f: 'a: b' # kpt-set: ${a}\n"],
    ['quotes an empty value', 'f: b # kpt-set: ${a}\n', { a: '' }, 'f: "" # kpt-set: ${a}\n'],
    ['keeps a literal block', 'f: | # kpt-set: ${a}\n  b\n', { a: '80' }, 'f: |- # kpt-set: ${a}\n  80\n'],
    ['drops a tag', 'f: !!str 80 # kpt-set: ${a}\n', { a: '81' }, 'f: 81 # kpt-set: ${a}\n'],
    ['derives other values', 'f: a:1 # kpt-set: ${i}:${t}\n', { t: '2' }, 'f: a:2 # kpt-set: ${i}:${t}\n'],
    [
      'does not let a derived value grow in a second run',
      'f: a:1 # kpt-set: ${i}:${t}\n',
      { t: 'x:y' },
      'f: a:x:y # kpt-set: ${i}:${t}\n',
    ],
    [
      'replaces references in values, in whatever order they are given',
      'f: a # kpt-set: ${a}\n',
      { a: '1${b}', b: '2${c}', c: '3' },
      'f: 123 # kpt-set: ${a}\n',
    ],
    ['sets elements', 'f:\n- b # kpt-set: ${a}\n', { a: 'c' }, 'f:\n- c # kpt-set: ${a}\n'],
    ['sets elements in brackets', 'f: [b, # kpt-set: ${a}\n  c]\n', { a: 'x,y' }, "f: ['x,y', # kpt-set: ${a}\n  c]\n"],
    [
      'keeps the comments of elements that stay',
      'f: # kpt-set: ${l}\n  - a # one\n  - b\n',
      { l: '[a, c]' },
      'f: # kpt-set: ${l}\n  - a # one\n  - c\n',
    ],
    ['keeps a list in brackets', 'f: [a] # kpt-set: ${l}\n', { l: '- b\n- c\n' }, 'f: [b, c] # kpt-set: ${l}\n'],
    ['empties a list', 'f: # kpt-set: ${l}\n- a\n', { l: '' }, 'f: [] # kpt-set: ${l}\n'],
    ['fills a list', 'f: [] # kpt-set: ${l}\n', { l: '[a]' }, 'f: # kpt-set: ${l}\n- a\n'],
    [
      'keeps the comments of both lines of a value below its dash',
      'f:\n- # above\n  b # kpt-set: ${a}\n',
      { a: 'c' },
      'f:\n- # above\n  c # kpt-set: ${a}\n',
    ],
    [
      'sets the values of aliases with that of their anchor',
      'f: &n a # kpt-set: ${a}\ng: *n\n',
      { a: 'b' },
      'f: &n b # kpt-set: ${a}\ng: b\n',
    ],
    [
      'applies setters in the value of a list',
      'f: # kpt-set: ${l}\n- a\n',
      { l: '- x # kpt-set: ${a}', a: 'z' },
      'f: # kpt-set: ${l}\n- z\n',
    ],
  ];

  for (const [name, fields, data, want] of ROWS) it(name, () => sets(fields, data, want));

  it('edits Kptfiles and local configuration', async () => {
    const local = '  annotations:\n    config.kubernetes.io/local-config: "true"\n';
    const items = [
      resource('kpt.dev/v1', 'Kptfile', 'k', 'info:\n  description: old # kpt-set: ${a}\n', keptAt('Kptfile')),
      resource('v1', 'ConfigMap', 'c', 'data:\n  k: old # kpt-set: ${a}\n', local),
    ];
    const { list } = await runList(fn, resourceList(items, config({ a: 'new' })));
    assert.equal(list.match(/: new # kpt-set/g)?.length, 2);
  });

  it('keeps CRLF', async () => {
    const text = listOf('f: old # kpt-set: ${a}\n', { a: 'new' }).replaceAll('\n', '\r\n');
    const { stdout } = await runFunction(fn, new TextEncoder().encode(text));
    assert.ok(stdout.includes('f: new # kpt-set: ${a}\r\n'));
  });

  it('takes an unquoted number of the configuration as it is written', async () => {
    const text = resourceList([item('f: a # kpt-set: ${a}\n')], resource('v1', 'ConfigMap', 's', 'data: {a: 1.10}\n'));
    assert.ok((await runList(fn, text)).list.includes('f: 1.10 # kpt-set'));
  });
});

describe('apply-setters: messages', () => {
  const SET = 'info f: set field value to "x"';
  const IDLE =
    'a setter comment has no effect here: it must be beside a scalar or a list in brackets, or beside the key above a list';
  const ROWS: readonly (readonly [name: string, fields: string, data: Data, want: readonly string[]])[] = [
    ['says what a field has', 'f: a # kpt-set: ${a}\n', { a: 'x' }, [SET]],
    [
      'names a setter without a match',
      'f: a # kpt-set: ${a}\n',
      { a: 'x', b: 'y' },
      ['warning data.b: no matches for input setter "b"', SET],
    ],
    [
      'suggests a name, and says that nothing matches',
      'f: a # kpt-set: ${region}\n',
      { regoin: 'x' },
      [
        'warning -: no matches for input setter(s)',
        'warning data.regoin: no matches for input setter "regoin"; did you mean "region"?',
        'info -: fields unchanged, since their setters have no value: "region" (1)',
      ],
    ],
    [
      'reports a comment without effect',
      'f: # kpt-set: ${a}\n  a: b\n',
      { a: 'x' },
      ['warning -: no matches for input setter(s)', `warning f: ${IDLE}`],
    ],
    [
      'refuses a value that cannot be derived',
      'f: a # kpt-set: ${a}:${b}\n',
      { a: 'x' },
      ['error f: failed to apply setters: values for setters [${b}] must be provided'],
    ],
    [
      'refuses a list of other than one setter',
      'f: # kpt-set: x${a}\n- a\n',
      { a: '[x]' },
      ['error f: failed to apply setters: invalid setter pattern for array node: "x${a}"'],
    ],
    [
      'refuses a value that is no list',
      'f: # kpt-set: ${a}\n- a\n',
      { a: 'x' },
      ['error f: failed to apply setters: input to array setter must be an array of values, but found "x"'],
    ],
    [
      'refuses values that refer to each other',
      'f: a # kpt-set: ${a}\n',
      { a: 'x${b}', b: '${a}' },
      ['error f: failed to apply setters: the value of setter "a" refers to itself'],
    ],
    [
      'refuses a list that contains itself',
      'f: # kpt-set: ${a}\n- a\n',
      { a: '- k: # kpt-set: ${a}\n  - b\n' },
      ['error f[0].k: failed to apply setters: the value of setter "a" contains itself'],
    ],
  ];

  for (const [name, fields, data, want] of ROWS)
    it(name, async () => assert.deepEqual(await resultsOf(fields, data), want));

  it('refuses a value that grows by references to a limit', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `v${index}`);
    const data = Object.fromEntries(names.map((name, index) => [name, `\${v${index + 1}}\${v${index + 1}}`]));
    const { stderr } = await runList(fn, listOf('f: a # kpt-set: ${v0}\n', { ...data, v40: 'x' }));
    assert.match(stderr, /must have at most 100000 characters with the values that it refers to/);
    const { stderr: none } = await runList(fn, listOf('f: a # kpt-set: ${v0}\n', { ...data, v40: '' }));
    assert.equal(none, '');
  });

  it('refuses a field that kpt keeps for itself', async () => {
    const text = resource(
      'v1',
      'Thing',
      'r',
      '',
      "  annotations:\n    config.kubernetes.io/index: '0' # kpt-set: ${a}\n",
    );
    const { results } = await runList(fn, resourceList([text], config({ a: '1' })));
    assert.deepEqual(results, [
      'error metadata.annotations["config.kubernetes.io/index"]: must not name an annotation of kpt',
    ]);
  });

  it('shows no value of a Secret', async () => {
    const all = [
      await resultsOf('stringData:\n  k: old # kpt-set: ${a}\n', { a: 'hidden-value' }, 'Secret'),
      await resultsOf('data: # kpt-set: ${a}\n- old\n', { a: 'hidden-value' }, 'Secret'),
    ];
    assert.deepEqual(all[0], ['info stringData.k: set field value to (redacted)']);
    assert.ok(!JSON.stringify(all).includes('hidden'));
  });

  it('refuses a list or a map as the value of a setter, but not where no comment asks for it', async () => {
    const setters = resource('v1', 'ConfigMap', 's', 'data: {a: [x], b: y}\n');
    const list = (comment: string): string =>
      resourceList([resource('v1', 'ConfigMap', 'c', `data:\n  k: old # kpt-set: ${comment}\n`)], setters);
    const refused = await runList(fn, list('${a}-${b}'));
    assert.match(refused.stderr, /data\.a: must be a string; write a list or a map as its YAML text/);
    const { stderr, results } = await runList(fn, list('${b}'));
    assert.equal(stderr, '');
    assert.ok(
      results.includes('info data.a: not read: it is a list or a map, and no comment asks for it'),
      results.join('\n'),
    );
  });

  it('says in place of the original where its data differ', async () => {
    const rows: readonly (readonly [string, Data, string])[] = [
      ['f: a:1 # kpt-set: ${i}:${t}\n', { t: 'x:y' }, 'each run of the original changes this value again'],
      ['f: a # kpt-set: ${a}\n', { a: '${b}', b: 'x' }, 'setter \\"a\\" refers to other setters'],
      ['f: &n # kpt-set: ${a}\n- v # kpt-set: ${a}\n', { a: 'x' }, 'the original takes the next comment'],
    ];
    for (const [fields, data, want] of rows) {
      const { stdout } = await runFunction(fn, new TextEncoder().encode(listOf(fields, data)), { inPlaceOf: 'v0.2.1' });
      assert.ok(stdout.replaceAll('"', '\\"').includes(want), stdout);
    }
  });

  it('fails without a match only in place of v0.1', async () => {
    const text = new TextEncoder().encode(listOf('f: a\n', { a: 'x' }));
    assert.equal((await runFunction(fn, text, { inPlaceOf: 'v0.1.1' })).exitCode, 1);
    assert.equal((await runFunction(fn, text, { inPlaceOf: 'v0.2.1' })).exitCode, 0);
  });
});
