import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { readDocument, type Value } from '../../src/yaml/index.ts';
import { needTools } from '../support/kpt.ts';
import { documents } from '../yaml/generate.ts';
import { aims, editAt, perform, plain } from '../yaml/random-edits.ts';

const CASES = Number(process.env['PROPERTY_RUNS'] ?? 3000);

describe('sigs.k8s.io/yaml reads what source documents write', function () {
  this.timeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'krm-variants-go-yaml-'));
  const program = join(folder, 'go-yaml');
  before(function () {
    needTools(this, 'go');
    const cwd = fileURLToPath(new URL('go-yaml', import.meta.url));
    const { status, stderr } = spawnSync('go', ['build', '-o', program, '.'], { cwd, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });
  after(() => rmSync(folder, { recursive: true }));

  it(`${CASES} generated documents, each after some edits, mean the same to both`, () => {
    const edited = fc.sample(fc.tuple(documents(), aims()), CASES).map(([text, list]) => {
      const document = readDocument(text);
      for (const aim of list) {
        const edit = editAt(plain(document.value([])), aim);
        if (edit !== undefined) perform(document, edit);
      }
      return { text: document.text(), value: plain(document.value([])) };
    });
    const input = edited.map(({ text }) => `${JSON.stringify(text)}\n`).join('');
    const { stdout } = spawnSync(program, { input, encoding: 'utf8', maxBuffer: 1 << 30 });
    const lines = stdout.trimEnd().split('\n');
    assert.equal(lines.length, edited.length);
    for (const [index, { text, value }] of edited.entries()) {
      assert.deepEqual(readGo(lines[index] ?? ''), value, `${lines[index]}\n${text}`);
    }
  });
});

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** The JSON that Go printed, with integers of any size; or the error. */
function readGo(line: string): Value {
  if (line.startsWith('error: ')) return line;
  const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;
  return plain(
    parse(line, (_, value, { source = '' }) => {
      if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
      const exact = BigInt(source);
      return exact < 2n ** 64n ? exact : value;
    }),
  );
}
