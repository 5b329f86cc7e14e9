import { joinPath } from '../../files/index.ts';
import type { Variant, VariantLock } from '../index.ts';
import { changedSince, INPUTS_OF_NOW, inputsLost } from '../messages/edits.ts';
import { KrmError, type Result, fileWarning } from '../../krm/index.ts';
import type { PackageFiles } from '../../merge/index.ts';
import { reasonOf } from '../../upstream/index.ts';
import { recordedText } from '../inputs/recorded-text.ts';
import type { FleetContext } from '../plan/fleet-run.ts';
import { VariantDerivation } from '../plan/variant-derivation.ts';
import type { MadeFrom } from './variant-lineages.ts';

/** Inputs that a variant was made of, as far as they are at hand. */
interface FoundInputs {
  /** Undefined if nothing is at hand. */
  readonly made: MadeFrom | undefined;
  /** True if it is what the last apply derived the variant from. */
  readonly isRecorded: boolean;
  readonly results: readonly Result[];
}

/** Finds what a lock says that a variant was made of; what it is made of now if that is gone, with a warning. */
export function findInputs(
  run: FleetContext,
  variant: Variant,
  lock: VariantLock | undefined,
  local: PackageFiles,
): FoundInputs {
  const { tree, host, upstreams, objects } = run;
  const rendering = { host, root: joinPath(tree.root, variant.folder) };
  const common = { variant, local, files: run.home?.tree ?? tree };
  const inputs = lock && attempt(() => new VariantDerivation(variant, run).inputsOf(lock)).value;
  if (lock !== undefined && inputs?.upstream !== undefined) {
    const isCurrent = lock.variant === recordedText(variant.text);
    const { upstream, resource, given } = inputs;
    const used = isCurrent ? variant.resource : resource;
    const made = { ...common, upstream, resource: used, isCurrent, adopted: lock.adopted };
    const results = isCurrent ? [] : [changed(variant)];
    return { made: { ...made, rendering: { ...rendering, given } }, isRecorded: true, results };
  }
  const { value: upstream, reason } = attempt(() => upstreams.find(variant));
  if (upstream === undefined)
    return {
      made: undefined,
      isRecorded: false,
      results: [gone(variant, inputsLost(reason))],
    };
  const made = { ...common, upstream, resource: variant.resource, isCurrent: true, adopted: undefined };
  const results = [gone(variant, INPUTS_OF_NOW)];
  return { made: { ...made, rendering: { ...rendering, given: objects } }, isRecorded: false, results };
}

function attempt<T>(act: () => T): { readonly value: T | undefined; readonly reason: string } {
  try {
    return { value: act(), reason: '' };
  } catch (error) {
    if (error instanceof KrmError) return { value: undefined, reason: reasonOf(error) };
    throw error;
  }
}

function gone({ folder }: Variant, message: string): Result {
  return fileWarning(folder, 'causes-incomplete', message);
}

function changed({ name, file }: Variant): Result {
  return { ...fileWarning(file, 'causes-incomplete', changedSince(name)), severity: 'info' };
}
