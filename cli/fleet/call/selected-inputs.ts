import { Acceptances, type Hold, type Variant } from '../../../src/fleet/index.ts';
import { baseForOne } from '../../../src/fleet/messages/merge.ts';
import { type Result, failure, fileError } from '../../../src/krm/index.ts';
import { headOf } from '../../git/work-tree.ts';
import { commitTarget } from '../publish/commit-target.ts';
import { removalWarnings, uncommittedWarnings } from '../publish/uncommitted-files.ts';
import { DownstreamCalls } from './downstream-calls.ts';
import { FleetName } from '../store/fleet-name.ts';
import { KnownPlaces, unaskedPlaces, unreadDecisions, needingOwn } from '../store/known-places.ts';
import type { FleetRun } from '../../../src/fleet/plan/fleet-run.ts';
import type { OpenRun } from './start-run.ts';
import { ACCEPTANCES } from '../../../src/fleet/inputs/acceptances.ts';
import { checkOverlay } from '../store/check-overlay.ts';
import { readDecisions, validDecisions, type DecisionKind } from '../../../src/fleet/inputs/decision-files.ts';
import { allVariants, type DownstreamPlace } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { fleetPlace, wordsFrom } from '../store/fleet-place.ts';
import { goneVariants, type GoneVariant } from '../../../src/fleet/inputs/gone-variants.ts';
import { holdResults, HOLDS } from '../../../src/fleet/inputs/holds.ts';
import { readInputs } from '../store/read-inputs.ts';
import { readOverlay } from '../store/read-overlay.ts';
import { RESOLUTIONS } from '../../../src/fleet/inputs/resolutions.ts';
import { remoteFolder, severalNamed } from '../../../src/fleet/inputs/named-variants.ts';
import { selectVariants, variantsIn } from '../../../src/fleet/inputs/select-variants.ts';
import { hasOwn, isInShard, selectShard } from '../../../src/fleet/inputs/shard.ts';
import { LeftLocks } from '../../../src/fleet/plan/left-locks.ts';
import { checkReportPlace } from '../show/report-place.ts';
import { NO_INPUTS } from '../../../src/fleet/messages/inputs.ts';
import { otherCommit, rollbackElsewhere } from '../../../src/fleet/messages/versions.ts';
import type { CallSetting, EarlierCall, RepositoryCall } from './repository-call.ts';
import type { FleetStore } from '../fleet-store.ts';
import { goneRow } from '../show/variant-row.ts';
import type { FleetPlace } from '../../../src/fleet/ports.ts';
import type { TaskArguments } from '../request.ts';
import { resolveFolder } from '../../package/folder-files.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';

/** Selected inputs of a call. */
export interface SelectedInputs {
  readonly inputs: FleetInputs;
  readonly run: OpenRun;
  readonly place: FleetPlace;
  readonly holds: readonly Hold[];
  /** Variants in the git repository of the fleet that are gone. */
  readonly gone: readonly GoneVariant[];
  /** Places in other git repositories that no PackageVariant asks for, and that may have variants that are gone. */
  readonly unasked: readonly DownstreamPlace[];
  /** Calls in other git repositories. */
  readonly downstream: DownstreamCalls;
  /** True if the fleet asks for no variant at all. */
  readonly asksForNone: boolean;
  /** True if these are all variants of the git repository. */
  readonly isAll: boolean;
  /** Errors about inputs that were left out. */
  readonly errors: readonly Result[];
  /** Warnings and infos about the inputs. */
  readonly results: readonly Result[];
}

/** Call that inputs are selected for. */
interface SelectingCall {
  readonly setting: CallSetting;
  /** Call in the git repository of the fleet. */
  readonly own: RepositoryCall;
  /** Rest of the try before. */
  readonly earlier: EarlierCall | undefined;
}

/**
 * Reads the inputs of a call, and selects those that it works on. Adds what is gone and replaced to its work. Throws a
 * `KrmError` if an error prevents all variants.
 */
