import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { PROBE, probe } from '../../support/probe.ts';
import { runOnFiles } from './run-files.ts';
import { below, configMap, inFolder, kptfile, readFiles, shortened, type Files } from '../run-support.ts';

/** Sets `data.tier` of every ConfigMap. */
const setTier = probe(({ resources, results }) => {
  for (const resource of resources) if (resource.kind === 'ConfigMap') resource.document.set(['data', 'tier'], 'gold');
  results.info('tier set', { code: 'x-test' });
});

/** Files of a folder, of which those in upper case are not read. */
const TRAPS: Files = {
  'a.yaml': configMap('a'),
  'b.YAML': configMap('b'),
  'c.Yml': configMap('c'),
  'sub/d.yaml': configMap('d'),
  'z.yaml': configMap('z'),
};

const fails = probe(({ resources, results }) => {
  for (const resource of resources) resource.document.set(['data', 'tier'], 'gold');
  results.error('this is not to be', { code: 'x-test' });
});

const edited: readonly (readonly [name: string, before: string, after: string])[] = [
  [
    'head comments, blank lines and indentation',
    '# License\n\n---\n# about\napiVersion: v1\n\nkind:   ConfigMap   # which\nmetadata:\n    name: a\n\ndata:\n    tier: tin # low\n\n# end\n',
    '# License\n\n---\n# about\napiVersion: v1\n\nkind:   ConfigMap   # which\nmetadata:\n    name: a\n\ndata:\n    tier: gold # low\n\n# end\n',
  ],
  [
    'CRLF and a byte order mark',
    `\uFEFF${configMap('a', 'data:\n  tier: tin\n')}`.replaceAll('\n', '\r\n'),
    `\uFEFF${configMap('a', 'data:\n  tier: gold\n')}`.replaceAll('\n', '\r\n'),
  ],
  [
    'a text without a final newline',
    configMap('a', 'data:\n  tier: tin\n  other: x'),
    configMap('a', 'data:\n  tier: gold\n  other: x'),
  ],
  [
    'several documents, some of them comments only or empty',
    `# one\n---\n${configMap('a', 'data: {tier: tin}\n')}---\n# only this\n---\n\n---\n${kptfile('x')}...\n---\n${configMap('b', 'data:\n  tier: "tin"\n')}---\n`,
    `# one\n---\n${configMap('a', 'data: {tier: gold}\n')}---\n# only this\n---\n\n---\n${kptfile('x')}...\n---\n${configMap('b', 'data:\n  tier: "gold"\n')}---\n`,
  ],
  [
    'JSON',
    '{\n\t"apiVersion": "v1", "kind": "ConfigMap",\n\t"metadata": {"name": "a"},\n\t"data": {"tier": "tin"}\n}\n',
    '{\n\t"apiVersion": "v1", "kind": "ConfigMap",\n\t"metadata": {"name": "a"},\n\t"data": {"tier": "gold"}\n}\n',
  ],
];

