import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from '../process/host-folders.ts';
import { basename, dirname, join } from '../process/host-paths.ts';
import { strictText } from '../../src/files/index.ts';
import { type Result, failure, fileError, formatResult } from '../../src/krm/index.ts';
import { GIT_NEEDED, gitFailed } from '../../src/messages/git.ts';
import {
  attributesChanged,
  DRIVER_UNUSED,
  DRIVER_USED,
  renamesFollowed,
  renamesIgnored,
  settingRemoved,
  settingSet,
  WORK_TREE_NEEDED,
} from '../../src/messages/merge-driver.ts';
import { UTF8_NEEDED } from '../../src/messages/reading.ts';
import { writeChanges } from '../package/file-changes.ts';
import { withFile } from '../package/file-error.ts';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import { writeMessages } from '../process/stdio.ts';

interface Options {
  /** Sets up all repositories of the user, not only that of the current folder. */
  readonly isGlobal: boolean;
  /** Removes what an earlier set-up wrote. */
  readonly undoes: boolean;
}

/**
 * Command line of the driver. The shell exits with 126 or 127 where the program cannot be run: git would then keep our
 * side without markers, and `git add` would lose theirs, so the merge by lines is made that git would have made.
 */
const COMMAND =
  'krm-variants merge-driver %O %A %B %L %P %S %X %Y || { code=$?; [ $code -eq 126 ] || [ $code -eq 127 ] || exit $code; ' +
  'git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B; }';

/** Merge driver in git's attributes and configuration. */
interface Driver {
  readonly name: string;
  /** Files that it merges. */
  readonly patterns: readonly string[];
  /** Keys of git's configuration, and their values. */
  readonly settings: readonly (readonly [key: string, value: string])[];
}

const DRIVERS: readonly Driver[] = [
  {
    name: 'krm',
    patterns: ['*.yaml', '*.yml', 'Kptfile'],
    // Several merge bases are merged by lines.
    settings: [
      ['name', 'Merge of Kubernetes YAML by structure'],
      ['driver', COMMAND],
      ['recursive', 'text'],
    ],
  },
  {
    name: 'krm-fleet',
    patterns: ['.krm-variants/lock/**', '.krm-variants/base/**'],
    settings: [
      ['name', 'Merge of the records of krm-variants fleet'],
      ['driver', COMMAND],
    ],
  },
];

/**
 * Implements `krm-variants git-setup`: makes git merge YAML files and Kptfiles by `krm-variants merge-driver`, or
 * undoes that. Existing lines of the attributes stay. Prints what it did to stderr, and returns the exit code. Throws a
 * `KrmError` if the current folder is in no repository, or git or a file cannot be used.
 */
export function setUpGit({ isGlobal, undoes }: Options): ExitCode {
  const scope = isGlobal ? '--global' : '--local';
  const file = isGlobal ? globalAttributes() : join(repositoryRoot(), '.gitattributes');
  const renames = isGlobal ? [] : undoes ? followRenames() : ignoreRenames();
  const drivers = DRIVERS.flatMap((driver) =>
    undoes
      ? [...editAttributes(file, driver, withoutLines), ...removeDriver(scope, driver)]
      : [...setDriver(scope, driver), ...editAttributes(file, driver, withLines)],
  );
  const results = [...renames, ...drivers];
  const shown = results.length > 0 ? results : [info(undoes ? DRIVER_UNUSED : DRIVER_USED)];
  writeMessages(shown.map((result) => `${formatResult(result)}\n`).join(''));
  return EXIT.done;
}

/**
 * Settings with which merges follow no renames. The variants of a fleet have equal files, and git takes one for another
 * that a branch moves: an edit of one variant would silently become one of another. The default strategy of git before
 * 2.50 ignores the first setting.
 */
const NO_RENAMES = [
  ['merge.renames', 'false'],
  ['pull.twohead', 'recursive'],
] as const;

/** Makes merges of a fleet follow no renames. Keeps the user's own settings. */
function ignoreRenames(): readonly Result[] {
  if (!isFleet(repositoryRoot())) return [];
  return NO_RENAMES.flatMap(([key, wanted]): readonly Result[] => {
    const value = valueOf('--local', key);
    if (value === wanted) return [];
    if (value !== undefined)
      return [{ severity: 'warning', code: 'git-setting', message: renamesFollowed(key, value, wanted) }];
    git(['config', '--local', key, wanted]);
    return [info(renamesIgnored(key, wanted))];
  });
}

/** Files that may have the inputs of a fleet. */
const INPUTS = ['*.yaml', '*.yml', '*.json'];

/**
 * Reports whether a git repository has a fleet: a lock or, before the first apply, a PackageVariant or a set of them in
 * any file.
 */
