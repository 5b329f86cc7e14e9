import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { shellQuoted } from '../../src/shell-word.ts';
import { writeFiles } from '../cli/run-support.ts';
import { readPage, type Block } from './pages.ts';
import { TERMINAL_TOOL } from './pseudo-terminal.ts';

/** Output of commands. */
interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

const NO_OUTPUT: Output = { stdout: '', stderr: '' };

/** Text of a page, and the output that its command printed. */
export interface Shown {
  readonly want: string;
  readonly is: string;
  /** Offset of the text in the page. */
  readonly start: number;
}

/**
 * Writes the files of a page, runs its commands in order, and returns what it shows of their output. `columns`: width
 * of the terminal that they run on. Default: none.
 */
export function runPage(blocks: readonly Block[], work: string, env: NodeJS.ProcessEnv, columns?: number): Shown[] {
  const shown: Shown[] = [];
  let output = NO_OUTPUT;
  for (const block of blocks) {
    const { language, mark, text, start, file } = block;
    if (language === 'shell') output = mark === 'not-run' ? NO_OUTPUT : runShell(block, { cwd: work, env, columns });
    else if (mark === 'stdout' || mark === 'stderr') shown.push({ want: text, is: output[mark], start });
    else if (file !== undefined) provide(work, file, text);
  }
  return shown;
}

/** Writes a file that a page shows. If it exists, it must have that content. */
function provide(work: string, file: string, text: string): void {
  if (existsSync(join(work, file))) assert.equal(readFileSync(join(work, file), 'utf8'), text, file);
  else writeFiles(work, { [file]: text });
}

/** Folder, environment and terminal of commands. */
interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Width of a terminal; undefined for none. */
  readonly columns: number | undefined;
}

/** Runs commands, checks their exit code, and returns their output without spaces at the ends of lines. */
function runShell({ text, mark }: Block, { cwd, env, columns }: Place): Output {
  const [command, args] =
    columns === undefined
      ? ['bash', ['-e', '-c', text]]
      : [TERMINAL_TOOL, ['-qec', `stty cols ${columns} -onlcr; bash -e -c ${shellQuoted(text)}`, '/dev/null']];
  const { stdout, stderr, status } = spawnSync(command, args, { cwd, env, encoding: 'utf8', input: '' });
  assert.equal(status, Number(/^exit-(\d+)$/.exec(mark)?.[1] ?? 0), `${text}${stdout}${stderr}`);
  const [out, err] = [stdout, stderr].map((printed) => printed.replaceAll(/ +$/gm, '')) as [string, string];
  return { stdout: out, stderr: err };
}

/** Compares what a page shows with the output. With UPDATE=1, rewrites the page and fails once. */
export function assertShown(path: string, shown: readonly Shown[]): void {
  const differing = shown.filter(({ want, is }) => want !== is);
  if (differing.length > 0 && process.env['UPDATE'] === '1') {
    writeFileSync(join(root, path), withOutputs(readPage(path), differing));
    assert.fail(`${path}: rewritten; read the change, then run again`);
  }
  for (const { want, is } of differing) assert.equal(is, want);
}

/** Returns a page with the printed outputs in place of those that it shows. */
export function withOutputs(page: string, shown: readonly Shown[]): string {
  // From the end, so that the offsets of the others stay.
  return shown
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { want, is, start }) => text.slice(0, start) + is + text.slice(start + want.length), page);
}
