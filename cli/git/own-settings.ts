import { accessAdvice } from '../../src/messages/git.ts';
import { isWithin } from '../package/is-within.ts';
import { workingFolder } from '../process/host-folders.ts';
import { callGit, NO_FOLDER, type GitCall, type Setting } from './git.ts';
import type { RepositoryUrl } from './repository-url.ts';
import { folderWithGit } from './work-tree.ts';

/** A setting that git has for a repository. */
interface ListedSetting {
  readonly key: string;
  readonly value: string;
  /**
   * True for a setting of the repository itself, or of a file that the user's settings include only for some
   * repositories.
   */
  readonly isOwn: boolean;
}

/**
 * Settings that reach hosts, of the git repository that a user works in: git runs in the cache, where it would not find
 * them. Each is for the URLs that it names, as in the repository itself. Relative paths in them are relative to the top
 * folder of the repository.
 */
export class OwnSettings {
  readonly #folder: string | undefined;
  #read: { readonly top: string | undefined; readonly all: readonly ListedSetting[] } | undefined;

  /** `folder`: folder in the repository. Default: none, for the user's settings for all repositories alone. */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** Returns the settings and the folder of a call that reaches a host. Its repository must be named by `gitDir`. */
  get call(): Pick<GitCall, 'folder' | 'isOnline' | 'own' | 'settings'> {
    const { top, all } = this.#listed;
    const own = countedSettings(all).map(({ key, value }): Setting => [key, value]);
    return { isOnline: true, own, settings: this.#ssh, ...(top !== undefined && { folder: top }) };
  }

  /**
   * Returns what to check if a repository cannot be read: a command that reads it in the same way, and settings that do
   * not count.
   */
  advice({ shown, text }: Pick<RepositoryUrl, 'shown' | 'text'>): string {
    const { top } = this.#listed;
    const isWeb = /^https?:/i.test(text);
    const ssh = isWeb || /^git:/i.test(text) ? [] : Object.values(this.#ssh);
    const variables = isWeb ? ['GIT_TERMINAL_PROMPT=0'] : ssh.map((each) => `GIT_SSH_COMMAND='${each}'`);
    const command = [...variables, 'git ls-remote', shown].join(' ');
    const folder = top === undefined || isWithin(workingFolder(), top) ? undefined : top;
    const origin = isWeb && URL.canParse(shown) ? new URL(shown).origin : undefined;
    return accessAdvice(command, folder, origin === undefined ? [] : this.#unused.map((name) => ({ name, origin })));
  }

  /** Names settings of the repository that name no URL, and would be for the hosts of strangers, too. */
  get #unused(): readonly string[] {
    const names = this.#listed.all.flatMap(({ key, isOwn }) => (isOwn ? (/^http\.([^.]+)$/.exec(key)?.[1] ?? []) : []));
    return [...new Set(names)];
  }

  /** Makes ssh fail rather than ask, unless the user has a command of their own. */
  get #ssh(): Readonly<Record<string, string>> {
    const { GIT_SSH: program, GIT_SSH_COMMAND: command = program } = process.env;
    const hasCommand = command !== undefined || this.#listed.all.some(({ key }) => key === 'core.sshcommand');
    return hasCommand ? {} : { 'core.sshCommand': 'ssh -oBatchMode=yes' };
  }

  get #listed() {
    return (this.#read ??= readSettings(this.#folder));
  }
}

/**
 * Matches keys that the settings of a repository may have for calls in the cache. A redirect is never followed to
 * another host.
 */
const COUNTED =
  /^(?:credential\..*|core\.sshcommand|http\..+\.(?!followredirects$)[^.]+|url\..*\.(?:push)?insteadof)$/s;

/** Matches keys of which each value counts, rather than the last one. */
const SEVERAL = /\.(?:helper|extraheader|(?:push)?insteadof)$/;

function countedSettings(all: readonly ListedSetting[]): readonly ListedSetting[] {
  const last = new Map(all.map((each) => [each.key, each]));
  return all.filter(
    (each) => each.isOwn && COUNTED.test(each.key) && (SEVERAL.test(each.key) || last.get(each.key) === each),
  );
}

/** Reads all settings that git has for the repository of a folder, in the order of git. */
function readSettings(folder: string | undefined) {
  const top = folder === undefined ? undefined : folderWithGit(folder);
  const general = recordsOf({ gitDir: NO_FOLDER });
  if (top === undefined) return { top, all: general.map((record) => listedSetting(record, false)) };
  const usual = new Set(general.map((record) => record.join()));
  const all = recordsOf({ folder: top }).map((record) => listedSetting(record, !usual.has(record.join())));
  return { top, all };
}

type SettingRecord = readonly [scope: string, origin: string, setting: string];

/** Returns the settings that git has in a place. */
function recordsOf(place: GitCall): readonly SettingRecord[] {
  // A package may have files that git would take for a repository.
  const args = ['-c', 'safe.bareRepository=explicit', 'config', '--list', '-z', '--show-scope', '--show-origin'];
  const words = callGit(args, place).stdout.toString().split('\0');
  const records: SettingRecord[] = [];
  for (let at = 0; at + 2 < words.length; at += 3)
    records.push([words[at] ?? '', words[at + 1] ?? '', words[at + 2] ?? '']);
  return records;
}

function listedSetting([, , setting]: SettingRecord, isOwn: boolean): ListedSetting {
  const [key = '', ...lines] = setting.split('\n');
  // Git takes a key without a value for true.
  return { key, value: lines.length === 0 ? 'true' : lines.join('\n'), isOwn };
}
