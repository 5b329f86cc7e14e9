import { withoutCredentials } from '../../src/url-credentials.ts';

/** Lines of git that give no reason. */
const UNINFORMATIVE = /^(?:Please make sure|and the repository exists|From |hint:|warning:|\s*$)/;

/** Matches the long advice of git to a user without a name or an email. */
const NO_IDENTITY = /^\*\*\* Please tell me who you are/m;

const UNKNOWN =
  'git must know who you are: run `git config --global user.name "YOUR NAME"` and `git config --global user.email YOU@EXAMPLE.COM`';

/** Matches the error about a lock of another process, without the advice of git that follows it. */
const LOCKED = /^(?:fatal: |error: )?(.*Unable to create '.*\.lock': File exists)\./m;

/** Maximum number of lines of git in a message. */
const MAX_LINES = 3;

/** Returns the reason in the output of git, without credentials: its last lines, but not those far below the last `fatal:`. */
export function reasonOf(stderr: string): string {
  if (NO_IDENTITY.test(stderr)) return UNKNOWN;
  const [, locked] = LOCKED.exec(stderr) ?? [];
  if (locked !== undefined)
    return `${locked}: another git process seems to be running: wait for it, or remove this file if there is none`;
  const lines = stderr.split(/[\r\n]+/).filter((line) => !UNINFORMATIVE.test(line));
  const fatal = lines.findLastIndex((line) => line.startsWith('fatal: '));
  const told = fatal === -1 ? lines : lines.slice(0, fatal + MAX_LINES);
  const reasons = told.map((line) => line.replace(/^(?:fatal|error): */, '').trim());
  return withoutCredentials([...new Set(reasons)].slice(-MAX_LINES).join('; ')) || 'it printed no reason';
}
