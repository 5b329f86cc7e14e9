import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { root } from '../../scripts/functions.ts';
import { inFolder, kptfile, writeFiles } from '../cli/run-support.ts';
import { COMMENTED, COMPACT } from '../render/foreign-packages.ts';
import { runProgram, type Ended } from '../support/child.ts';
import { needTools } from '../support/kpt.ts';
import { isRecorded } from '../support/kpt-releases.ts';
import { skip } from '../support/skip.ts';

const PROGRAM = join(root, 'dist/krm-variants');
const FOREIGN = fileURLToPath(import.meta.resolve('../support/foreign-function.ts'));

/** Writes a package. Returns what a command prints about it. */
async function listBy(command: readonly string[], files: Readonly<Record<string, string>>): Promise<string> {
  let printed: Ended | undefined;
  await inFolder({}, async (folder) => {
    writeFiles(join(folder, 'p'), { ...files, Kptfile: kptfile('p') });
    const [program = '', ...args] = command.map((arg) => arg.replace('FOLDER', join(folder, 'p')));
    printed = await runProgram(program, args);
  });
  assert.equal(printed?.exitCode, 0, printed?.stderr);
  return printed.stdout;
}

const SOURCE = ['kpt', 'fn', 'source', 'FOLDER'];
const RENDER = [PROGRAM, 'render', 'FOLDER', '-o', 'stdout'];

const withEnd = (text: string, end: string): string => `${text.trimEnd()}\n${end}`;
const CONFIG = 'functionConfig:\n  apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: cfg\n  data: {k: v}\n';
const RESULTS = 'results:\n- message: earlier\n  severity: warning\n';

/** ResourceLists as programs print them. */
const LISTS: Readonly<Record<string, () => Promise<string>>> = {
  'of kpt fn source': () => listBy(SOURCE, COMPACT as Record<string, string>),
  'of kpt fn source, with comments': () => listBy(SOURCE, COMMENTED as Record<string, string>),
  'of render -o stdout': () => listBy(RENDER, COMPACT as Record<string, string>),
  'of render -o stdout, with comments': () => listBy(RENDER, COMMENTED as Record<string, string>),
  'with results': async () => withEnd(await listBy(SOURCE, COMPACT as Record<string, string>), RESULTS),
  'in JSON': async () => `${JSON.stringify(parse(await listBy(SOURCE, COMPACT as Record<string, string>)))}\n`,
  'with CRLF': async () => (await listBy(SOURCE, COMPACT as Record<string, string>)).replaceAll('\n', '\r\n'),
};

/** Calls a function with a list, and keeps what it was sent. */
async function evaluate(command: readonly string[], mode: string, list: string): Promise<Ended & { sent: string }> {
  let ended: (Ended & { sent: string }) | undefined;
  await inFolder({}, async (folder) => {
    const sent = join(folder, 'sent');
    const script = join(folder, 'fn.sh');
    writeFileSync(script, `#!/bin/sh\ntee ${sent} | node ${FOREIGN} ${mode}\n`, { mode: 0o755 });
    const [program = '', ...args] = command;
    const end = await runProgram(program, [...args, '-', '--exec', script], list);
    ended = { ...end, sent: existsSync(sent) ? readFileSync(sent, 'utf8') : '' };
    rmSync(sent, { force: true });
  });
  if (ended === undefined) throw new Error('nothing was called');
  return ended;
}

interface Data {
  readonly items: readonly { readonly metadata: { name: string; annotations?: Record<string, string> } }[];
}

/** Returns the items of a list by their names, without the annotations of kpt but the path. */
function itemsOf(text: string): readonly unknown[] {
  const { items } = parse(text, { intAsBigInt: true }) as Data;
  const own = items.map((item) => {
    const { annotations = {}, ...metadata } = item.metadata;
    const path = annotations['internal.config.kubernetes.io/path'];
    const kept = Object.entries(annotations).filter(
      ([key]) => !/^(?:internal\.)?config\.kubernetes\.io\/(?!local)/.test(key),
    );
    return { ...item, metadata: { ...metadata, annotations: Object.fromEntries(kept), path } };
  });
  return own.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

const MODES = [
  'copy',
  'echo',
  'label tier=gold',
  'rename web www',
  'move web new/w.yaml',
  'remove web',
  'add new/x.yaml',
];

describe('krm-variants eval - with a ResourceList, beside kpt fn eval -', function () {
  before(function () {
    needTools(this, 'kpt', 'git');
    if (!isRecorded()) skip(this, 'kpt is another release than the one that docs/render.md names');
  });

  for (const [title, list] of Object.entries(LISTS)) {
    it(`sends the same items, and prints what it was given: ${title}`, async () => {
      const text = await list();
      const [ours, kpts] = [
        await evaluate([PROGRAM, 'eval'], 'copy', text),
        await evaluate(['kpt', 'fn', 'eval'], 'copy', text),
      ];
      assert.deepEqual([ours.exitCode, kpts.exitCode], [0, 0], ours.stderr + kpts.stderr);
      assert.equal(ours.stdout, text);
      if (!/JSON|comments/.test(title)) assert.equal(ours.sent, kpts.sent);
      assert.deepEqual(parse(ours.sent), parse(kpts.sent));
    });

    if (/results|render .* comments/.test(title)) continue;
    for (const mode of MODES)
      it(`makes the same items: ${title}, ${mode}`, async () => {
        const text = await list();
        const [ours, kpts] = [
          await evaluate([PROGRAM, 'eval'], mode, text),
          await evaluate(['kpt', 'fn', 'eval'], mode, text),
        ];
        assert.deepEqual([ours.exitCode, kpts.exitCode], [0, 0], ours.stderr + kpts.stderr);
        assert.deepEqual(itemsOf(ours.stdout), itemsOf(kpts.stdout), ours.stdout);
      });
  }

  it('sends the function config of the list, and keeps it', async () => {
    const list = withEnd(await listBy(SOURCE, COMPACT as Record<string, string>), CONFIG);
    const { stdout, sent } = await evaluate([PROGRAM, 'eval'], 'copy', list);
    assert.equal(stdout, list);
    assert.match(sent, /^functionConfig:\n {2}apiVersion: v1\n {2}kind: ConfigMap\n {2}metadata:\n {4}name: cfg\n/m);
  });

  it('prints the list unchanged, with results, if the function fails', async () => {
    const list = await listBy(SOURCE, COMPACT as Record<string, string>);
    const { stdout, exitCode } = await evaluate([PROGRAM, 'eval'], 'fail', list);
    assert.equal(exitCode, 1);
    assert.ok(stdout.startsWith(list.trimEnd()));
    assert.match(stdout, /^- message: refused$/m);
  });

  it('refuses a ResourceList among several documents', async () => {
    const list = await listBy(SOURCE, COMPACT as Record<string, string>);
    for (const several of [
      `${list}---\n${list}`,
      `${list}---\n${String(COMPACT['cfg.yaml'])}`,
      `${String(COMPACT['cfg.yaml'])}---\n${list}`,
    ]) {
      const { stderr, exitCode } = await evaluate([PROGRAM, 'eval'], 'copy', several);
      assert.equal(exitCode, 1);
      assert.match(stderr, /must be one YAML document, not \d/);
      assert.equal((await evaluate(['kpt', 'fn', 'eval'], 'copy', several)).exitCode, 1);
    }
  });
});
