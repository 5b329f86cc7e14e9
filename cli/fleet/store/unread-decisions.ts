import { byteOrder } from '../../../src/byte-order.ts';
import { isManifestPath } from '../../../src/files/index.ts';
import { decisionUnread } from '../../../src/fleet/messages/decisions.ts';
import { type Result, fileWarning } from '../../../src/krm/index.ts';
import { LOCK_FOLDER, OBJECTS_FOLDER, RECORDS_FOLDER } from '../../../src/fleet/inputs/fleet-paths.ts';
import { DECISIONS, isDecisionPath } from '../../../src/fleet/inputs/decision-kinds.ts';
import type { Files } from '../../../src/fleet/ports.ts';

/** Kind of a decision, in YAML or JSON. */
const KIND = new RegExp(
  `^[\\s{-]*["']?kind["']?\\s*:\\s*["']?(${DECISIONS.map(({ kind }) => kind).join('|')})\\b`,
  'm',
);

/** Folders of records that people do not write. */
const RECORDS: readonly string[] = [LOCK_FOLDER, OBJECTS_FOLDER, `${RECORDS_FOLDER}/base`];

/** A decision has a few hundred bytes. */
const MAX_SIZE = 2 ** 20;

/**
 * Returns a warning for each decision among the records of a fleet that is not read, since its folder or the end of its name is not as it must be: nobody
 * would notice that it decides nothing.
 */
export function unreadDecisions(files: Files): readonly Result[] {
  return filesIn(files, RECORDS_FOLDER)
    .filter((path) => !isRead(path))
    .flatMap((path): readonly Result[] => {
      const [, kind] = KIND.exec(files.textAt(path) ?? '') ?? [];
      const of = DECISIONS.find((each) => each.kind === kind);
      if (of === undefined) return [];
      return [fileWarning(path, 'decision-misplaced', decisionUnread(of.kind, of.folder))];
    });
}

function isRead(path: string): boolean {
  return isManifestPath(path) && isDecisionPath(path);
}

/** Returns the paths of files that may be decisions. Follows no links. */
function filesIn(files: Files, folder: string): readonly string[] {
  if (files.kindAt(folder) !== 'folder') return [];
  const names = files.namesIn(folder).toSorted(byteOrder);
  return names.flatMap((name) => {
    const path = `${folder}/${name}`;
    const kind = files.kindAt(path);
    if (kind === 'folder') return RECORDS.includes(path) ? [] : filesIn(files, path);
    return kind === 'file' && files.sizeAt(path) <= MAX_SIZE ? [path] : [];
  });
}
