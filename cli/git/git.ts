import { spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileError, KrmError, type ResultCode } from '../../src/krm/index.ts';
import {
  CALL_FOLDER_NEEDED,
  GIT_NEEDED,
  gitFailed,
  IDENTITY_NEEDED,
  lockedByOther,
  NO_REASON,
  printedTooMuch,
} from '../../src/messages/git.ts';
import { FOLDER_NEEDED } from '../../src/messages/reading.ts';
import { withoutCredentials } from '../../src/url-credentials.ts';
import { isWindows } from '../process/host-paths.ts';
import { systemErrorCode, systemReason } from '../process/system-error.ts';

/**
 * Path of a folder that nobody can create, so that git finds neither hooks nor a repository there. On Windows,
 * `/dev/null` may be a folder of the drive.
 */
export const NO_FOLDER = isWindows ? 'NUL' : '/dev/null';

/** Repository of a call of git. */
export interface GitPlace {
  /** Repository; default: that of `folder`. */
  readonly gitDir?: string;
  /** Folder to run in. Default: the current one. */
  readonly folder?: string;
}

/** Key and value of a setting of git. */
export type Setting = readonly [key: string, value: string];

/** Settings of one call of git. */
export interface GitCall extends GitPlace {
  readonly input?: string | Uint8Array;
  /** True to use a network. Default: false. */
  readonly isOnline?: boolean;
  /**
   * Settings that count before those of the environment, as the settings of a repository do. A key may be there several
   * times.
   */
  readonly own?: readonly Setting[];
  /** Settings that must not be visible to other users, as arguments are. */
  readonly settings?: Readonly<Record<string, string>>;
  /** True to print the headers of HTTP to stderr, without credentials. Default: false. */
  readonly isTraced?: boolean;
  /** Variables of the environment. Default: none. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A call of git that has ended. */
interface GitEnd {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly status: number | null;
}

/** Maximum output of a call, in bytes: more than any package has, and less than a Node buffer can hold. */
const MAX_OUTPUT = 2 ** 30;

/** Failure of a call of git. */
export class GitError extends KrmError {
  /** Output of git to stderr, in English. */
  readonly stderr: string;

  constructor(message: string, stderr: string, code: ResultCode = 'git-failed') {
    super([{ severity: 'error', code, message }]);
    this.stderr = stderr;
  }
}

/**
 * Runs git without prompts, and without programs that a repository names. Throws a `GitError` unless it exits with 0.
 */
export function git(args: readonly string[], call: GitCall = {}): Buffer {
  const end = callGit(args, call);
  if (end.status === 0) return end.stdout;
  throw callFailure(args, end);
}

/** Returns the error of a call of git that did not exit with 0. */
export function callFailure(args: readonly string[], { stderr }: Pick<GitEnd, 'stderr'>): GitError {
  return new GitError(gitFailed(args[0] ?? '', reasonOf(stderr)), stderr);
}

/** Runs git as `git` does, with any exit code. Throws a `GitError` if it cannot be run. */
export function callGit(args: readonly string[], call: GitCall = {}): GitEnd {
  const { input = '' } = call;
  const options = { ...processOptions(call), input, maxBuffer: MAX_OUTPUT };
  const { stdout, stderr, status, error } = spawnSync('git', fixedArguments(args, call), options);
  const code = error !== undefined && 'code' in error ? error.code : undefined;
  if (code === 'ENOBUFS') throw tooLong(args);
  // Git that fails may end before it has read its input.
  const isFailure = code === 'EPIPE' && status !== 0 && status !== null;
  if (error !== undefined && !isFailure) throw notRun(call);
  return { stdout, stderr: stderr.toString(), status };
}

/** Starts git without input as `git` runs it. The returned promise rejects with a `GitError` unless it exits with 0. */
export async function startGit(args: readonly string[], call: Omit<GitCall, 'input'> = {}): Promise<Buffer> {
  const child = spawned(args, call);
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', () => reject(notRun(call)));
    child.once('close', resolve);
  });
  if (stdout.isFull) throw tooLong(args);
  if (status === 0) return stdout.bytes();
  throw callFailure(args, { stderr: stderr.bytes().toString() });
}

function spawned(args: readonly string[], call: GitCall) {
  try {
    return spawn('git', fixedArguments(args, call), { ...processOptions(call), stdio: ['ignore', 'pipe', 'pipe'] });
  } catch {
    // Node emits only some errors.
    throw notRun(call);
  }
}

/** Collects the output of a process, up to the maximum. */
function collect(stream: Readable): { readonly bytes: () => Buffer; isFull: boolean } {
  const chunks: Buffer[] = [];
  let size = 0;
  const collected = { bytes: () => Buffer.concat(chunks), isFull: false };
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_OUTPUT) chunks.push(chunk);
    else collected.isFull = true;
  });
  return collected;
}

