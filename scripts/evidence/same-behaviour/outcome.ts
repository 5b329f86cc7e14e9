import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { State } from './state.ts';

/** Folder with the `git` that writes down its calls. */
const RECORDER = fileURLToPath(import.meta.resolve('./recorder'));
const FAULT = fileURLToPath(import.meta.resolve('./fault.ts'));

/** Effects of a call, as lines by name: `stdout`, `stderr`, `exit`, `git`, `files`. */
export type Outcome = Readonly<Record<string, readonly string[]>>;

/** A call of a program. */
export interface Call {
  readonly words: readonly string[];
  /** Step before which the call fails, and how: `kill`, or the code of a system error. Default: none. */
  readonly fault?: { readonly how: string; readonly step: number };
}

/** A built program: its `dist` folder. */
export type Program = string;

/** Runs a call in the repository of a state, with its home in the folder of the state. */
export function runCall(program: Program, { words, fault }: Call, state: State): Outcome {
  const { folder, repository } = state;
  const calls = join(folder, 'git-calls');
  const env = {
    PATH: [RECORDER, process.env['PATH']].join(delimiter),
    HOME: join(folder, 'home'),
    TMPDIR: join(folder, 'tmp'),
    GIT_CALLS: calls,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((role) => [
        [`GIT_${role}_NAME`, 'a'],
        [`GIT_${role}_EMAIL`, 'a@example.com'],
        [`GIT_${role}_DATE`, '2026-01-01T00:00:00Z'],
      ]),
    ),
    ...(fault !== undefined && { FAULT: `${fault.how}:${fault.step}` }),
  };
  const [command, args] =
    fault === undefined
      ? [join(program, 'krm-variants'), words]
      : [process.execPath, ['--import', FAULT, join(program, 'krm-variants.cjs'), ...words]];
  const options = {
    cwd: repository,
    env,
    encoding: 'utf8',
    maxBuffer: 1e9,
  } as const;
  const { stdout, stderr, status, signal } = spawnSync(command, args, options);
  const asked = existsSync(calls) ? readFileSync(calls, 'utf8') : '';
  rmSync(calls, { force: true });
  const normal = (text: string): readonly string[] => normalised(text).split('\n');
  return {
    exit: [String(status ?? signal)],
    stdout: normal(stdout),
    stderr: normal(stderr),
    // Calls of one wave come in any order.
    git: normal(asked).toSorted(),
    files: filesBelow(folder, '').toSorted(),
  };
}

/** Removes what differs between two runs: names of temporary files, process ids, and dates. */
function normalised(text: string): string {
  return text
    .replaceAll(/krm-variants-[\w-]{6,}/g, 'krm-variants-TEMPORARY')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'DATE')
    .replaceAll(/\bprocess \d+/g, 'process ID')
    .replaceAll(/\b\d+-\d+\.lock/g, 'PROCESS.lock')
    .replaceAll(/\b\d+(\.\d+)? ?m?s\b/g, 'TIME');
}

/**
 * Returns the files of a folder with mode and content; of git's folders only refs and what `krm-variants` keeps in
 * them.
 */
function filesBelow(top: string, path: string): readonly string[] {
  return readdirSync(join(top, path), { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name);
    if (entry.isDirectory()) return isGitFolder(join(top, below)) ? gitState(top, below) : filesBelow(top, below);
    return [fileLine(top, below)];
  });
}

function isGitFolder(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)));
}

function gitState(top: string, path: string): readonly string[] {
  const folder = join(top, path);
  const git = (...args: readonly string[]): readonly string[] =>
    spawnSync('git', ['--git-dir', folder, ...args], { encoding: 'utf8' }).stdout.split('\n');
  const own = join(path, 'krm-variants');
  return [
    `${path} HEAD ${readFileSync(join(folder, 'HEAD'), 'utf8').trim()}`,
    ...git('for-each-ref').map((line) => `${path} ${line}`),
    ...git('diff', '--cached', '--raw', '--no-abbrev').map((line) => `${path} staged ${line}`),
    ...(existsSync(join(top, own)) ? filesBelow(top, own) : []),
  ];
}

function fileLine(top: string, path: string): string {
  const { mode } = lstatSync(join(top, path));
  const isLink = (mode & 0o170000) === 0o120000;
  const content = isLink ? readlinkSync(join(top, path)) : readFileSync(join(top, path));
  const text = isLink || !/[/]krm-variants[/]/.test(path) ? content : normalised(content.toString());
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${normalised(path)} ${mode.toString(8)} ${id}`;
}

/** Returns how two outcomes differ: a line for each that only one has, up to `most` for each part. */
export function differences(before: Outcome, after: Outcome, most = 6): readonly string[] {
  return Object.keys(before).flatMap((part) => {
    const [old, now] = [before[part] ?? [], after[part] ?? []];
    if (old.join('\n') === now.join('\n')) return [];
    const gone = missing(old, now).map((line) => `${part} - ${line}`);
    const come = missing(now, old).map((line) => `${part} + ${line}`);
    const all = [...gone.slice(0, most), ...come.slice(0, most)];
    return all.length === 0 ? [`${part}: other order`] : all;
  });
}

function missing(lines: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}

/**
 * Writes a program that calls another one and then changes one thing. Returns its `dist` folder. `change`: commands of
 * a shell.
 */
export function planted(folder: string, program: Program, change: string): Program {
  const path = join(folder, 'krm-variants');
  const script = `#!/bin/bash
exec 3>&1
err=$(mktemp); out=$(mktemp)
${join(program, basename(path))} "$@" >"$out" 2>"$err"
code=$?
${change}
cat "$out"; cat "$err" >&2
rm "$out" "$err"
exit $code
`;
  writeFileSync(path, script, { mode: 0o755 });
  return folder;
}
