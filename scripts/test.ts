/**
 * `node scripts/test.ts SCRIPT...` runs the npm scripts one after the other, up to the first that fails, and ends with
 * one line that adds up every mocha run among them: `N passed, N failed, N skipped`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'krm-variants-test-'));
const counts = join(folder, 'counts');

function runScript(script: string): boolean {
  console.log(`\n> npm run ${script}`);
  const env = { ...process.env, TEST_COUNTS: counts };
  return spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit', env }).status === 0;
}

function total(column: number): number {
  if (!existsSync(counts)) return 0;
  const rows = readFileSync(counts, 'utf8').trim().split('\n');
  return rows.reduce((sum, row) => sum + Number(row.split(' ')[column]), 0);
}

const failed = process.argv.slice(2).find((script) => !runScript(script));
if (failed !== undefined) console.log(`\nFAILED: npm run ${failed}`);
process.exitCode = failed === undefined ? 0 : 1;
console.log(`\n${total(0)} passed, ${total(1)} failed, ${total(2)} skipped`);
rmSync(folder, { recursive: true });
