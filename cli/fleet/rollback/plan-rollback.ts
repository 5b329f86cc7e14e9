import { lockChanges, readLock, type Variant, type VariantLock } from '../../../src/fleet/index.ts';
import { Resource, type Result } from '../../../src/krm/index.ts';
import { readDocument } from '../../../src/yaml/index.ts';
import { counted, firstNames } from '../../../src/wording.ts';
import { failure } from '../../process/failure.ts';
import { lockFile } from '../fleet-paths.ts';
import type { FleetRun } from '../fleet-run.ts';
import { readHistory, type LockVersion } from '../history/lock-history.ts';
import { planVersion, type VariantPlan } from '../plan-variant.ts';
import type { UpstreamPackage } from '../upstream/upstreams.ts';
import { lockedPlace } from '../variant-derivation.ts';
import { upstreamText } from '../variant-record.ts';
import { earlierObjects } from './earlier-objects.ts';
import { rollbackHold } from './rollback-hold.ts';

/** A version to go back to. */
export interface EarlierVersion {
  readonly number: number;
  readonly lock: VariantLock;
  /** Folder of the variant at that time. */
  readonly folder: string;
  /** Commit of the current branch that has it. */
  readonly commit: string;
}

/**
 * Plans the way back to an earlier version of a variant: derives what its lock names, merges that into the folder as an apply does, and holds the
 * variant. Throws a `KrmError` if there is no such version, or if an input of it cannot be had.
 */
export async function planRollback(variant: Variant, run: FleetRun): Promise<VariantPlan> {
  const version = findVersion(variant, run);
  const { lock } = version;
  const earlier = asItWas(variant, version);
  const upstream = earlierUpstream(variant, run, version);
  const objects = await earlierObjects(earlier, run, version);
  const plan = await planVersion(earlier, run, { upstream, ...objects });
  if (plan.conflicts.length > 0) return plan;
  const { change, result } = rollbackHold(variant, run, `rolled back to ${upstreamText(lock.upstream)}`);
  const changes = (plan.state.changes ?? 0) + (change === undefined ? 0 : 1);
  return {
    ...plan,
    state: { ...plan.state, changes },
    hold: change,
    results: [...plan.results, ...objects.results, ...otherResults(plan, variant, version)],
    hints: [result],
  };
}

/** Returns the version that the command line names. Throws a `KrmError` if it is none to go back to. */
function findVersion({ folder }: Variant, { tree, args }: FleetRun): EarlierVersion {
  const { rollbackTo: number = 1 } = args;
  const { versions } = readHistory(tree, folder);
  const found = versions[number];
  if (found === undefined)
    throw failure(
      `${JSON.stringify(folder)} must have a version ${number}: git has ${counted(versions.length, 'version')} of its lock, with the numbers from 0 that \`krm-variants fleet log ${folder}\` shows`,
    );
  const { read, at, folder: then } = found;
  if (read.kind !== 'valid' || at === undefined) throw failure(`version ${number} ${UNREADABLE(found)}`);
  if (read.lock.adopted !== undefined) throw failure(`version ${number} ${ADOPTED(at.slice(0, 12), folder)}`);
  return { number, lock: read.lock, folder: then, commit: at };
}

const UNREADABLE = ({ read, folder }: LockVersion): string =>
  read.kind === 'removed'
    ? 'is the removal of the variant: name another one with `--to`'
    : `cannot be read: \`krm-variants fleet log ${folder}\` says why; name another one with \`--to\``;

const ADOPTED = (commit: string, folder: string): string =>
  `is what another tool made before \`krm-variants fleet adopt\` took it over, which cannot be derived: restore its files with \`git restore --source=${commit} -- ${folder} ${lockFile(folder)}\`, or name another one with \`--to\``;

/** Returns a variant with its PackageVariant as it was at a version. Its place, and what is done when it is gone, are those of now. */
function asItWas(variant: Variant, { lock, folder: then }: EarlierVersion): Variant {
  const { namespace, name, file, set, labels, upstream, downstream, folder, adoptionPolicy, deletionPolicy } = variant;
  const document = readDocument(lock.variant);
  const place = variant.resource.document.value(['spec', 'downstream']);
  if (then !== folder && place !== undefined) document.set(['spec', 'downstream'], place);
  const now = { namespace, name, file, set, labels, upstream, downstream, folder, adoptionPolicy, deletionPolicy };
  return { ...now, resource: new Resource(document, { path: file }), text: document.text() };
}

function earlierUpstream(variant: Variant, { upstreams }: FleetRun, { number, lock }: EarlierVersion): UpstreamPackage {
  const { upstream } = lock;
  const found = upstreams.again(upstream, lockedPlace(lock, variant));
  if (found !== undefined) return { ...found, locked: upstream };
  const reason = upstream.commit === undefined ? UNCOMMITTED : OTHER_FILES;
  throw failure(
    `version ${number} was made of ${JSON.stringify(upstream.directory)}, ${upstreamText(upstream)}, ${reason}`,
  );
}

const UNCOMMITTED =
  'with changes that were not committed, so that no commit has this version: name another one with `--to`';
const OTHER_FILES = 'which has other files now than its lock recorded: name another one with `--to`';

/** Returns a warning if the inputs of a version give other files than they did; an info if that is so because the variant was moved. */
function otherResults({ lock: change }: VariantPlan, variant: Variant, version: EarlierVersion): readonly Result[] {
  const { number, lock, folder } = version;
  const read = readLock(String(change?.after ?? ''));
  const files = read.kind === 'valid' ? lockChanges(read.lock, lock).files : [];
  if (read.kind !== 'valid' || files.length === 0) return [];
  const names = firstNames(files, (each) => each);
  const file = { path: lockFile(variant.folder), index: 0 };
  if (folder !== variant.folder)
    return [
      { severity: 'info', message: `version ${number} was in ${folder}: derives ${names} for the new folder`, file },
    ];
  const message = `is not what version ${number} had for ${names}: krm-variants ${read.lock.program} derives other files of the same inputs than krm-variants ${lock.program} did`;
  return [{ severity: 'warning', message, file }];
}
