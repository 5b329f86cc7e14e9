import assert from 'node:assert/strict';
import { configMap, kptfile, type Files } from '../cli/run-support.ts';
import { pipeline, render, type Act } from './rendered.ts';

const add: Act = (resources) =>
  void resources.add({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late' }, data: { k: 'v' } }, {});

/** Writes the value `k` of its configuration into each resource but Kptfiles. */
const copy: Act = (resources, config) => {
  const value = config?.texts(['data']).get('k') ?? 'none';
  for (const { kind, document } of resources) if (kind !== 'Kptfile') document.set(['data', 'copied'], value);
};

const edit: Act = (resources) => {
  for (const { name, document } of resources) if (name === 'settings') document.set(['data', 'k'], 'edited');
};

describe('configRef of a function', () => {
  const settings = `${configMap('settings')}data: {k: v}\n`;
  const files = (reference: string): Files => ({
    Kptfile: pipeline('p', `{exec: copy, configRef: ${reference}}`),
    'a.yaml': `${configMap('a')}---\n${settings}`,
  });

  it('names a resource in any file of the package, which stays among the items', async () => {
    const { changes, log } = await render(files('{kind: ConfigMap, name: settings}'), { copy });
    assert.equal(log.at(-1), 'copy: p a settings');
    assert.match(changes['a.yaml'] ?? '', /name: a\ndata:\n {2}copied: v\n---/);
  });

  for (const names of [
    'apiVersion: v1, kind: ConfigMap, name: settings',
    'kind: ConfigMap, name: settings, namespace: ""',
  ])
    it(`may have all names: ${names}`, async () => {
      assert.deepEqual((await render(files(`{${names}}`), { copy })).errors, []);
    });

  it('has the edits of earlier functions', async () => {
    const Kptfile = pipeline('p', '{exec: edit}', '{exec: copy, configRef: {kind: ConfigMap, name: settings}}');
    const { changes } = await render({ ...files(''), Kptfile }, { edit, copy });
    assert.match(changes['a.yaml'] ?? '', /copied: edited/);
  });

  it('may name a resource that an earlier function adds', async () => {
    const Kptfile = pipeline('p', '{exec: add}', '{exec: copy, configRef: {kind: ConfigMap, name: late}}');
    const { changes, errors } = await render({ Kptfile, 'a.yaml': configMap('a') }, { add, copy });
    assert.deepEqual(errors, []);
    assert.match(changes['a.yaml'] ?? '', /copied: v/);
  });

  for (const [name, reference, message] of [
    [
      'no resource',
      '{kind: ConfigMap, name: other}',
      /configRef: must name a resource in the files of this package: there is none/,
    ],
    ['a resource of another version', '{apiVersion: v2, kind: ConfigMap, name: settings}', /there is none/],
    ['a resource of another namespace', '{kind: ConfigMap, name: settings, namespace: x}', /there is none/],
    ['no kind', '{name: settings}', /configRef\.kind: must name the resource that configures the function/],
    ['no name', '{kind: ConfigMap}', /configRef\.name: must name the resource/],
    ['an unknown field', '{kind: A, name: b, path: c}', /configRef\.path: unknown field/],
    ['a text', 'settings', /configRef: must be a map/],
  ] as const)
    it(`refuses ${name}, and changes nothing`, async () => {
      const { changes, errors } = await render(files(reference), { copy });
      assert.match(errors.join('\n'), message);
      assert.deepEqual(changes, {});
    });

  it('refuses a name that several resources have, with their files', async () => {
    const twice = { ...files('{kind: ConfigMap, name: settings}'), 'z/b.yaml': settings.replace('\n', '\n# other\n') };
    const { errors } = await render(twice, { copy });
    assert.match(errors.join('\n'), /configRef: must name one resource: 2 have these names, in a\.yaml, z\/b\.yaml/);
  });

  it('names no resource of a subpackage', async () => {
    const Kptfile = pipeline('p', '{exec: copy, configRef: {kind: ConfigMap, name: settings}}');
    const { errors } = await render({ Kptfile, 's/Kptfile': kptfile('s'), 's/a.yaml': settings }, { copy });
    assert.match(errors.join('\n'), /there is none/);
  });

  it('excludes configMap and configPath', async () => {
    const Kptfile = pipeline('p', '{exec: copy, configMap: {k: v}, configRef: {kind: ConfigMap, name: settings}}');
    const { errors } = await render({ ...files(''), Kptfile }, { copy });
    assert.match(errors.join('\n'), /must have only one of `configMap`, `configPath` and `configRef`/);
  });
});

describe('resourceFileRegexp of a selector', () => {
  const files: Files = {
    'deployment/vol1.yaml': configMap('vol1'),
    'deployment/web.yaml': configMap('web'),
    'vol0.yaml': configMap('vol0'),
    's/Kptfile': kptfile('s'),
    's/vol2.yaml': configMap('vol2'),
    's/web.yaml': configMap('web2'),
  };
  for (const [selection, seen] of [
    ['selectors: [{resourceFileRegexp: vol.*.yaml}]', 'vol2 vol1 vol0'],
    ['selectors: [{resourceFileRegexp: "^vol"}]', 'vol0'],
    ['selectors: [{resourceFileRegexp: ^s/}]', 's vol2 web2'],
    ['selectors: [{resourceFileRegexp: vol, name: vol1}]', 'vol1'],
    ['selectors: [{resourceFileRegexp: vol0}, {resourceFileRegexp: ol0}, {name: web}]', 'web vol0'],
    ['selectors: [{resourceFileRegexp: ""}]', 's vol2 web2 p vol1 web vol0'],
    [String.raw`exclude: [{resourceFileRegexp: '\.yaml$'}]`, 's p'],
    ['exclude: [{resourceFileRegexp: ""}]', 's vol2 web2 p vol1 web vol0'],
    ['exclude: [{name: ""}]', 's vol2 web2 p vol1 web vol0'],
  ] as const)
    it(`selects by the path of the file: ${selection}`, async () => {
      const { log, errors } = await render({ ...files, Kptfile: pipeline('p', `{exec: see, ${selection}}`) });
      assert.deepEqual(errors, []);
      assert.equal(log.at(-1), `see: ${seen}`);
    });

  it('matches paths relative to the root package, in a subpackage too', async () => {
    const inner = pipeline('s', '{exec: see, selectors: [{resourceFileRegexp: ^s/vol}]}');
    const { log } = await render({ ...files, Kptfile: kptfile('p'), 's/Kptfile': inner });
    assert.ok(log.includes('see: vol2'), log.join('\n'));
  });

  it('must be a pattern of RE2', async () => {
    const wrong = '{exec: see, exclude: [{resourceFileRegexp: "(?=a)"}], selectors: [{resourceFileRegexp: "["}]}';
    const { errors, log } = await render({ ...files, Kptfile: pipeline('p', wrong) });
    assert.deepEqual(log, []);
    assert.match(errors.join('\n'), /selectors\[0\]\.resourceFileRegexp: must be a regular expression of RE2: /);
    assert.match(errors.join('\n'), /exclude\[0\]\.resourceFileRegexp: must be a regular expression of RE2: /);
  });

  it('is refused beside the selectors', async () => {
    const { errors } = await render({ Kptfile: pipeline('p', '{exec: see, resourceFileRegexp: a}') });
    assert.match(errors.join('\n'), /must be a field of each entry of `selectors` or `exclude`/);
  });
});

describe('the condition of a function', () => {
  const files = (when: string, more = ''): Files => ({
    Kptfile: pipeline('p', `{exec: see, when: '${when}'${more}}`, '{exec: copy}'),
    'a.yaml': `${configMap('a')}data: {day: 2026-01-02, n: 1}\n---\n${configMap('b')}`,
    'c.yaml': `${configMap('c')}data: {k: v}\n`,
  });

  const rows: readonly (readonly [when: string, more: string, seen: string | undefined])[] = [
    ['', '', 'p a b c'],
    ['true', '', 'p a b c'],
    ['false', '', undefined],
    ['resources.exists(r, r.kind == "ConfigMap")', '', 'p a b c'],
    ['resources.exists(r, r.kind == "Deployment")', '', undefined],
    // It sees what the function sees.
    ['resources.size() == 4', '', 'p a b c'],
    ['resources.size() == 1', ', selectors: [{name: a}]', 'a'],
    ['resources.exists(r, r.metadata.name == "b")', ', exclude: [{name: b}]', undefined],
    ['resources.exists(r, r.metadata.name == "c")', ', configPath: c.yaml', undefined],
    ['resources[1].data.day < timestamp("2026-02-01T00:00:00Z") && resources[1].data.n == 1', '', 'p a b c'],
    ['resources.all(r, r.metadata.annotations["internal.config.kubernetes.io/path"] != "")', '', 'p a b c'],
    ['has(resources[1].metadata.annotations)', '', 'p a b c'],
  ];
  for (const [when, more, seen] of rows)
    it(`${when}${more}: ${seen === undefined ? 'skips it' : 'runs it'}`, async () => {
      const { log, errors, warnings } = await render(files(when, more), { copy });
      assert.deepEqual(errors, []);
      assert.deepEqual(
        log.filter((line) => line.startsWith('see')),
        seen === undefined ? [] : [`see: ${seen}`],
      );
      const info =
        '[info] Kptfile kpt.dev/v1/Kptfile/p pipeline.mutators[0].when: was false for the items of "see", so it did not run';
      assert.deepEqual(
        warnings.filter((line) => line.includes('when')).map((line) => line.replace(' (Kptfile:7)', '')),
        seen === undefined ? [info] : [],
      );
    });

  it('passes the items on when it is false', async () => {
    const { changes } = await render(files('false'), { copy });
    assert.match(changes['a.yaml'] ?? '', /copied: none/);
  });

  it('sees the edits of earlier functions', async () => {
    const Kptfile = pipeline(
      'p',
      '{exec: copy}',
      `{exec: see, when: 'resources.filter(r, r.kind == "ConfigMap").all(r, r.data.copied == "none")'}`,
    );
    const { log } = await render({ ...files(''), Kptfile }, { copy });
    assert.equal(log.at(-1), 'see: p a b c');
  });

  it('skips a function of a subpackage for the items of that', async () => {
    const Kptfile = pipeline(
      's',
      '{exec: see, when: "resources.size() == 2"}',
      '{exec: see, when: "size(resources) > 2"}',
    );
    const { log } = await render({ ...files(''), 's/Kptfile': Kptfile, 's/d.yaml': configMap('d') });
    assert.deepEqual(log.slice(0, 3), ['package "s"', 'see: s d', 'package ""']);
  });

  const wrong: readonly (readonly [when: string, message: RegExp])[] = [
    ['resources.exists(r, r.kind ==', /mutators\[0\]\.when: must be a boolean CEL expression: line 1, column 30: /],
    ['resources.size()', /when: must be a boolean CEL expression: the expression must be boolean, found type 'int'/],
    ['resources[0].spec.x', /the expression must be boolean, found type 'dyn'/],
    ['resource.size() == 1', /undeclared reference to 'resource'; did you mean "resources"\?/],
    ['resources[9].kind == "a"', /when: cannot be evaluated: line 1, column 10: index out of bounds: 9/],
    ['resources[0].spec.x == 1', /when: cannot be evaluated: line 1, column 13: no such key: spec/],
  ];
  for (const [when, message] of wrong)
    it(`must be boolean for the items: ${when}`, async () => {
      const { log, errors, changes } = await render(files(when), { copy });
      assert.match(errors.join('\n'), message);
      assert.deepEqual(
        log.filter((line) => !line.startsWith('package')),
        [],
      );
      assert.deepEqual(changes, {});
    });

  it('must be a text', async () => {
    const { errors } = await render({ Kptfile: pipeline('p', '{exec: see, when: true}') });
    assert.match(errors.join('\n'), /mutators\[0\]\.when: must be a string/);
  });
});

describe('values of a Kptfile that kpt 1.0 refuses', () => {
  const git = 'git: {repo: https://example.com/r.git, directory: /, ref: v1}';
  const wrong: readonly (readonly [fields: string, message: RegExp])[] = [
    ['upstream: {type: oci}', /upstream\.type: must be git, as kpt 1\.0 requires/],
    ['upstream: {type: git}', /upstream\.git: must be set, since the type is git/],
    ['upstream: {git: {repo: "", ref: v1}}', /upstream\.git\.repo: must not be empty/],
    ['upstream: {git: {repo: a, ref: null}}', /upstream\.git\.ref: must not be empty/],
    ['upstream: {git: {repo: "a b", ref: v1}}', /upstream\.git\.repo: must not have white space/],
    ['upstream: {git: {repo: "https://[", ref: v1}}', /upstream\.git\.repo: must be a URL/],
    [
      `upstream: {${git}, updateStrategy: merge}`,
      /updateStrategy: must be resource-merge, fast-forward, .* or copy-merge/,
    ],
    ['upstreamLock: {type: local}', /upstreamLock\.type: must be git or generic/],
    ['upstreamLock: {type: generic}', /upstreamLock\.generic: must be set/],
    ['upstreamLock: {git: {repo: a, ref: v1}}', /upstreamLock\.git\.commit: must not be empty/],
    [
      'upstreamLock: {git: {repo: a, ref: v1, commit: c}, generic: {storeID: s}}',
      /upstreamLock: must have only one of `git` and `generic`/,
    ],
    ['info: {readinessGates: [{conditionType: A}, {}]}', /info\.readinessGates\[1\]\.conditionType: must not be empty/],
    ['info: {licenseFile: /LICENSE}', /info\.licenseFile: must be a relative path/],
    ['info: {licenseFile: a/../../LICENSE}', /info\.licenseFile: must be a path in the package/],
    ['inventory: {name: a, namespace: b}', /inventory: must have all of .*; missing: inventoryID,/],
    ['inventory: {inventoryID: a}', /inventory: must have all of .*; missing: name, namespace,/],
  ];
  for (const [fields, message] of wrong)
    it(fields, async () => {
      const Kptfile = `${pipeline('p', '{exec: see}')}${fields}\n`;
      const { log, errors } = await render({ Kptfile });
      assert.match(errors.join('\n'), message);
      assert.deepEqual(log, []);
      assert.deepEqual((await render({ Kptfile }, {}, { kptCompat: 'beta.56' })).errors, []);
    });

  for (const fields of [
    `upstream: {type: git, ${git}, updateStrategy: copy-merge, preserveExplicitNull: true}`,
    'upstream: {type: git, git: {repo: "git@example.com:team/r.git", ref: v1}}',
    'upstream: {type: git, git: {repo: ../r, ref: v1}}',
    'upstreamLock: {type: git, git: {repo: a, ref: v1, commit: c}}',
    'upstreamLock: {type: generic, generic: {storeID: s}}',
    'info: {licenseFile: ./docs/../LICENSE, readinessGates: [{conditionType: A}]}',
    'inventory: {name: a, namespace: b, inventoryID: c}',
    'inventory: {}',
  ])
    it(`takes ${fields}`, async () => {
      assert.deepEqual((await render({ Kptfile: `${pipeline('p', '{exec: see}')}${fields}\n` })).errors, []);
    });

  for (const [image, message] of [
    ['Web:v1', /image: must be the name of an image: repository name must be lowercase/],
    ['web:', /image: must be the name of an image: invalid reference format/],
    ['web@sha256:abc', /image: must be the name of an image: invalid reference format/],
  ] as const)
    it(`image: ${image}`, async () => {
      const { errors } = await render({ Kptfile: pipeline('p', `{image: "${image}"}`) });
      assert.match(errors.join('\n'), message);
    });
});

describe('the file that configures a function', () => {
  const files = (annotation = ''): Files => ({
    Kptfile: pipeline('p', '{exec: copy, configPath: c.yaml}', '{exec: see}').replace(
      'metadata:\n',
      `metadata:\n${annotation === '' ? '' : `  annotations: {krm-variants.dev/kpt-compat: ${annotation}}\n`}`,
    ),
    'a.yaml': configMap('a'),
    'c.yaml': `${configMap('c')}data: {k: v}\n`,
    'd.yaml': configMap('d'),
  });

  it('is not among its items, and comes last for the next one', async () => {
    const { log, changes } = await render(files(), { copy });
    assert.deepEqual(log.slice(1), ['copy: p a d', 'see: p a d c']);
    assert.deepEqual(Object.keys(changes), ['a.yaml', 'd.yaml']);
  });

  for (const [name, kptCompat, annotation] of [
    ['the option', 'beta.56', undefined],
    ['the annotation', '1.0', '"beta.56"'],
  ] as const)
    it(`is among its items if ${name} asks for kpt 1.0.0-beta.56`, async () => {
      const { log, changes } = await render(files(annotation), { copy }, { kptCompat });
      assert.deepEqual(log.slice(1), ['copy: p a c d', 'see: p a c d']);
      assert.deepEqual(Object.keys(changes), ['a.yaml', 'c.yaml', 'd.yaml']);
    });

  it('follows the annotation rather than the option', async () => {
    const { log } = await render(files('"1.0"'), { copy }, { kptCompat: 'beta.56' });
    assert.equal(log[1], 'copy: p a d');
  });

  it('follows no version that is not known', async () => {
    const { errors, log } = await render(files('beta.57'), { copy });
    assert.deepEqual(log, []);
    assert.match(
      errors.join('\n'),
      /metadata\.annotations\["krm-variants\.dev\/kpt-compat"\]: must be beta\.56 or 1\.0/,
    );
  });

  it('is left out for validators, which change nothing, too', async () => {
    const Kptfile = `${kptfile('p')}pipeline: {validators: [{exec: one, configPath: c.yaml}, {exec: two}]}\n`;
    const { log } = await render({ ...files(), Kptfile });
    assert.deepEqual(log.slice(1), ['one: p a d', 'two: p a c d']);
  });

  it('is left out before the selectors', async () => {
    const Kptfile = pipeline('p', '{exec: one, configPath: c.yaml, selectors: [{kind: ConfigMap}]}');
    assert.deepEqual((await render({ ...files(), Kptfile })).log.slice(1), ['one: a d']);
  });
});
