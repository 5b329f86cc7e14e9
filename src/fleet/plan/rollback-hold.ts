import {
  holdName,
  holdOf,
  holdText,
  isElsewhere,
  isEnded,
  MAX_NAME,
  readHold,
  type Hold,
  type Variant,
} from '../index.ts';
import { holdKept, rollbackHeld, rollbackHeldAgain } from '../messages/decisions.ts';
import { Resources, type Result, fileWarning } from '../../krm/index.ts';
import { editedText, type RootedChange } from '../../package/index.ts';
import { holdFile } from '../inputs/fleet-paths.ts';
import { freeName } from '../inputs/free-name.ts';
import type { FleetRun } from './fleet-run.ts';
import { readDecisionFiles, readDecisions } from '../inputs/decision-files.ts';
import { HOLDS } from '../inputs/holds.ts';

/** FleetHold of a variant that was rolled back. */
interface RollbackHold {
  /** Undefined if another FleetHold holds the variant already. */
  readonly change: RootedChange | undefined;
  /** Says what holds the variant, and how to end that. */
  readonly result: Result;
}

/**
 * Returns the FleetHold that keeps the next apply from undoing a rollback. One of an earlier rollback gets the new reason. Throws a `KrmError` if the
 * FleetHolds cannot be read.
 */
export function rollbackHold(variant: Variant, { tree }: Pick<FleetRun, 'tree'>, reason: string): RollbackHold {
  const existing = holdOf(readDecisions(tree, HOLDS), variant);
  if (existing === undefined) return addedHold(variant, tree, reason);
  return renewedHold(variant, tree, reason) ?? keptHold(variant, existing);
}

/** Reports whether a rollback wrote a hold: it names this variant alone, and has the name that a rollback gives it, perhaps with a number. */
function isRollback({ resource, variants = [] }: Hold, { folder }: Variant): boolean {
  const start = nameOf(folder).slice(0, MAX_NAME - '-99'.length);
  return variants.length === 1 && variants[0] === folder && resource.name.startsWith(start);
}

function nameOf(folder: string): string {
  return holdName(`rollback-${folder}`);
}

function addedHold(variant: Variant, tree: FleetRun['tree'], reason: string): RollbackHold {
  const { folder } = variant;
  const name = freeName(nameOf(folder), (each) => tree.has(holdFile(each)));
  const path = holdFile(name);
  const after = holdText(name, {
    selector: undefined,
    variants: [folder],
    repo: isElsewhere(variant) ? variant.downstream.place.name : undefined,
    reason,
    until: undefined,
  });
  return { change: { root: tree.root, path, before: undefined, after }, result: infoIn(path, rollbackHeld(folder)) };
}

/** Returns the FleetHold of an earlier rollback with the new reason; undefined if there is none. */
function renewedHold(variant: Variant, tree: FleetRun['tree'], reason: string): RollbackHold | undefined {
  const { folder } = variant;
  for (const file of readDecisionFiles(tree, HOLDS))
    for (const resource of new Resources(file.resources)) {
      const hold = readHold(resource);
      if (!isRollback(hold, variant) || isEnded(hold, variant)) continue;
      resource.document.set(['spec', 'reason'], reason);
      const { path, text: before } = file;
      const message = rollbackHeldAgain({ folder, until: hold.until, reason });
      return {
        change: { root: tree.root, path, before, after: editedText(file, new Set()) },
        result: infoIn(path, message),
      };
    }
  return undefined;
}

function keptHold({ folder }: Variant, existing: Hold): RollbackHold {
  const message = holdKept({ folder, until: existing.until, reason: existing.reason });
  return { change: undefined, result: infoIn(pathOf(existing), message) };
}

function infoIn(path: string, message: string): Result {
  return { ...fileWarning(path, 'variant-held', message), severity: 'info' };
}

function pathOf({ resource }: Hold): string {
  return resource.location.path ?? '';
}
