import {
  type Cause,
  Lineage,
  type PackageLineages,
  type Stage,
  renderedLineages,
  sourceFiles,
  stageOf,
} from '../../blame/index.ts';
import { type LinePlace, linesOf } from '../../explain/index.ts';
import { joinPath } from '../../files/index.ts';
import { KrmError, type Resource, type Result, fileWarning } from '../../krm/index.ts';
import type { PackageFiles } from '../../merge/index.ts';
import { derivedKptfile, type FileRendering, readKptfile, reasonOf, textIn } from '../../upstream/index.ts';
import type { Path } from '../../yaml/index.ts';
import type { Variant, VariantLock } from '../index.ts';
import { linesUnknown } from '../messages/edits.ts';
import { inContext } from '../plan/adopted-version.ts';
import { applyVariant, copyOf } from '../plan/derive-variant.ts';
import type { Files, UpstreamPackage } from '../ports.ts';
import { InputRules } from './input-rules.ts';

/** Inputs that a variant was derived from. */
export interface MadeFrom {
  readonly variant: Variant;
  readonly upstream: UpstreamPackage;
  /** The PackageVariant at that time. */
  readonly resource: Resource;
  /** False if that is not the PackageVariant as it is now. */
  readonly isCurrent: boolean;
  /**
   * Context of the kubeconfig whose cluster has the objects that were injected; undefined if they are from files, or it
   * is not known.
   */
  readonly cluster?: string | undefined;
  /** Steps by which another tool made it; undefined if this program did. */
  readonly adopted: VariantLock['adopted'];
  readonly local: PackageFiles;
  /** Files of the git repository of the fleet. */
  readonly files: Files;
  readonly rendering: FileRendering;
}

/** Derives a variant step by step. `origin`: returns the cause of a line of the upstream. */
export async function variantLineages(made: MadeFrom, origin: (place: LinePlace) => Cause): Promise<PackageLineages> {
  const { adopted, local, rendering, files, variant, isCurrent, cluster } = made;
  const rules = new InputRules({ files, variant, isCurrent, cluster });
  const copied = copiedPackage(made, rules);
  const setting = {
    ...rendering,
    keepsEdits: true,
    when: adopted?.includes('rendered') === false ? 'never' : 'always',
  } as const;
  try {
    const mutated = adopted?.includes('mutated') === false ? copied : await mutatedPackage(copied, made, rules);
    const others = mutated === copied ? [] : [new Lineage(copied.files, copied.stages, origin)];
    return await renderedLineages({ ...mutated, origin }, local, others, setting);
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    const found = await renderedLineages({ ...copied, origin }, local, [], { ...setting, when: 'never' });
    return { ...found, results: [notApplied(made.variant, error), ...found.results] };
  }
}

/** A package after some steps, the last one first. */
interface Steps {
  readonly files: PackageFiles;
  readonly stages: readonly Stage[];
}

function copiedPackage({ variant, upstream, resource, adopted, local }: MadeFrom, rules: InputRules): Steps {
  const files =
    adopted === undefined
      ? copyOf({ resource, package: variant.downstream.package, upstream })
      : adoptedCopy(upstream, local, variant);
  const before = sourceFiles(files.keys(), upstream.sources);
  const causeOf = (place: LinePlace): Cause =>
    adopted === undefined ? rules.fieldCause(fieldOfCopy(place, files)) : { by: 'get' };
  return { files, stages: [stageOf(before, files, causeOf)] };
}

/** Returns what another tool copied. */
function adoptedCopy(upstream: UpstreamPackage, local: PackageFiles, variant: Variant): PackageFiles {
  const kptfile = readKptfile(textIn(local, 'Kptfile') ?? '', joinPath(variant.folder, 'Kptfile'));
  const own = { name: kptfile.name, local: kptfile, stub: undefined };
  const text = derivedKptfile(textIn(upstream.files, 'Kptfile'), own, 'Kptfile');
  return inContext(new Map([...upstream.files, ['Kptfile', text]]), { name: kptfile.name, local, variant });
}

/**
 * Returns the field of a PackageVariant that a new line of a copy is from: its package gives the name, its upstream the
 * version.
 */
function fieldOfCopy({ file, line }: LinePlace, files: PackageFiles): Path {
  if (file !== 'Kptfile') return PACKAGE;
  const name = readKptfile(textIn(files, file) ?? '', file).document.position(['metadata', 'name']);
  return name?.line === line ? PACKAGE : ['spec', 'upstream'];
}

const PACKAGE: Path = ['spec', 'downstream', 'package'];

async function mutatedPackage(copied: Steps, made: MadeFrom, rules: InputRules): Promise<Steps> {
  const { files, explain } = await applyVariant(copied.files, made.resource, made.rendering);
  const texts = new Map<string, readonly string[]>();
  const textAt = ({ file, line }: LinePlace): string => {
    const lines = texts.get(file) ?? linesOf(textIn(files, file) ?? '');
    texts.set(file, lines);
    return lines[line - 1] ?? '';
  };
  const causeOf: Stage['causeOf'] = (place, found) =>
    found === undefined ? rules.fieldCause([]) : rules.causeOf(found, textAt(place));
  return { files, stages: [{ before: copied.files, after: files, explain, causeOf }, ...copied.stages] };
}

function notApplied({ name, file }: Variant, error: KrmError): Result {
  return fileWarning(file, 'causes-incomplete', linesUnknown(name, reasonOf(error)));
}
