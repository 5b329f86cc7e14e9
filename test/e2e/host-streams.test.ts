import assert from 'node:assert/strict';
import { join } from 'node:path';
import { parse } from 'yaml';
import { inFolder } from '../cli/run-support.ts';
import { foreign, renderForeign, renderForeignKpt, withSteps, type ForeignRendering } from '../render/foreign.ts';
import { COMPACT } from '../render/foreign-packages.ts';
import { runProgram } from '../support/child.ts';
import { builtFunction, needTools } from '../support/kpt.ts';

const MEGABYTES = 100;

describe('what functions of others print in krm-variants render', function () {
  it('cuts a stderr of 100 MB in the log and in results.yaml', () =>
    rendered(`flood ${MEGABYTES}`, [], ({ exitCode, stderr, results = '' }) => {
      assert.equal(exitCode, 0);
      assert.match(stderr, /^ {4}"x{99}"\n {4}\.\.\.\(999997 line\(s\) truncated, use '--truncate-output=false'/m);
      assert.ok(stderr.length < 10_000);
      assert.match(results, /\.\.\.\(99934464 character\(s\) truncated\)/);
      assert.ok(results.length < 100_000);
    }));

  it('keeps a stderr of 100 MB whole with --truncate-output=false', () =>
    rendered(`flood ${MEGABYTES}`, ['--truncate-output=false'], ({ exitCode, stderr, results = '' }) => {
      assert.equal(exitCode, 0);
      for (const text of [stderr, results]) assert.equal(text.match(/x{99}/g)?.length, 10_000 * MEGABYTES);
    }));

  it('needs less than 256 MB of heap for a stderr of 100 MB', () =>
    inFolder(withSteps(COMPACT, { mutators: [foreign(`flood ${MEGABYTES}`)] }), async (folder) => {
      const args = ['--max-old-space-size=256', builtFunction('krm-variants'), 'render', folder, '--allow-exec'];
      const { exitCode, stderr } = await runProgram('node', args);
      assert.equal(exitCode, 0, stderr);
    }));

  it('refuses a ResourceList that is not UTF-8, as kpt does, and keeps the stderr', function () {
    needTools(this, 'kpt', 'git');
    return inFolder({}, async (folder) => {
      const files = withSteps(COMPACT, { mutators: [foreign('bad-bytes')] });
      const kpts = await renderForeignKpt(join(folder, 'kpt'), files, process.env);
      assert.match(kpts.stderr, /Error: MalformedYAMLError: yaml: invalid/);
      const ours = await renderForeign(join(folder, 'ours'), files);
      assert.deepEqual([ours.exitCode, kpts.exitCode], [1, 1]);
      assert.match(ours.stderr, /the output of "node .* bad-bytes" must be UTF-8: invalid byte 0xff at offset \d+/);
      assert.match(ours.stderr, /^ {4}"caf\\\\xe9 "$/m);
      assert.deepEqual([ours.files, kpts.files], [files, files].map(sorted));
    });
  });

  it('names the first invalid byte in the output of a function that fails', () =>
    rendered('bad-bytes 3', [], ({ exitCode, stderr, results = '' }) => {
      assert.equal(exitCode, 1);
      assert.match(stderr, /^ {4}\[info\]: caf\uFFFD$/m);
      assert.match(stderr, /^\[error\]: .* ended with exit code 3$/m);
      assert.match(stderr, /^\[error\]: .* must be UTF-8: invalid byte 0x\w\w at offset \d+$/m);
      assert.match(results, /stderr: "caf\\\\xe9 /);
    }));

  it('shows each invalid byte of a stderr, which kpt keeps in base64', function () {
    needTools(this, 'kpt', 'git');
    return inFolder({}, async (folder) => {
      const files = withSteps(COMPACT, { mutators: [foreign('bad-stderr')] });
      const kpts = await renderForeignKpt(join(folder, 'kpt'), files, process.env);
      assert.match(kpts.stderr, /^ {4}"a\\xff"\n {4}"\\xc3"$/m);
      const ours = await renderForeign(join(folder, 'ours'), files);
      assert.match(ours.stderr, /^ {4}"a\\\\xff"\n {4}"\\\\xc3"$/m);
      assert.deepEqual([stderrOf(ours), stderrOf(kpts)], ['a\\xff\n\\xc3', Buffer.from('a\xff\n\xc3', 'latin1')]);
    });
  });
});

/** Renders a package with one function in a mode, and passes the outcome to a check. */
async function rendered(
  mode: string,
  options: readonly string[],
  check: (ours: ForeignRendering) => void,
): Promise<void> {
  await inFolder({}, async (folder) =>
    check(await renderForeign(folder, withSteps(COMPACT, { mutators: [foreign(mode)] }), options)),
  );
}

function stderrOf({ results = '' }: ForeignRendering): unknown {
  const { items } = parse(results) as { readonly items: readonly { readonly stderr?: unknown }[] };
  return items[0]?.stderr;
}

function sorted(files: object): object {
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
