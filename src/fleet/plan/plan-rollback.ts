import { lockChanges, readLock, type Variant } from '../index.ts';
import { derivedForFolder, derivedOtherwise, earlierUpstreamLost } from '../messages/versions.ts';
import { Resource, type Result, failure, fileWarning } from '../../krm/index.ts';
import { readDocument } from '../../yaml/index.ts';
import { lockFile } from '../inputs/fleet-paths.ts';
import type { FleetRun } from './fleet-run.ts';
import { planVersion } from './plan-variant.ts';
import type { VariantPlan } from './variant-plan.ts';
import { lockedPlace } from './variant-derivation.ts';
import { upstreamText } from './variant-record.ts';
import { earlierObjects } from './earlier-objects.ts';
import { findVersion, type EarlierVersion } from './earlier-version.ts';
import { rollbackHold } from './rollback-hold.ts';
import type { UpstreamPackage } from '../ports.ts';

/**
 * Plans the way back to an earlier version of a variant: derives what its lock names, merges that into the folder as an apply does, and holds the
 * variant. `to`: number of the version, from 1; undefined for the one before the inputs of now. Throws a `KrmError` if there is no such version, or if an input of it cannot be had.
 */
export async function planRollback(variant: Variant, run: FleetRun, to: number | undefined): Promise<VariantPlan> {
  const version = findVersion(variant, run.tree, to);
  const { lock } = version;
  const earlier = asItWas(variant, version);
  const upstream = earlierUpstream(variant, run, version);
  const { results, ...objects } = earlierObjects(earlier, run, version);
  const plan = await planVersion(earlier, run, { upstream, ...objects });
  if (plan.conflicts.length > 0) return plan;
  const { change, result } = rollbackHold(variant, run, `rolled back to ${upstreamText(lock.upstream)}`);
  const changes = (plan.state.changes ?? 0) + (change === undefined ? 0 : 1);
  // With other objects, it is no surprise.
  const others = results.length > 0 ? [] : otherResults(plan, variant, version);
  return {
    ...plan,
    state: { ...plan.state, changes },
    hold: change,
    results: [...plan.results, ...results, ...others],
    hints: [result],
  };
}

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
  const { directory, commit } = upstream;
  throw failure(
    'version-underivable',
    earlierUpstreamLost(number, { directory, text: upstreamText(upstream), commit }),
  );
}

/** Returns a warning if the inputs of a version give other files than they did; an info if that is so because the variant was moved. */
function otherResults({ lock: change }: VariantPlan, variant: Variant, version: EarlierVersion): readonly Result[] {
  const { number, lock, folder } = version;
  const read = readLock(String(change?.after ?? ''));
  const files = read.kind === 'valid' ? lockChanges(read.lock, lock).files : [];
  if (read.kind !== 'valid' || files.length === 0) return [];
  const path = lockFile(variant.folder);
  const code = 'derived-differently';
  if (folder !== variant.folder)
    return [{ ...fileWarning(path, code, derivedForFolder(number, folder, files)), severity: 'info' }];
  const programs = { now: read.lock.program, before: lock.program };
  return [fileWarning(path, code, derivedOtherwise(number, files, programs))];
}