export async function selectInputs(
  opened: FleetStore,
  { setting, own, earlier }: SelectingCall,
): Promise<SelectedInputs> {
  const { program, args } = setting;
  const { done } = own;
  // A call that lost a race has moved on to what others pushed.
  if (earlier === undefined) checkAt(args.at, opened.root);
  const found = fleetPlace(args.folder, opened);
  const { overlay, results: skipped } = await readOverlay(program, args, opened, found);
  const planned = opened.with(overlay);
  const place = { ...found, files: planned };
  const [tree, all] = await planned.listedDuring(() => readInputs(program, args, { place, records: opened.records }));
  checkOverlay(overlay, all, place, args);
  done.replaced.push(...overlay.replacements);
  checkReportPlace(args.report, tree.root, foldersOf(all.waves.flat()));
  const { holds, errors, ...decisions } = decisionsOf(tree, { setting, own, earlier }, all);
  const isPrune = args.task.prunes !== undefined;
  const wordOf = wordsFrom(tree.root, args.folder);
  const adopted = variantsIn(all, args.adopted?.map(wordOf), tree);
  const selected = isPrune ? all : selectVariants(adopted, args, tree, wordOf);
  const inputs = selectShard(selected, args.shard);
  refuseElsewhere(inputs, args);
  // Variants may be in a Repository that is wrong.
  const hasErrors = (all.errors ?? []).length > 0;
  const isCertain = selected === all && !hasErrors;
  const asked = () => foldersOf(inputs.waves.flat());
  const needsGone = isCertain || asked().some((folder) => tree.isWithoutLock(folder));
  const isKnown = needsGone && !hasErrors && hasOwn(args.shard);
  const allGone = isKnown ? goneVariants(place, all) : [];
  const left = new LeftLocks(tree, allGone, { asked, place: args.folder });
  const gone = isCertain ? left.named(allGone) : [];
  // Which variants are gone in other git repositories is not known while a PackageVariant is wrong.
  const looks = isCertain && all.failed.length === 0;
  const unasked = looks ? unaskedIn(all, tree, args) : [];
  if (all.isEmpty && !hasErrors && gone.length === 0 && unasked.length === 0)
    throw fileError(args.folder, 'empty-input', NO_INPUTS);
  const variants = inputs.waves.flat();
  const { objects, injected } = inputs;
  checkChoice(args.base, allVariants(inputs).length);
  if (args.commits && (isPrune ? gone : variants).length > 0) commitTarget(tree, args);
  const needing = isPrune ? needingOwn(tree, all) : variants;
  const isFollowed = args.writes && args.pushes && !isPrune && inputs.elsewhere.some(hasVariants);
  if (args.task.goesBack === true) checkOne(args.variants, variants);
  const run = own.begin({
    tree,
    place: place.folder,
    variants: needing,
    isFollowed,
    objects,
    injected,
    ...decisions,
    left,
  });
  const downstream = new DownstreamCalls(
    {
      ...setting,
      home: run,
      name: new FleetName(tree.root),
      variants: allVariants(all),
      all: looks ? all.elsewhere : undefined,
      own: [...all.waves.flat(), ...all.failed, ...gone].flatMap(({ folder }) => folder ?? []),
      holds,
      place: place.folder,
    },
    done,
  );
  const isAll = selected === all && args.shard === undefined && place.folder === '';
  const known = new Set([...all.waves.flat(), ...all.failed].map(({ folder }) => folder));
  const uncommitted = [
    ...uncommittedWarnings({ tree: run.tree, args, inputs, place }),
    ...removalWarnings({ tree: run.tree, args }, known),
  ];
  const asksForNone = allVariants(all).length + all.failed.length === 0;
  const read = { inputs, run, place, holds, gone, unasked, downstream, asksForNone, isAll, errors };
  if (isPrune) return { ...read, results: [...inputs.results, ...uncommitted] };
  const held = [...unreadDecisions(tree), ...holdResults(holds, all, place.folder === '')];
  done.rows.push(...gone.map(goneRow));
  done.left = left;
  const results = [...skipped, ...inputs.results, ...uncommitted, ...held, ...gone.map(({ result }) => result)];
  return { ...read, results };
}

/**
 * Throws a `KrmError` unless the fleet is at the commit of `--at`: parts that start from different commits do not make
 * one fleet.
 */
function checkAt(at: string | undefined, root: string): void {
  const head = at === undefined ? '' : headOf({ root });
  if (at === undefined || head.startsWith(at)) return;
  throw failure('wrong-commit', otherCommit(at, head.slice(0, Math.max(at.length, 12))));
}

/** Returns the decisions that count in a call, and the errors about inputs and decisions that it leaves out. */
function decisionsOf(
  tree: FleetStore,
  { setting: { args }, own, earlier }: SelectingCall,
  inputs: Pick<FleetInputs, 'errors'>,
): Pick<SelectedInputs, 'holds' | 'errors'> & Pick<FleetRun, 'resolutions' | 'accepted'> {
  const errors = [...(inputs.errors ?? [])];
  const read = <Decision>(of: DecisionKind<Decision>): readonly Decision[] => {
    if (args.leavesOutWrong !== true) return readDecisions(tree, of);
    const found = validDecisions(tree, of);
    errors.push(...found.errors);
    if (found.errors.length > 0) own.done.wrongDecisions.add(of.kind);
    return found.decisions;
  };
  // A rollback also changes a variant that is held, and reads the holds itself.
  const holds = args.task.goesBack === true ? [] : read(HOLDS);
  const resolutions = earlier?.resolutions ?? [...read(RESOLUTIONS), ...(args.proposed ?? [])];
  const accepted = earlier?.accepted ?? new Acceptances(read(ACCEPTANCES));
  return { holds, resolutions, accepted, errors };
}

function unaskedIn(all: FleetInputs, { records }: FleetStore, args: TaskArguments): readonly DownstreamPlace[] {
  const found = unaskedPlaces(all, new KnownPlaces(records).read(), args.fetches || args.pushes);
  return found.filter((place) => isInShard(args.shard, place));
}

/**
 * Throws a `KrmError` if a variant is to be rolled back that is in another git repository than the FleetHold that must
 * come with it.
 */
function refuseElsewhere({ elsewhere }: FleetInputs, { task }: TaskArguments): void {
  const [first] = elsewhere.flatMap(({ variants }) => variants);
  if (task.goesBack !== true || first === undefined) return;
  const { name, downstream, folder } = first;
  const repository = withoutCredentials(downstream.place.url ?? '');
  throw failure('invalid-argument', rollbackElsewhere(remoteFolder(first) ?? folder, { name, repository }));
}

/** Throws a `KrmError` if a name is that of several variants. */
function checkOne([name = '']: readonly string[], variants: readonly Variant[]): void {
  if (variants.length > 1) throw severalNamed(name, foldersOf(variants));
}

function hasVariants({ variants }: FleetInputs['elsewhere'][number]): boolean {
  return variants.length > 0;
}

function foldersOf(variants: readonly Variant[]): readonly string[] {
  return variants.map(({ folder }) => folder);
}

/**
 * Throws a `KrmError` if `--base` names anything else than a folder, or there is not exactly one variant that it can be
 * the base of.
 */
function checkChoice(choice: string | undefined, variants: number): void {
  if (choice === undefined || choice === 'none' || choice === 'derived') return;
  resolveFolder(choice);
  if (variants === 1) return;
  throw failure('invalid-argument', baseForOne(choice, variants));
}