function tooLong(args: readonly string[]): GitError {
  return new GitError(printedTooMuch(args[0] ?? '', MAX_OUTPUT), '');
}

/** Returns the error of a call that could not be started: without git, or without the folder to run in. */
function notRun({ folder }: GitPlace): KrmError {
  const problem = folder === undefined ? undefined : problemOf(folder);
  return folder === undefined || problem === undefined
    ? new GitError(GIT_NEEDED, '')
    : fileError(folder, 'wrong-file-type', problem);
}

/** States why a process cannot run in a folder; undefined if it can. */
function problemOf(folder: string): string | undefined {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats === undefined) return CALL_FOLDER_NEEDED;
    return stats.isDirectory() ? undefined : FOLDER_NEEDED;
  } catch (error) {
    return systemReason(systemErrorCode(error) ?? 'unknown');
  }
}

function fixedArguments(args: readonly string[], { gitDir }: GitCall): readonly string[] {
  const fixed = Object.entries(SETTINGS).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return [...fixed, ...(gitDir === undefined ? [] : [`--git-dir=${gitDir}`]), ...args];
}

function processOptions({ folder, isOnline = false, own, settings, isTraced = false, variables = {} }: GitCall) {
  const given = settingVariables(own, settings);
  return { cwd: folder, env: { ...environment(isOnline), ...given, ...(isTraced && TRACE), ...variables } };
}

const TRACE = { GIT_TRACE_CURL: '1', GIT_TRACE_CURL_NO_DATA: '1' };

/**
 * Configuration of every call: no hooks, no other programs, no submodules, no work in the background, and nothing from
 * another host that a server names.
 */
const SETTINGS = {
  'core.hooksPath': NO_FOLDER,
  'core.fsmonitor': 'false',
  'fetch.recurseSubmodules': 'false',
  'submodule.recurse': 'false',
  'gc.auto': '0',
  // It would print signatures among what is parsed.
  'log.showSignature': 'false',
  'maintenance.auto': 'false',
  'protocol.ext.allow': 'never',
  'http.followRedirects': 'false',
  'transfer.bundleURI': 'false',
  'fetch.uriProtocols': '',
} as const;

/** Variables that lead git to another repository, as in a hook. `git rev-parse --local-env-vars` lists them. */
const PLACE_VARIABLES = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
];

function environment(isOnline: boolean): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !PLACE_VARIABLES.includes(name));
  return {
    ...Object.fromEntries(inherited),
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
    // Messages are compared.
    LC_ALL: 'C',
    LANGUAGE: '',
    // A partial clone would fetch a missing object: git 2.39 ignores GIT_NO_LAZY_FETCH.
    ...(!isOnline && { GIT_ALLOW_PROTOCOL: 'none' }),
  };
}

/** Returns settings as variables: before, and after, those that this process has. */
function settingVariables(own: readonly Setting[] = [], settings: GitCall['settings'] = {}): NodeJS.ProcessEnv {
  const after = Object.entries(settings);
  if (own.length + after.length === 0) return {};
  const count = Number(process.env['GIT_CONFIG_COUNT'] ?? '') || 0;
  const inherited = Array.from({ length: count }, (_, index) =>
    ['KEY', 'VALUE'].map((part) => process.env[`GIT_CONFIG_${part}_${index}`]),
  );
  const all = [...own, ...inherited, ...after];
  const variables: NodeJS.ProcessEnv = { GIT_CONFIG_COUNT: String(all.length) };
  for (const [index, [key, value]] of all.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}

/** Lines of git that give no reason. */
const UNINFORMATIVE = /^(?:Please make sure|and the repository exists|From |hint:|warning:|\s*$)/;

/** Matches the long advice of git to a user without a name or an email. */
const NO_IDENTITY = /^\*\*\* Please tell me who you are/m;

/** Matches the error about a lock of another process, without the advice of git that follows it. */
const LOCKED = /^(?:fatal: |error: )?(.*Unable to create '.*\.lock': File exists)\./m;

/** Maximum number of lines of git in a message. */
const MAX_LINES = 3;

/**
 * Returns the reason in the output of git, without credentials: its last lines, but not those far below the last
 * `fatal:`.
 */
function reasonOf(stderr: string): string {
  if (NO_IDENTITY.test(stderr)) return IDENTITY_NEEDED;
  const [, locked] = LOCKED.exec(stderr) ?? [];
  if (locked !== undefined) return lockedByOther(locked);
  const lines = stderr.split(/[\r\n]+/).filter((line) => !UNINFORMATIVE.test(line));
  const fatal = lines.findLastIndex((line) => line.startsWith('fatal: '));
  const told = fatal === -1 ? lines : lines.slice(0, fatal + MAX_LINES);
  const reasons = told.map((line) => line.replace(/^(?:fatal|error): */, '').trim());
  return withoutCredentials([...new Set(reasons)].slice(-MAX_LINES).join('; ')) || NO_REASON;
}
