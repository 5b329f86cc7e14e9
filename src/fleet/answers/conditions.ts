import { type Variant, type VariantRow, actionOf } from '../index.ts';
import { arrangeResults, distinctResults, type Result } from '../../krm/index.ts';
import {
  ALL_VALID,
  conflictsWithPeople,
  DOWNSTREAM_ENSURED,
  errorsAt,
  heldFor,
  NOT_ASKED_FOR,
  OBJECT_INVALID,
  toAdopt,
  toCreate,
  toUpdate,
  unlessWrong,
  upstreamNotFound,
} from '../messages/conditions.ts';

/** Condition in the status of a PackageVariant. */
interface Condition {
  readonly type: 'Stalled' | 'Ready';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** Conditions of a variant. */
export interface Conditions {
  readonly stalled: Condition;
  readonly ready: Condition;
}

/** Outcome of a variant from which its conditions follow. */
export interface StatusFacts {
  /** The variant; undefined if no PackageVariant that is right asks for the folder. */
  readonly variant?: Variant | undefined;
  /** Kind of the resource. Default: PackageVariant. */
  readonly kind?: 'PackageVariantSet' | undefined;
  /** Reason why its resource cannot be worked on: it is wrong, or its upstream is missing. Undefined if it can. */
  readonly problem?: 'invalid' | 'upstream' | undefined;
  /** Errors that prevent the variant. */
  readonly errors?: readonly Result[];
}

/**
 * Kinds of decisions of which some are wrong, so that it is not known what they decide: `FleetHold`, `MergeResolution`.
 */
export type WrongDecisions = ReadonlySet<string>;

/**
 * Returns the conditions of a variant in the words of Porch's controller of PackageVariants, if it has a condition for
 * the state. It has none for a variant that is to be written, held or gone, or has conflicts: it writes each at once.
 * `wrong`: `Ready` is unknown for a variant that a wrong decision may be about.
 */
export function conditionsOf(row: VariantRow, facts: StatusFacts, wrong: WrongDecisions): Conditions {
  const { problem, kind, errors = [] } = facts;
  if (problem === undefined) return { stalled: stalledOf(row), ready: readyOf(row, errors, wrong) };
  const message = problem === 'upstream' ? missingUpstream(facts) : errorTexts(errors);
  const stalled: Condition = { type: 'Stalled', status: 'True', reason: 'ValidationError', message };
  const isSet = kind === 'PackageVariantSet';
  const ready = isSet ? { reason: 'ValidationError', message } : { reason: 'Error', message: OBJECT_INVALID };
  return { stalled, ready: { type: 'Ready', status: 'False', ...ready } };
}

function stalledOf({ action }: VariantRow): Condition {
  if (action === actionOf({ isAskedFor: false }))
    return { type: 'Stalled', status: 'Unknown', reason: 'Gone', message: NOT_ASKED_FOR };
  return { type: 'Stalled', status: 'False', reason: 'Valid', message: ALL_VALID };
}

function readyOf(row: VariantRow, errors: readonly Result[], wrong: WrongDecisions): Condition {
  const [status, reason, message] = READY[row.action](row, errors);
  const known: Condition = { type: 'Ready', status, reason, message };
  if (wrong.has('FleetHold') && HOLDABLE.has(row.action))
    return { ...known, status: 'Unknown', message: unlessWrong(message, 'FleetHold') };
  if (wrong.has('MergeResolution') && row.action === 'conflict')
    return { ...known, status: 'Unknown', message: unlessWrong(message, 'MergeResolution') };
  return known;
}

/** Actions in place of which a variant may be held. */
const HOLDABLE: ReadonlySet<VariantRow['action']> = new Set(['create', 'adopt', 'update', 'conflict']);

type ReadyState = readonly [status: Condition['status'], reason: string, message: string];

/** `Ready` by what an `apply` would do: it is True if that would change nothing. */
const READY: Readonly<Record<VariantRow['action'], (row: VariantRow, errors: readonly Result[]) => ReadyState>> = {
  unchanged: () => ['True', 'NoErrors', DOWNSTREAM_ENSURED],
  held: ({ hold }) => ['True', 'Held', heldFor(hold?.reason ?? '', hold?.until)],
  create: ({ to = '' }) => ['False', 'NotApplied', toCreate(to)],
  adopt: ({ to = '' }) => ['False', 'NotAdopted', toAdopt(to)],
  update: ({ from, to, files }) => ['False', 'Outdated', toUpdate(files.length, from, to)],
  conflict: ({ conflicts }) => ['False', 'Conflict', conflictsWithPeople(conflicts)],
  error: (_, errors) => ['False', 'Error', errorTexts(errors)],
  gone: () => ['False', 'Gone', NOT_ASKED_FOR],
  prune: () => ['False', 'Gone', NOT_ASKED_FOR],
};

function errorTexts(errors: readonly Result[]): string {
  const arranged = arrangeResults(distinctResults(errors));
  return errorsAt(arranged.map(({ message, field, file }) => ({ message, place: field?.path ?? file?.path })));
}

function missingUpstream({ variant }: StatusFacts): string {
  const text = (name: string, absent: string | number): string =>
    JSON.stringify(variant?.resource.document.value(['spec', 'upstream', name]) ?? absent);
  return upstreamNotFound({
    repo: text('repo', ''),
    package: text('package', ''),
    revision: text('revision', 0),
    workspaceName: text('workspaceName', ''),
  });
}
