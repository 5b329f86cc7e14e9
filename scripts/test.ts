/**
 * `node scripts/test.ts SCRIPT[+SCRIPT] ... [--meanwhile SCRIPT]` runs the npm scripts one after the other until one
 * fails, and ends with one line that adds up all their mocha runs: `N passed, N failed, N skipped`. Scripts joined by
 * `+` run side by side, each to its end; what the later ones print follows what the first prints. The script after
 * `--meanwhile` runs in parallel from the start at low priority; the last script begins after that one has succeeded.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BackgroundScript } from './background-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'krm-variants-test-'));
const counts = join(folder, 'counts');
const { values, positionals: scripts } = parseArgs({
  allowPositionals: true,
  options: { meanwhile: { type: 'string' } },
});
const meanwhile =
  values.meanwhile === undefined ? undefined : new BackgroundScript(values.meanwhile, folder, { runner: ['nice'] });
// Runs after the handler that ends that script, which may still be writing.
process.once('exit', () => rmSync(folder, { recursive: true, maxRetries: 10 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const failed = await firstFailed();
if (failed !== undefined) console.log(`\nFAILED: npm run ${failed}`);
console.log(`\n${total(0)} passed, ${total(1)} failed, ${total(2)} skipped`);
process.exit(failed === undefined ? 0 : 1);

async function firstFailed(): Promise<string | undefined> {
  for (const [index, names] of scripts.entries()) {
    const isLast = index === scripts.length - 1;
    if (meanwhile !== undefined && isLast && !(await waitFor(meanwhile))) return meanwhile.name;
    const name = await firstFailedOf(names.split('+'));
    if (name !== undefined) return name;
  }
  return undefined;
}

async function firstFailedOf([first = '', ...others]: readonly string[]): Promise<string | undefined> {
  const beside = others.map((name) => new BackgroundScript(name, folder, { env: { TEST_COUNTS: counts } }));
  const bad = (await runScript(first)) ? [] : [first];
  for (const script of beside) if (!(await waitFor(script))) bad.push(script.name);
  return bad[0];
}

async function runScript(script: string): Promise<boolean> {
  console.log(`\n> npm run ${script}`);
  const env = { ...process.env, TEST_COUNTS: counts };
  const [status] = (await once(spawn('npm', ['run', '--silent', script], { stdio: 'inherit', env }), 'exit')) as [
    unknown,
  ];
  return status === 0;
}

async function waitFor(script: BackgroundScript): Promise<boolean> {
  console.log(`\n> npm run ${script.name} (in the background)`);
  const isDone = await script.done;
  process.stdout.write(script.output());
  return isDone;
}

function total(column: number): number {
  if (!existsSync(counts)) return 0;
  const rows = readFileSync(counts, 'utf8').trim().split('\n');
  return rows.reduce((sum, row) => sum + Number(row.split(' ')[column]), 0);
}
