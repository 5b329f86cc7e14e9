import { byteOrder } from '../../../src/byte-order.ts';
import {
  type Hold,
  type Variant,
  type VariantRow,
  type VariantState,
  actionOf,
  askedRevision,
  classOf,
  joinPaths,
  placeText,
} from '../../../src/fleet/index.ts';
import type { Conflict } from '../../../src/merge/index.ts';
import { EXIT } from '../../process/exit-code.ts';
import type { EndedJob } from '../../work/report-jobs.ts';
import type { FailedVariant } from '../../../src/fleet/inputs/fleet-inputs.ts';
import type { GoneVariant } from '../../../src/fleet/inputs/gone-variants.ts';
import type { DecidedConflict } from '../../../src/fleet/plan/resolving-merge.ts';

const NO_CHANGE = { from: undefined, to: undefined, files: [], conflicts: 0 } as const;

/** Returns the row of a variant that no PackageVariant asks for. */
export function goneRow({ folder, repository }: GoneVariant): VariantRow {
  const action = actionOf({ isAskedFor: false });
  return { ...NO_CHANGE, name: '', namespace: '', set: undefined, folder, repository, action };
}

/** A variant that is gone, as its job leaves it. */
interface PrunedVariant extends Pick<VariantRow, 'from' | 'files'> {
  readonly folder: string;
  readonly state: VariantState;
  readonly conflicts: readonly unknown[];
}

/** Returns the row of such a variant after its job has ended. */
export function pruneRow({ folder, state, from, files, conflicts }: PrunedVariant, { outcome }: EndedJob): VariantRow {
  const action = actionOf({ ...state, isFailed: outcome.exitCode === EXIT.failed });
  return {
    ...NO_CHANGE,
    name: '',
    namespace: '',
    set: undefined,
    folder,
    action,
    from,
    files,
    conflicts: conflicts.length,
  };
}

/** Returns the row of a held variant. `from`: version of the upstream that its folder was made of. */
export function heldRow(variant: Variant, { resource, reason, until }: Hold, from: string | undefined): VariantRow {
  const asked = askedRevision(variant);
  const isBehind = asked !== undefined && from?.split(' ')[0] !== asked;
  return {
    ...NO_CHANGE,
    ...identityOf(variant),
    upstream: upstreamOf(variant),
    action: actionOf({ isHeld: true }),
    from,
    to: isBehind ? asked : from,
    hold: { file: resource.location.path ?? '', reason, until },
  };
}

/** Orders rows by git repository and folder. */
export function byFolder(
  a: Pick<VariantRow, 'repository' | 'folder'>,
  b: Pick<VariantRow, 'repository' | 'folder'>,
): number {
  return byteOrder(a.repository ?? '', b.repository ?? '') || byteOrder(a.folder ?? '', b.folder ?? '');
}

/** Returns the row of a variant whose PackageVariant is wrong. */
export function failedRow(variant: Omit<FailedVariant, 'results'>): VariantRow {
  return { ...NO_CHANGE, ...identityOf(variant), action: actionOf({ isFailed: true }) };
}

/** Returns the row of a variant whose changes could not be pushed to its git repository: it stays as it is. */
export function unpublishedRow(row: VariantRow): VariantRow {
  return row.files.length === 0 && row.action !== 'create'
    ? row
    : { ...row, action: 'error', files: [], to: undefined };
}

function identityOf({
  name,
  namespace,
  set,
  folder,
}: Omit<FailedVariant, 'results'>): Pick<VariantRow, 'name' | 'namespace' | 'set' | 'folder'> {
  return { name, namespace, set, folder };
}

/** Variant whose changes are known. */
interface PlannedRow extends Pick<VariantRow, 'from' | 'to' | 'files'> {
  readonly variant: Variant;
  readonly state: VariantState;
  readonly conflicts: readonly Conflict[];
  /** Conflicts that MergeResolutions decide. */
  readonly decided: readonly DecidedConflict[];
}

/** Returns the row of a variant whose job has ended. */
export function rowOf(job: PlannedRow, { outcome }: EndedJob): VariantRow {
  const { variant, state, from, to, files, conflicts, decided } = job;
  const action = actionOf({ ...state, isFailed: outcome.exitCode === EXIT.failed });
  return {
    ...identityOf(variant),
    upstream: upstreamOf(variant),
    action,
    from,
    to,
    files,
    conflicts: conflicts.length,
    ...(decided.length > 0 && { resolutions: decided.map((each) => resolutionOf(variant, each)) }),
  };
}

function resolutionOf(variant: Variant, { conflict, resolution }: DecidedConflict) {
  const { decided, resource } = resolution;
  const { id, ...place } = classOf(variant, conflict);
  const take = 'take' in decided ? decided.take : 'value';
  return { file: resource.location.path ?? '', conflict: id, place: placeText(place), take } as const;
}

function upstreamOf({ upstream }: Variant): string {
  return joinPaths(upstream.place.name, upstream.package);
}
