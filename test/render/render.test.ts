import assert from 'node:assert/strict';
import { isKptfile, type Resource, type Resources } from '../../src/krm/index.ts';
import { configMap, kptfile, type Files } from '../cli/run-support.ts';
import { pipeline, render, type Act } from './rendered.ts';

const setAll: Act = (resources) => {
  for (const each of [...resources].filter((item) => !isKptfile(item))) each.document.set(['data'], 'set');
};

/** Package `root` with the packages `b`, `b/deep` below a folder, and `a.x`. */
const TREE: Files = {
  Kptfile: pipeline('root', '{exec: one}', '{exec: two}'),
  'c.yaml': configMap('c'),
  'b/Kptfile': pipeline('b', '{exec: three}'),
  'b/x.yaml': configMap('bx'),
  'b/folder/deep/Kptfile': kptfile('deep'),
  'b/folder/deep/y.yaml': configMap('by'),
  'a.x/Kptfile': pipeline('a.x', '{exec: four}'),
  'a.x/z.yaml': configMap('az'),
};

describe('rendering of packages', () => {
  it('runs the functions of each package after those of its subpackages, with all their resources', async () => {
    assert.deepEqual((await render(TREE)).log, [
      'package "a.x"',
      'four: a.x az',
      'package "b/folder/deep"',
      'package "b"',
      'three: deep by b bx',
      'package ""',
      'one: a.x az deep by b bx root c',
      'two: a.x az deep by b bx root c',
    ]);
  });

  it('runs them level by level if the root Kptfile asks for it', async () => {
    const root = String(TREE['Kptfile']).replace(
      'metadata:\n',
      'metadata:\n  annotations: {kpt.dev/bfs-rendering: "TRUE"}\n',
    );
    const { log } = await render({ ...TREE, Kptfile: root });
    assert.deepEqual(
      log.filter((line) => line.startsWith('package')),
      ['package ""', 'package "a.x"', 'package "b"', 'package "b/folder/deep"'],
    );
  });

  it('shows each function the edits of those before it, and drops the edits of validators', async () => {
    const files = {
      Kptfile: `${pipeline('root', '{exec: name}')}  validators:\n  - exec: wipe\n  - exec: see\n`,
      'a.yaml': configMap('a', '# kept\n'),
    };
    const seen: string[] = [];
    const { changes, errors } = await render(files, {
      name: (resources) => {
        for (const { document, kind } of resources) if (kind === 'ConfigMap') document.set(['metadata', 'name'], 'b');
      },
      wipe: (resources) => {
        for (const each of resources) each.document.set(['metadata', 'name'], 'wiped');
        const [first] = resources;
        if (first !== undefined) resources.remove(first);
      },
      see: (resources) => void seen.push(...[...resources].map(({ name }) => name)),
    });
    assert.deepEqual([errors, seen], [[], ['root', 'b']]);
    assert.deepEqual(changes, { 'a.yaml': configMap('b', '# kept\n') });
  });

  it('gives a function the resources that its selectors match, each once, without those that it excludes', async () => {
    const functions = [
      '{exec: one, selectors: [{kind: ConfigMap}, {name: a}]}',
      '{exec: two, selectors: [{kind: ConfigMap, labels: {x: "y"}}]}',
      '{exec: three, exclude: [{name: a}, {}]}',
      '{exec: four, selectors: [{annotations: {internal.config.kubernetes.io/path: b.yaml}}]}',
      '{exec: five, selectors: [{name: none}]}',
      '{exec: six, selectors: [{}]}',
    ];
    const files = {
      Kptfile: pipeline('root', ...functions),
      'a.yaml': configMap('a'),
      'b.yaml': configMap('b').replace('metadata:\n', 'metadata:\n  labels: {x: "y"}\n'),
    };
    const { log } = await render(files);
    assert.deepEqual(log.slice(1), ['one: a b', 'two: b', 'three: root b', 'four: b', 'five: ', 'six: root a b']);
  });

  const unmatched: readonly (readonly [title: string, fn: string, warnings: readonly string[]])[] = [
    [
      'with the nearest kind',
      '{exec: one, selectors: [{kind: ConfigMpa}]}',
      ['selectors[0]: this selector of "one" matches no resource of the package; did you mean kind "ConfigMap"?'],
    ],
    [
      'with the nearest name of resources that match otherwise',
      '{exec: one, selectors: [{kind: ConfigMap, name: lonk}]}',
      ['selectors[0]: this selector of "one" matches no resource of the package; did you mean name "long"?'],
    ],
    [
      'of an exclusion',
      '{exec: one, exclude: [{}, {kind: ConfigMap}, {kind: Kptfiel}]}',
      ['exclude[2]: this selector of "one" matches no resource of the package; did you mean kind "Kptfile"?'],
    ],
    [
      'of each if none matches',
      '{exec: one, selectors: [{kind: Pod}, {labels: {a: b}}]}',
      [
        'selectors[0]: this selector of "one" matches no resource of the package',
        'selectors[1]: this selector of "one" matches no resource of the package',
      ],
    ],
    ['not of one beside another that matches', '{exec: one, selectors: [{kind: ConfigMap}, {kind: Pod}]}', []],
    ['not of a name that is one of a series', '{exec: one, selectors: [{name: web-1}, {name: web-2}]}', []],
  ];
  for (const [title, fn, warnings] of unmatched)
    it(`warns of a selector that matches nothing: ${title}`, async () => {
      const files = { Kptfile: pipeline('p', fn), 'a.yaml': configMap('long'), 'b.yaml': configMap('web-1') };
      const rendered = await render(files);
      const place = '[warning] Kptfile kpt.dev/v1/Kptfile/p pipeline.mutators[0].';
      assert.deepEqual([rendered.errors, rendered.warnings], [[], warnings.map((warning) => `${place}${warning}`)]);
    });

  it('reports resources as a selection only to a function with selectors', async () => {
    const filtered: boolean[] = [];
    const act: Act = ({ isFiltered }) => void filtered.push(isFiltered);
    await render(
      { Kptfile: pipeline('root', '{exec: one}', '{exec: two, exclude: [{name: x}]}') },
      { one: act, two: act },
    );
    assert.deepEqual(filtered, [false, true]);
  });

  it('configures a function by `configMap`, with the texts of its values', async () => {
    let data: unknown;
    const files = {
      Kptfile: pipeline(
        'root',
        '{exec: one, configMap: {a: b, i: 012, d: 2001-01-01, t: true, no: no, e: null}}',
        '{exec: two, configMap: {}}',
      ),
    };
    await render(files, {
      one: (_, config) => void (data = config?.document.value(['data'])),
      two: (_, config) => assert.equal(config, undefined),
    });
    assert.deepEqual({ ...(data as object) }, { a: 'b', i: '012', d: '2001-01-01', t: 'true', no: 'no', e: '' });
  });

  it('configures a function by a resource of its package, as earlier functions left it', async () => {
    const files = {
      ...TREE,
      'b/Kptfile': pipeline('b', '{exec: edit}', '{exec: use, configPath: ./x.yaml}'),
    };
    let value: unknown;
    const { errors } = await render(files, {
      edit: setAll,
      use: (_, config) => void (value = config?.document.value(['data'])),
    });
    assert.deepEqual([errors, value], [[], 'set']);
  });

  it('stops at the first function that fails, and says what failed', async () => {
    const { log, errors } = await render(TREE, {
      three: () => {
        throw new Error('no');
      },
    });
    assert.deepEqual(log.at(-1), 'three: deep by b bx');
    assert.equal(errors.length, 1);
  });

  it('reports the configurations that are missing in any package together, before a function runs', async () => {
    const missing = pipeline('p', '{exec: one}', '{exec: two, configPath: none.yaml}');
    const { errors, log } = await render({
      Kptfile: missing,
      'a/Kptfile': pipeline('a', '{exec: one}'),
      'b/Kptfile': missing,
    });
    assert.deepEqual(log, []);
    assert.deepEqual(
      errors.map((line) => line.replace(/: must be .*/, '')),
      ['b/Kptfile', 'Kptfile'].map(
        (path) => `[error] ${path}:8:29 kpt.dev/v1/Kptfile/p pipeline.mutators[1].configPath`,
      ),
    );
  });

  it('writes new resources to their package, below their namespace and beside the configuration', async () => {
    const files = {
      Kptfile: kptfile('root'),
      's/Kptfile': pipeline('s', '{exec: one, configPath: conf/functions/c.yaml}', '{exec: two}'),
      's/conf/functions/c.yaml': configMap('c'),
    };
    const { changes, errors, log } = await render(files, {
      one: (resources) => {
        resources.add({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'n', namespace: 'ns' } }, {});
        resources.add(
          { apiVersion: 'v1', kind: 'Role', metadata: { name: 'r' } },
          { path: './x/../r.yaml'.replace('x/../', '') },
        );
      },
    });
    assert.deepEqual(errors, []);
    assert.deepEqual(Object.keys(changes), ['s/conf/ns/secret_n.yaml', 's/r.yaml']);
    assert.equal(log.at(-2), 'two: s n r c');
  });

  const outside: readonly string[] = ['../x.yaml', 'a/../../x.yaml', '', '..', './'];
  for (const path of outside) {
    it(`refuses a new resource at ${JSON.stringify(path)}`, async () => {
      const { errors } = await render(
        { Kptfile: pipeline('root', '{exec: one}') },
        {
          one: (resources) => void resources.add({ apiVersion: 'v1', kind: 'Role', metadata: { name: 'r' } }, { path }),
        },
      );
      assert.match(errors.join(), /a new resource must be in a file of its package/);
    });
  }

  it('refuses a new resource of a subpackage in the root package, and takes one of the root in a subpackage', async () => {
    const add =
      (below: string): Act =>
      (resources) => {
        const [{ location } = assert.fail()] = resources;
        const root = String(location.packagePath).replace(/\/s$/, '');
        resources.add(
          { apiVersion: 'v1', kind: 'Role', metadata: { name: 'r' } },
          { path: 'a..b.yaml', packagePath: `${root}${below}` },
        );
      };
    const files = (at: string): Files => ({
      Kptfile: kptfile('root'),
      's/Kptfile': kptfile('s'),
      [at]: pipeline('p', '{exec: one}'),
    });
    assert.match((await render(files('s/Kptfile'), { one: add('') })).errors.join(), /in a file of its package/);
    assert.deepEqual(Object.keys((await render(files('Kptfile'), { one: add('/s') })).changes), ['s/a..b.yaml']);
  });

  it('refuses a moved resource in the place of another one, by its name', async () => {
    const move: Act = (resources) => {
      const content = { apiVersion: 'v1', kind: 'Role', metadata: { name: 'r' } };
      resources.add(content, { path: 'c.yaml', index: 0, isMoved: true });
    };
    const { errors } = await render(TREE, { one: move });
    assert.match(errors.join(), /^\[error\] c\.yaml: a moved resource must have another path or index/);
  });

  it('refuses a new resource in the place of another one, unless that was removed', async () => {
    const add: Act = (resources) => {
      resources.add({ apiVersion: 'v1', kind: 'Role', metadata: { name: 'r' } }, { path: 'c.yaml', index: 0 });
    };
    assert.match(
      (await render(TREE, { one: add })).errors.join(),
      /^\[error\] c\.yaml: a new resource must have another path or index/,
    );
    const replace: Act = (resources) => {
      for (const each of [...resources].filter(({ name }) => name === 'c')) resources.remove(each);
      add(resources, undefined);
    };
    const { changes, errors } = await render(TREE, { one: replace });
    assert.deepEqual([errors, Object.keys(changes)], [[], ['c.yaml']]);
  });

  it('puts a new resource without an index after the others of its file', async () => {
    const { changes, errors } = await render(TREE, {
      one: (resources) => {
        resources.add({ apiVersion: 'v1', kind: 'Role', metadata: { name: 'r' } }, { path: 'c.yaml' });
      },
    });
    assert.deepEqual(errors, []);
    assert.deepEqual(changes, {
      'c.yaml': `${configMap('c')}---\napiVersion: v1\nkind: Role\nmetadata:\n  name: r\n`,
    });
  });

  const removers: readonly (readonly [what: string, of: string, isRemoved: (resource: Resource) => boolean])[] = [
    ['all resources of the root', 'one', () => true],
    ['the Kptfile of the root', 'one', ({ name }) => name === 'root'],
    ['all resources of a subpackage', 'three', () => true],
  ];
  for (const [what, of, isRemoved] of removers) {
    const remove: Act = (resources) => {
      for (const each of [...resources].filter(isRemoved)) resources.remove(each);
    };
    it(`refuses a function that removes ${what}, unless that is allowed`, async () => {
      const { errors } = await render(TREE, { [of]: remove });
      assert.match(errors.join(), /pipeline\.mutators\[0\]: removed .*--allow-delete-all/);
      const allowed = await render(TREE, { [of]: remove }, { allowsDeleteAll: true });
      assert.deepEqual(allowed.errors, []);
      assert.ok(Object.values(allowed.changes).includes(undefined));
    });
  }

  it('lets a function with selectors remove all that it is given', async () => {
    const files = { ...TREE, 'b/Kptfile': pipeline('b', '{exec: three, selectors: [{name: bx}]}') };
    const { changes, errors } = await render(files, {
      three: (resources) => {
        for (const each of Array.from(resources)) resources.remove(each);
      },
    });
    assert.deepEqual([errors, changes], [[], { 'b/x.yaml': undefined }]);
  });

  it('warns of empty functions', async () => {
    const files = {
      ...TREE,
      Kptfile: kptfile('p'),
      'b/Kptfile': `${kptfile('b')}pipeline: {mutators: [null], validators: [~, {exec: two}]}\n`,
    };
    const { warnings, errors, log } = await render(files);
    const b = '[warning] b/Kptfile kpt.dev/v1/Kptfile/b';
    assert.deepEqual(warnings, [
      `${b} pipeline.mutators[0]: is ignored: an element must have \`image\` or \`exec\``,
      `${b} pipeline.validators[0]: is ignored: an element must have \`image\` or \`exec\``,
    ]);
    assert.deepEqual(errors, []);
    assert.equal(log.filter((line) => line.startsWith('two')).length, 1);
  });

  describe('unknown fields of Kptfiles', () => {
    const files = {
      ...TREE,
      Kptfile: `${pipeline('p', '{exec: one}')}piplien: {mutators: [{exec: one}]}\n`,
      'b/Kptfile': `${kptfile('b')}foo: 1\n`,
    };

    it('are errors before a function runs, with the nearest known field', async () => {
      const { errors, log } = await render(files);
      const known =
        '`apiVersion`, `kind`, `metadata`, `upstream`, `upstreamLock`, `info`, `pipeline`, `inventory`, `status`';
      assert.deepEqual(errors, [
        `[error] b/Kptfile:5:6 kpt.dev/v1/Kptfile/b foo: unknown field, which kpt refuses; known fields: ${known}`,
        '[error] Kptfile:8:10 kpt.dev/v1/Kptfile/p piplien: unknown field, which kpt refuses; did you mean `pipeline`?',
      ]);
      assert.deepEqual(log, []);
    });

    it('are allowed outside of the pipeline on request', async () => {
      const { errors, log } = await render(files, {}, { allowsUnknownFields: true });
      assert.deepEqual([errors, log.filter((line) => line.startsWith('one')).length], [[], 1]);
      const misspelt = { ...files, Kptfile: pipeline('p', '{exec: one, selector: []}') };
      assert.match(
        (await render(misspelt, {}, { allowsUnknownFields: true })).errors.join(),
        /selector: unknown field/,
      );
    });

    it('are warnings if a function adds them, as with kpt, which writes them', async () => {
      const added = { ...TREE, 'b/Kptfile': pipeline('b', '{exec: edit}') };
      const edit = (resources: Resources): void => {
        for (const each of [...resources].filter(isKptfile)) each.document.set(['info', 'foo'], 'x');
      };
      const { errors, warnings } = await render(added, { edit });
      assert.deepEqual(errors, []);
      assert.match(
        warnings.join(),
        /^\[warning\] b\/Kptfile\S* \S+ info\.foo: added by a function: unknown field, which kpt refuses;/,
      );
      assert.deepEqual((await render(added, { edit }, { allowsUnknownFields: true })).warnings, []);
    });
  });

  it('removes resources, and shows the rest to the next function', async () => {
    const { changes, log } = await render(TREE, {
      one: (resources) => {
        for (const each of [...resources].filter(({ name }) => name === 'bx')) resources.remove(each);
      },
    });
    assert.deepEqual(changes, { 'b/x.yaml': undefined });
    assert.equal(log.at(-1), 'two: a.x az deep by b root c');
  });

  const wrong: readonly (readonly [name: string, files: Files, message: RegExp])[] = [
    ['no Kptfile', { 'a.yaml': configMap('a') }, /the package must have a Kptfile in its folder/],
    ['a Kptfile of another kind', { Kptfile: configMap('a') }, /Kptfile.*must begin with a resource of kind Kptfile/],
    [
      'an old Kptfile below',
      { Kptfile: kptfile('p'), 's/Kptfile': kptfile('s').replace('/v1', '/v1alpha1') },
      /s\/Kptfile.*must begin with/,
    ],
    [
      'an unknown field',
      { Kptfile: pipeline('p', '{exec: one, selector: []}') },
      /pipeline\.mutators\[0\]\.selector: unknown field, which kpt refuses; did you mean `selectors`\?/,
    ],
    [
      'an unknown list',
      { Kptfile: `${kptfile('p')}pipeline: {mutator: []}\n` },
      /pipeline\.mutator: unknown field, which kpt refuses; did you mean `mutators`\?/,
    ],
    [
      'a duplicate key of a Kptfile',
      { Kptfile: `${pipeline('p', '{exec: one}')}pipeline: {}\n` },
      /Kptfile:\d+:\d+ \S+ pipeline: duplicate key "pipeline" in lines 5 and \d+: a key must be unique/,
    ],
    [
      'a duplicate key of a function',
      { Kptfile: pipeline('p', '{exec: one, configMap: {a: b}, configMap: {c: d}}') },
      /pipeline\.mutators\[0\]\.configMap: duplicate key "configMap" in lines/,
    ],
    [
      'a number as key that would change',
      { Kptfile: pipeline('p', '{exec: one, configMap: {0x10: b}}') },
      /the key "0x10" in line \d+ must be quoted/,
    ],
    ['neither image nor exec', { Kptfile: pipeline('p', '{name: x}') }, /must have either `image` or `exec`/],
    ['both image and exec', { Kptfile: pipeline('p', '{image: x, exec: y}') }, /must have either `image` or `exec`/],
    [
      'two configurations',
      { Kptfile: pipeline('p', '{exec: x, configMap: {a: b}, configPath: c}') },
      /must have only one of `configMap`, `configPath` and `configRef`/,
    ],
    ['a list for a map', { Kptfile: `${kptfile('p')}pipeline: []\n` }, /pipeline: must be a map/],
    [
      'a map for a list',
      { Kptfile: `${kptfile('p')}pipeline: {mutators: {a: b}}\n` },
      /pipeline\.mutators: must be a list/,
    ],
    ['a text for a function', { Kptfile: pipeline('p', 'one') }, /pipeline\.mutators\[0\]: must be a map/],
    [
      'a selector of an unknown field',
      { Kptfile: pipeline('p', '{exec: x, selectors: [{group: apps}]}') },
      /selectors\[0\]\.group: unknown field/,
    ],
    [
      'a selector with a number',
      { Kptfile: pipeline('p', '{exec: x, exclude: [{name: 1}]}') },
      /exclude\[0\]\.name: must be a string/,
    ],
    [
      'labels that are no map',
      { Kptfile: pipeline('p', '{exec: x, selectors: [{labels: a}]}') },
      /labels: must be a map of strings/,
    ],
    [
      'a map in a configMap',
      { Kptfile: pipeline('p', '{exec: x, configMap: {a: {}}}') },
      /configMap\.a: must be a string/,
    ],
    [
      'an absolute configPath',
      { Kptfile: pipeline('p', '{exec: x, configPath: /a.yaml}') },
      /configPath: must be a relative path in the package/,
    ],
    [
      'a configPath outside',
      { Kptfile: pipeline('p', '{exec: x, configPath: ../a.yaml}') },
      /must be a relative path in the package/,
    ],
    [
      'a configPath without a file',
      { Kptfile: pipeline('p', '{exec: x, configPath: a.yaml}') },
      /must be the path of a resource in a file of this package/,
    ],
    [
      'a configPath of a subpackage',
      {
        Kptfile: pipeline('p', '{exec: x, configPath: s/a.yaml}'),
        's/Kptfile': kptfile('s'),
        's/a.yaml': configMap('a'),
      },
      /must be the path of a resource in a file of this package/,
    ],
    [
      'a configPath of two resources',
      { Kptfile: pipeline('p', '{exec: x, configPath: a.yaml}'), 'a.yaml': `${configMap('a')}---\n${configMap('b')}` },
      /the file must have exactly one resource, not 2/,
    ],
  ];
  for (const [name, files, message] of wrong) {
    it(`reports ${name}, and runs nothing`, async () => {
      const { errors, log } = await render(files);
      assert.match(errors.join('\n'), message);
      assert.deepEqual(
        log.filter((line) => !line.startsWith('package')),
        [],
      );
    });
  }
});
