import { lockChanges, lockedEdits, type VariantLock } from '../../../src/fleet/index.ts';
import { asShown, type Result } from '../../../src/krm/index.ts';
import { formatTable, type TableColumn } from '../../terminal/table.ts';
import type { VariantFolder } from '../../../src/fleet/answers/value-table.ts';
import { upstreamText } from '../../../src/fleet/plan/variant-record.ts';
import type { HistoryEnd, LockHistory, LockVersion } from '../../../src/fleet/ports.ts';

/** Version of the JSON report. Fields may be added within a version. */
const REPORT_VERSION = 1;

const COLUMNS: readonly TableColumn[] = [
  { head: 'N' },
  { head: 'DATE' },
  { head: 'UPSTREAM', long: 'version' },
  { head: 'CHANGED' },
  { head: 'EDITS', isOptional: true },
  { head: 'COMMIT' },
  { head: 'AUTHOR', long: 'text' },
  { head: 'SUBJECT', long: 'text' },
];

/** Formats a history as a table for people, the newest version first. */
export function formatHistory({ versions, end }: LockHistory): string {
  const rows = versions.map((version, index) => {
    const { number, commit } = version;
    const lock = lockOf(version);
    const edits = lock === undefined ? 0 : lockedEdits(lock).length;
    const written =
      commit === undefined ? ['-', '-', 'not committed'] : [commit.id.slice(0, 8), commit.author, commit.subject];
    return {
      cells: [
        String(number),
        commit?.date.slice(0, 10) ?? '-',
        lock === undefined ? '-' : upstreamText(lock.upstream),
        wordsOf(version, versions[index + 1], end).join(', '),
        edits === 0 ? '' : String(edits),
        ...written,
      ],
    };
  });
  return formatTable(COLUMNS, rows);
}

function lockOf({ read }: LockVersion): VariantLock | undefined {
  return read.kind === 'valid' ? read.lock : undefined;
}

/** Returns what a version changed, in words. `before`: undefined for the first one. */
function wordsOf(version: LockVersion, before: LockVersion | undefined, end: HistoryEnd): readonly string[] {
  const lock = lockOf(version);
  if (lock === undefined) return [WORDS[version.read.kind] ?? 'unreadable'];
  const moved = before !== undefined && before.folder !== version.folder ? [`moved from ${before.folder}`] : [];
  const adopted = lock.adopted === undefined ? [] : ['adopted'];
  const isFirst = end.kind === 'created' && end.candidates.length === 0;
  if (before === undefined && !isFirst) return [...adopted, 'unknown'];
  if (before === undefined || before.read.kind === 'removed') return adopted.length > 0 ? adopted : ['created'];
  const old = lockOf(before);
  if (old === undefined) return [...moved, ...adopted, 'unknown'];
  const { upstream, fields, objects, functions, program, files } = lockChanges(lock, old);
  const inputs = [
    ...(upstream ? ['upstream'] : []),
    ...fields,
    ...(objects ? ['objects'] : []),
    ...(functions ? ['functions'] : []),
    ...(program ? ['program'] : []),
  ];
  const edits = editsOf(lock) === editsOf(old) ? [] : ['edits'];
  const words = [...moved, ...adopted, ...inputs, ...edits];
  return words.length > 0 || files.length === 0 ? words : ['files'];
}

/** Words for versions without a lock of one apply. */
const WORDS: Readonly<Partial<Record<LockVersion['read']['kind'], string>>> = { removed: 'removed', joined: 'joined' };

/** Returns a text that tells which edits of people a lock has. */
function editsOf(lock: VariantLock): string {
  return lockedEdits(lock).join('\0');
}

/** Returns a history as JSON, in the form of `schemas/reports/fleet-log.json`. `history`: undefined after an error. */
export function historyData(
  { repository, folder }: VariantFolder,
  history: LockHistory | undefined,
  { results, exitCode }: { readonly results: readonly Result[]; readonly exitCode: number },
): string {
  const versions = history?.versions ?? [];
  const report = {
    version: REPORT_VERSION,
    function: 'fleet log',
    exitCode,
    repository,
    folder,
    versions:
      history === undefined
        ? []
        : versions.map((version, index) => versionData(version, versions[index + 1], history.end)),
    ...(history && { end: { reason: history.end.kind.replace(' ', '-'), candidates: history.end.candidates } }),
    results: results.map(asShown),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function versionData(version: LockVersion, before: LockVersion | undefined, end: HistoryEnd): object {
  const { number, folder, commit, at, read } = version;
  const lock = lockOf(version);
  return {
    number,
    state: read.kind,
    folder,
    ...(commit && { commit }),
    ...(commit && at !== commit.id && { merge: at }),
    ...(lock && {
      upstream: lock.upstream,
      program: lock.program,
      edited: lockedEdits(lock),
      files: lockChanges(lock, before && lockOf(before)).files,
      changes: wordsOf(version, before, end),
    }),
  };
}