function isFleet(root: string): boolean {
  if (existsSync(join(root, '.krm-variants/lock'))) return true;
  const pattern = String.raw`"?kind"?:[[:blank:]]*"?PackageVariant(Set)?\b`;
  const search = ['grep', '--untracked', '--quiet', '--extended-regexp', '-e', pattern, '--', ...INPUTS];
  return callGit(['-C', root, ...search]).status === 0;
}

/** Undoes `ignoreRenames`, if the driver of a fleet is set up. */
function followRenames(): readonly Result[] {
  if (setting('--local', 'krm-fleet', 'driver') === undefined) return [];
  return NO_RENAMES.flatMap(([key, wanted]) => {
    if (valueOf('--local', key) !== wanted) return [];
    git(['config', '--local', '--unset', key]);
    return [info(settingRemoved(key, '--local'))];
  });
}

/** Edits the file of attributes. Returns what changed. */
function editAttributes(file: string, driver: Driver, edit: typeof withLines): readonly Result[] {
  const before = readAttributes(file);
  const eol = before?.includes('\r\n') === true ? '\r\n' : '\n';
  const lines = before === undefined || before === '' ? [] : before.replace(/\r?\n$/, '').split(/\r?\n/);
  const edited = edit(lines, driver);
  if (edited.length === lines.length) return [];
  const after = edited.length === 0 ? undefined : edited.map((line) => `${line}${eol}`).join('');
  if (after === undefined) withFile(file, () => rmSync(file));
  else {
    withFile(file, () => mkdirSync(dirname(file), { recursive: true }));
    writeChanges([{ root: dirname(file), path: basename(file), before, after, shown: file }]);
  }
  const changed = edited.length > lines.length ? 'added' : 'removed';
  return [info(attributesChanged(changed, driver.name, driver.patterns, file))];
}

function readAttributes(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const text = strictText(withFile(file, () => readFileSync(file)));
  if (text === undefined) throw fileError(file, 'not-utf8', UTF8_NEEDED);
  return text;
}

function withLines(lines: readonly string[], driver: Driver): readonly string[] {
  return [...lines, ...ownLines(driver).filter((line) => !lines.includes(line))];
}

function withoutLines(lines: readonly string[], driver: Driver): readonly string[] {
  const own = ownLines(driver);
  return lines.filter((line) => !own.includes(line));
}

function ownLines({ name, patterns }: Driver): readonly string[] {
  return patterns.map((pattern) => `${pattern} merge=${name}`);
}

type Scope = '--global' | '--local';

function setDriver(scope: Scope, { name, settings }: Driver): readonly Result[] {
  const changed = settings.filter(([key, value]) => setting(scope, name, key) !== value);
  for (const [key, value] of changed) git(['config', scope, `merge.${name}.${key}`, value]);
  return changed.map(([key]) => info(settingSet(`merge.${name}.${key}`, scope)));
}

function removeDriver(scope: Scope, { name, settings }: Driver): readonly Result[] {
  if (settings.every(([key]) => setting(scope, name, key) === undefined)) return [];
  git(['config', scope, '--remove-section', `merge.${name}`]);
  return [info(settingRemoved(`merge.${name}`, scope))];
}

function setting(scope: Scope, name: string, key: string): string | undefined {
  return valueOf(scope, `merge.${name}.${key}`);
}

function valueOf(scope: Scope, key: string): string | undefined {
  const { stdout, status } = callGit(['config', scope, '--get', key]);
  return status === 0 ? stdout.replace(/\n$/, '') : undefined;
}

/** Returns the file of attributes for all repositories: as configured, or git's default (gitattributes(5)). */
function globalAttributes(): string {
  const { stdout, status } = callGit(['config', '--global', '--get', '--type=path', 'core.attributesFile']);
  if (status === 0 && stdout.trim() !== '') return stdout.trim();
  const { XDG_CONFIG_HOME: folder = '' } = process.env;
  return join(folder === '' ? join(homedir(), '.config') : folder, 'git', 'attributes');
}

function repositoryRoot(): string {
  const { stdout, status } = callGit(['rev-parse', '--show-toplevel']);
  const root = stdout.replace(/\n$/, '');
  if (status === 0 && root !== '') return root;
  throw failure('no-repository', WORK_TREE_NEEDED);
}

function git(args: readonly string[]): void {
  const { status, stderr } = callGit(args);
  if (status !== 0) throw failure('git-failed', gitFailed(args.slice(0, 3).join(' '), stderr.trim()));
}

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

function callGit(args: readonly string[]): Ended {
  const ended = spawnSync('git', args, { encoding: 'utf8' });
  if (ended.error !== undefined) throw failure('git-failed', GIT_NEEDED);
  return ended;
}

function info(message: string): Result {
  return { severity: 'info', code: 'git-setting', message };
}
