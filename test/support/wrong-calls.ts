import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, writeFiles, type Files } from '../cli/run-support.ts';
import type { Ended } from './child.ts';
import { runHere } from './run-here.ts';

/** A call with something wrong in it. */
export interface WrongCall {
  readonly args: readonly string[];
  /** Texts of which a message has one, to show what is wrong. */
  readonly says: readonly string[];
  /** Files of the folder in which it runs. */
  readonly files?: Files;
  readonly title?: string;
  /** Sign that the call is wrong: the message, or either this or the exit code. Default: both. */
  readonly needs?: 'message' | 'either';
}

/** Texts of a runtime, of which none may reach a user. */
const OF_A_RUNTIME =
  /\n {4}at |TypeError|RangeError|ReferenceError|SyntaxError|\bE[A-Z]{4,}\b:|ENOENT|EISDIR|ENOTDIR|EACCES|Cannot read prop|undefined is not|is not a function|is not iterable|\[object |\bundefined\b|\bNaN\b/;

/** Outcome of a row. */
interface Judged {
  /** States what is wrong with its output; undefined if nothing is. */
  readonly problem: string | undefined;
  readonly exitCode: number | null;
}

/**
 * Prepares a row, lets `judge` run it in a folder, and returns what this returns; undefined for a row that cannot run
 * here.
 */
type Prepare<Row> = (row: Row, judge: (folder: string) => Promise<Judged>) => Promise<Judged | undefined>;

/**
 * Runs rows, by default each in a folder of its own, and reports all that are not refused as they must be. Returns how
 * many ran.
 */
export async function check<Row extends WrongCall>(
  table: readonly Row[],
  prepare: Prepare<Row> = ({ files = {} }, judge) => inFolder(files, judge),
): Promise<number> {
  const wrong: string[] = [];
  let rows = 0;
  for (const row of table) {
    const judged = await prepare(row, (folder) => judgeIn(folder, row));
    if (judged === undefined) continue;
    rows += 1;
    const { problem } = judged;
    if (problem !== undefined) wrong.push(`${row.args.join(' ')} (${row.title ?? row.says[0]}): ${problem}`);
  }
  assert.equal(wrong.join('\n'), '');
  return rows;
}

/** Runs rows in one folder, from which the files of each row are removed. */
export async function checkIn(folder: string, table: readonly WrongCall[]): Promise<void> {
  await check(table, async ({ files = {} }, judge) => {
    writeFiles(folder, files);
    const judged = await judge(folder);
    for (const path of Object.keys(files)) rmSync(join(folder, path));
    return judged;
  });
}

async function judgeIn(folder: string, row: WrongCall): Promise<Judged> {
  const ended = await runHere(folder, row.args);
  return { problem: problemOf(row, ended), exitCode: ended.exitCode };
}

function problemOf({ says, needs }: WrongCall, { stdout, stderr, exitCode }: Ended): string | undefined {
  const leak = OF_A_RUNTIME.exec(`${stdout}${stderr}`);
  if (leak !== null) return `shows "${leak[0].trim()}": ${stderr}`;
  const isNamed = says.some((text) => stderr.includes(text));
  const isRefused = exitCode !== 0;
  if (needs === 'either' && (isNamed || isRefused)) return undefined;
  if (!isNamed) return `does not say "${says.join('" or "')}": ${stderr}`;
  return isRefused || needs === 'message' ? undefined : `exits with 0: ${stderr}`;
}