describe('krm-variants run', () => {
  for (const [name, before, after] of edited) {
    it(`keeps ${name}`, async () => {
      const { files, stderr, exitCode } = await runOnFiles(setTier, { 'a.yaml': before });
      assert.equal(stderr, 'changed @a.yaml\n1 file changed\n');
      assert.equal(exitCode, 0);
      assert.equal(files['a.yaml'], after);
    });
  }

  it('prints the changes as a diff', async () => {
    const { stdout, files } = await runOnFiles(setTier, { 'a.yaml': configMap('a', 'data:\n  tier: tin\n') }, '--diff');
    assert.equal(
      stdout,
      '--- a/a.yaml\n+++ b/a.yaml\n@@ -3,4 +3,4 @@\n metadata:\n   name: a\n data:\n-  tier: tin\n+  tier: gold\n',
    );
    assert.match(files['a.yaml'] ?? '', /gold/);
  });

  it('writes nothing in a dry run', async () => {
    const before = { 'a.yaml': configMap('a', 'data:\n  tier: tin\n') };
    const { stdout, files } = await runOnFiles(setTier, before, '--diff', '--dry-run');
    assert.match(stdout, /^\+  tier: gold$/m);
    assert.deepEqual(files, before);
  });

  it('writes and prints no change if the function fails', async () => {
    const before = { 'a.yaml': configMap('a'), 'values.yaml': 'a: b\n' };
    const { stdout, stderr, exitCode, files } = await runOnFiles(fails, before, '--diff', '-v');
    assert.equal(exitCode, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^\[info\] @values.yaml: skipped.*\n\[error\]: this is not to be\n1 error\n$/);
    assert.deepEqual(files, before);
  });

  it('prints at most 1,000 notices', async () => {
    const fn = probe(({ results }) => {
      for (let i = 1000; i < 2001; i++) results.notice(`set ${i}`);
      results.warning('is not there', { code: 'x-test' });
    });
    const { stderr, exitCode } = await runOnFiles(fn, { 'a.yaml': configMap('a') }, '-v');
    const lines = stderr.split('\n');
    assert.deepEqual([lines.length, lines[0]], [1003, '[notice]: set 1000']);
    assert.deepEqual(lines.slice(999, 1001), ['[notice]: 2 more: 2 of severity notice', '[warning]: is not there']);
    assert.equal(exitCode, 0);
  });

  it('prints no notice if the function fails', async () => {
    const fn = probe(({ results }) => {
      results.notice('set 1 key');
      results.error('must be there', { code: 'x-test' });
    });
    const { stderr } = await runOnFiles(fn, { 'a.yaml': configMap('a') }, '-v');
    assert.equal(stderr, '[error]: must be there\n1 error\n');
  });

  it('skips YAML that is not a resource, and counts it', async () => {
    const before = {
      'a.yaml': `${configMap('a')}---\na: b\n---\n- 1\n---\ntext\n---\nkind: ConfigMap\n---\n${configMap('b')}`,
      'package.json': '{"name": "x"}\n',
    };
    const seen: unknown[] = [];
    const fn = probe(
      ({ resources }) => void seen.push(...[...resources].map(({ location: { path, index } }) => ({ path, index }))),
    );
    const { stderr, exitCode, files } = await runOnFiles(fn, before, '-v');
    assert.equal(exitCode, 0);
    const message = 'skipped: a KRM resource must have `apiVersion`, `kind` and `metadata.name`';
    const passedOver = ['a.yaml[1]', 'a.yaml[2]', 'a.yaml[3]', 'a.yaml[4]', 'package.json'];
    assert.equal(stderr, `${passedOver.map((file) => `[info] @${file}: ${message}\n`).join('')}no file changed\n`);
    assert.deepEqual(seen, [
      { path: 'a.yaml', index: 0 },
      { path: 'a.yaml', index: 5 },
    ]);
    assert.deepEqual(files, before);
  });

  const unreadable: readonly (readonly [name: string, content: string | Uint8Array, message: RegExp])[] = [
    [
      'no YAML',
      '{{- if .Values.on }}\nkind: [\n{{- end }}\n',
      /^\[error\] @bad.yaml: must be YAML: .*^\[info\]: to exclude files/ms,
    ],
    [
      'no UTF-8',
      new Uint8Array([0x61, 0x3a, 0x20, 0xe9, 0x0a]),
      /^\[error\] @bad.yaml: .* UTF-8: invalid byte 0xe9 at offset 3$/m,
    ],
  ];
  for (const [name, content, message] of unreadable) {
    it(`reports each file that is ${name}`, async () => {
      const { stderr, exitCode } = await runOnFiles(setTier, {
        'a.yaml': configMap('a'),
        'bad.yaml': content,
        'worse.yaml': content,
      });
      assert.equal(exitCode, 1);
      assert.match(stderr, message);
      assert.match(stderr, /^\[error\] @worse.yaml/m);
    });
  }

  describe('in a file that is not YAML where nothing is read', () => {
    const broken = `${configMap('b')}other:\n  a: [x\n  b: y\n`;
    const onlyA = probe(({ resources }) => {
      for (const { name, document } of resources) if (name === 'a') document.set(['data', 'tier'], 'gold');
    });

    it('edits the other files, and leaves the broken one unchanged', async () => {
      const { exitCode, stderr, files } = await runOnFiles(onlyA, { 'a.yaml': configMap('a'), 'bad.yaml': broken });
      assert.deepEqual([exitCode, stderr], [0, 'changed @a.yaml\n1 file changed\n']);
      assert.match(files['a.yaml'] ?? '', /gold/);
      assert.equal(files['bad.yaml'], broken);
    });

    it('reports the file with --verify, and changes nothing', async () => {
      const before = { 'a.yaml': configMap('a'), 'bad.yaml': broken };
      const { exitCode, stderr, files } = await runOnFiles(onlyA, before, '--verify');
      assert.equal(exitCode, 1);
      assert.match(stderr, /^\[error\] @bad.yaml: must be YAML: .* at \d+:\d+$/m);
      assert.deepEqual(files, before);
    });

    for (const option of ['--verify', '--strict'])
      it(`refuses duplicate keys with ${option}, and names their lines`, async () => {
        const before = {
          'a.yaml': configMap('a'),
          'b.yaml': `${configMap('b')}---\n${configMap('c')}data: {}\nx:\ndata: {}\n`,
        };
        assert.equal((await runOnFiles(onlyA, before)).exitCode, 0);
        const { exitCode, stderr, files } = await runOnFiles(onlyA, before, option);
        assert.equal(exitCode, 1);
        assert.match(
          stderr,
          /^\[error\] @b\.yaml:\d+:\d+ v1\/ConfigMap\/c data: duplicate key "data" in lines \d+ and \d+: a key must be unique$/m,
        );
        assert.deepEqual(files, before);
      });

    it('reports the file when another part of it is edited, and changes nothing', async () => {
      const before = { 'a.yaml': configMap('a'), 'bad.yaml': broken };
      const rename = probe(({ resources }) => {
        for (const { document } of resources) document.set(['metadata', 'name'], 'c');
      });
      const { exitCode, stderr, files } = await runOnFiles(rename, before);
      assert.equal(exitCode, 1);
      assert.match(stderr, /^\[error\] @bad.yaml: must be YAML: .* at \d+:\d+$/m);
      assert.deepEqual(files, before);
    });

    it('names the resource when the broken part is read', async () => {
      const reads = probe(({ resources }) => void Array.from(resources, ({ document }) => document.value(['other'])));
      const { exitCode, stderr } = await runOnFiles(reads, { 'bad.yaml': broken });
      assert.equal(exitCode, 1);
      assert.match(stderr, /^\[error\] @bad.yaml:6:3 v1\/ConfigMap\/b.*\bother\b/m);
    });

    for (const field of ['apiVersion', 'kind', 'name', 'namespace']) {
      it(`reports the file when its ${field} cannot be read, and does not take it for no resource`, async () => {
        const line = new RegExp(`^( *)${field}: .*$`, 'm');
        const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n  namespace: c\n`;
        const { exitCode, stderr } = await runOnFiles(onlyA, { 'bad.yaml': text.replace(line, `$1${field}: "x" y`) });
        assert.equal(exitCode, 1);
        assert.match(stderr, /^\[error\] @bad.yaml: must be YAML: /m);
      });
    }
  });

  it('reads a folder given as a symbolic link, but never writes through one', () =>
    inFolder({ 'real/a.yaml': configMap('a'), 'o.yaml': configMap('o'), 'probe.yaml': PROBE }, async (folder) => {
      symlinkSync('../o.yaml', join(folder, 'real/o.yaml'));
      symlinkSync('real', join(folder, 'link'));
      const args = [join(folder, 'link'), '--fn-config', join(folder, 'probe.yaml'), '-v'];
      const { exitCode, stderr } = await applyToFolder(setTier, args);
      assert.equal(exitCode, 0, stderr);
      assert.match(
        shortened(folder, stderr),
        /^\[info\] @link\/o.yaml: skipped: symbolic links and devices are not read/m,
      );
      assert.match(readFiles(folder)['real/a.yaml'] ?? '', /gold/);
      assert.equal(readFiles(folder)['o.yaml'], configMap('o'));
    }));

  const arrays: Files = {
    'all.json': '[{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}}]\n',
    'all.yaml': '- a: b\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: b}\n',
    'all.yml': `${configMap('c')}---\n[{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}]\n`,
  };
  for (const [path, text] of Object.entries(arrays))
    it(`refuses an array of resources in ${path}`, async () => {
      const before = { 'a.yaml': configMap('a'), [path]: text };
      const { exitCode, stderr, files } = await runOnFiles(setTier, before);
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /^\[error\] @all\.\w+(?:\[1\])?: an array of resources is not read; .*: write a `List` .*\n1 error\n$/,
      );
      assert.deepEqual(files, before);
    });

  describe('on a Helm chart', () => {
    const template = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}-a\n';
    const chart: Files = {
      'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
      'values.yaml': 'a: b\n',
      'templates/a.yaml': template,
      'templates/sub/b.yaml': template,
      'charts/c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
      'charts/c/templates/c.yaml': template,
    };
    const MESSAGE =
      'the templates of a Helm chart are not resources: pass the output of `helm template` instead, or exclude the chart';

    it('says what to pass, once for all templates and charts in it', async () => {
      const { exitCode, stderr } = await runOnFiles(setTier, chart);
      assert.deepEqual([exitCode, stderr], [1, `[error] @Chart.yaml: ${MESSAGE}\n1 error\n`]);
    });

    it('that is part of the folder says so beside other errors', async () => {
      const files = {
        ...below('shop', chart),
        'a.yaml': `${configMap('a')}---\n"kind\n`,
        'templates/b.yaml': template,
      };
      const { stderr } = await runOnFiles(setTier, files);
      assert.ok(stderr.split('\n').includes(`[error] @shop/Chart.yaml: ${MESSAGE}`), stderr);
      assert.match(stderr, /^\[error\] @a\.yaml: must be YAML/m);
      // No chart is around this folder.
      assert.match(stderr, /^\[error\] @templates\/b\.yaml: must be YAML/m);
      assert.match(stderr, /^\[info\]: to exclude files/m);
    });

    it('names the chart of a template that is given as a file', () =>
      inFolder(below('shop', chart), async (folder) => {
        const { exitCode, stderr } = await applyToFolder(setTier, [join(folder, 'shop/templates/sub/b.yaml')]);
        assert.equal(exitCode, 1);
        assert.match(stderr, /^\[error\] \S*shop\/Chart\.yaml: the templates of a Helm chart/);
      }));

    it('skips its templates with --skip-invalid', async () => {
      const files = { ...chart, 'a.yaml': configMap('a') };
      const { exitCode, stderr } = await runOnFiles(setTier, files, '--skip-invalid');
      assert.equal(exitCode, 0);
      assert.match(stderr, /^\[warning\] @templates\/a\.yaml: skipped: must be YAML/m);
    });
  });

  it('passes over an array without a resource, such as a JSON patch', async () => {
    const patch = '[{"op": "add", "path": "/metadata/labels", "value": {"kind": "a"}}]\n';
    const { exitCode, stderr } = await runOnFiles(setTier, { 'a.yaml': configMap('a'), 'patch.json': patch });
    assert.deepEqual([exitCode, stderr], [0, 'changed @a.yaml\n1 file changed\n']);
  });

  it('warns once of all links and names in upper case that may hold resources, and enters none', () =>
    inFolder({ ...below('real', TRAPS), 'out/o.yaml': configMap('o'), 'probe.yaml': PROBE }, async (folder) => {
      const root = join(folder, 'real');
      symlinkSync('../out', join(root, 'folder'));
      symlinkSync('../out/o.yaml', join(root, 'o.yaml'));
      symlinkSync('nowhere', join(root, 'lost.Yml'));
      // Not taken for read: neither a folder nor a name of a file of resources, or read by its own path.
      symlinkSync('../out/o.yaml', join(root, 'notes.txt'));
      symlinkSync('a.yaml', join(root, 'same.yaml'));
      symlinkSync('sub', join(root, 'now'));
      const args = [root, '--fn-config', join(folder, 'probe.yaml')];
      const { exitCode, stderr } = await applyToFolder(setTier, args);
      assert.equal(exitCode, 0);
      assert.match(
        shortened(root, stderr),
        /^\[warning\] @b\.YAML: is not read, nor 4 others: c\.Yml, folder, lost\.Yml and 1 more; links are not followed, .*\n3 files changed, 1 warning\n$/m,
      );
      assert.equal(readFiles(folder)['out/o.yaml'], configMap('o'));
      const strict = await applyToFolder(setTier, [...args, '--strict']);
      assert.equal(strict.exitCode, 1);
      const { stderr: excluded } = await applyToFolder(setTier, [
        ...args,
        ...['*.YAML', '*.Yml', 'folder', 'o.yaml'].flatMap((rule) => ['--exclude', rule]),
      ]);
      assert.equal(excluded, 'no file changed\n');
    }));

  it('refuses an empty folder, but passes it to the function if empty inputs are allowed', async () => {
    const refused = await runOnFiles(setTier, {});
    assert.equal(refused.exitCode, 1);
    assert.match(refused.stderr, /^\[error\]: .*the inputs hold no resource: .*`--allow-empty`/m);
    const { exitCode, stderr } = await runOnFiles(setTier, {}, '--allow-empty');
    assert.equal(exitCode, 0);
    assert.match(stderr, /^\[warning\]: no resource in ".*": looked for .*\nno file changed, 1 warning\n$/);
  });
});

describe('folder of krm-variants run', () => {
  const wrong: readonly (readonly [name: string, folder: string, message: RegExp])[] = [
    ['does not exist', 'nowhere', /nowhere: does not exist$/m],
  ];
  for (const [name, folder, message] of wrong) {
    it(`is an error if it ${name}`, () =>
      inFolder({ 'a.yaml': configMap('a') }, async (root) => {
        const { exitCode, stderr } = await applyToFolder(setTier, [join(root, folder)]);
        assert.equal(exitCode, 1);
        assert.match(stderr, message);
      }));
  }
});
