import { holdName, holdOf, holdText, isElsewhere, type Variant } from '../../../src/fleet/index.ts';
import type { Result } from '../../../src/krm/index.ts';
import type { RootedChange } from '../../package/file-changes.ts';
import { holdFile } from '../fleet-paths.ts';
import { freeName } from '../inputs/free-name.ts';
import type { FleetRun } from '../fleet-run.ts';
import { readDecisions } from '../inputs/decision-files.ts';
import { HOLDS } from '../inputs/holds.ts';

/** FleetHold of a variant that was rolled back. */
interface RollbackHold {
  /** Undefined if the variant is held already. */
  readonly change: RootedChange | undefined;
  /** Says what holds the variant, and how to end that. */
  readonly result: Result;
}

/** Returns the FleetHold that keeps the next apply from undoing a rollback. Throws a `KrmError` if the FleetHolds cannot be read. */
export function rollbackHold(variant: Variant, { tree }: Pick<FleetRun, 'tree'>, reason: string): RollbackHold {
  const { root } = tree;
  const { folder } = variant;
  const holds = readDecisions(tree, HOLDS);
  const existing = holdOf(holds, variant);
  if (existing !== undefined) {
    const { path = '' } = existing.resource.location;
    const until = existing.until === undefined ? '' : `, until ${existing.until}`;
    const message = `holds ${folder} already, and stays as it is${until}: "${existing.reason}"`;
    return { change: undefined, result: { severity: 'info', message, file: { path, index: 0 } } };
  }
  const name = freeName(holdName(`rollback-${folder}`), { root, fileOf: holdFile });
  const path = holdFile(name);
  const after = holdText(name, {
    selector: undefined,
    variants: [folder],
    repo: isElsewhere(variant) ? variant.downstream.place.name : undefined,
    reason,
    until: undefined,
  });
  const message = `holds ${folder}, so that \`fleet apply\` does not undo the rollback; to upgrade it again, run \`krm-variants fleet unhold --variant ${folder}\``;
  return {
    change: { root, path, before: undefined, after },
    result: { severity: 'info', message, file: { path, index: 0 } },
  };
}
