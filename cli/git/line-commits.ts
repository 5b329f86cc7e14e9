import { callGit, type GitPlace } from './git.ts';
import type { CommittedLine, LineCommit } from '../../src/upstream/index.ts';

/**
 * Returns the lines of a file in a revision, with their commits; undefined if the revision or a part of the history is
 * not at hand.
 */
export function lineCommits(place: GitPlace, revision: string, path: string): readonly CommittedLine[] | undefined {
  const args = ['blame', '--porcelain', '--no-textconv', revision, '--', path];
  const { stdout, status } = callGit(args, place);
  return status === 0 ? parseLines(stdout.toString(), isShallow(place)) : undefined;
}

function isShallow(place: GitPlace): boolean {
  return callGit(['rev-parse', '--is-shallow-repository'], place).stdout.toString().trim() === 'true';
}

/** Parses the output of `git blame --porcelain`: the first line of each commit has its facts. */
function parseLines(output: string, isInShallow: boolean): readonly CommittedLine[] {
  const known = new Map<string, LineCommit>();
  const lines: CommittedLine[] = [];
  let [id, facts] = ['', new Map<string, string>()];
  for (const line of output.split('\n')) {
    if (line.startsWith('\t')) {
      const commit = known.get(id) ?? commitOf(id, facts, isInShallow);
      known.set(id, commit);
      lines.push({ text: line.slice(1).replace(/\r$/, ''), commit });
      id = '';
    } else if (id === '') {
      id = line.slice(0, line.indexOf(' '));
      facts = new Map<string, string>();
    } else {
      const [, key = line, value = ''] = /^(\S+) (.*)$/s.exec(line) ?? [];
      facts.set(key, value);
    }
  }
  return lines;
}

function commitOf(commit: string, facts: ReadonlyMap<string, string>, isInShallow: boolean): LineCommit {
  return {
    commit,
    author: facts.get('author') ?? '',
    date: dateOf(Number(facts.get('author-time')), facts.get('author-tz') ?? '+0000'),
    subject: facts.get('summary') ?? '',
    isCutOff: isInShallow && facts.has('boundary'),
  };
}

/** Returns the date of a time in seconds, in a time zone such as `+0530`. */
function dateOf(seconds: number, zone: string): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1);
  return new Date((seconds + offset) * 1000).toISOString().slice(0, 10);
}
