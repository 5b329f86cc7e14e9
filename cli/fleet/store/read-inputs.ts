import type { CommandProgram } from '../../arguments/command.ts';
import { parseInputs, type FleetInputs, type InputOptions } from '../inputs/fleet-inputs.ts';
import { KnownInputs } from './known-inputs.ts';
import { namedInputs } from './named-inputs.ts';
import type { FleetPlace } from '../ports.ts';
import { readInputTexts } from './input-texts.ts';

/** Place of the inputs that a call reads. */
interface InputsPlace {
  readonly place: FleetPlace;
  readonly gitDir: string;
  /** Name of the variants that are needed, with those that they are made of: the inputs may lack others. Default: all are. */
  readonly named?: string;
}

/** Reads the inputs of a fleet, or remembers them if their files are unchanged: a call that writes keeps them for the next one. Throws a `KrmError` as `parseInputs` does. */
export async function readInputs(
  { functions, version }: Pick<CommandProgram, 'functions' | 'version'>,
  args: InputOptions & { readonly writes?: boolean },
  { place, gitDir, named }: InputsPlace,
): Promise<FleetInputs> {
  // Other sources may change without a change of these files.
  if (args.objects !== undefined || args.context !== undefined)
    return await parseInputs(functions, args, place, readInputTexts(place));
  const settings = [version, place.folder];
  const found = named === undefined ? undefined : namedInputs(named, { place, gitDir }, settings);
  if (found !== undefined) return found;
  const texts = readInputTexts(place);
  const known = new KnownInputs(gitDir, texts, settings);
  const remembered = known.read(place.files);
  if (remembered !== undefined) return remembered;
  const inputs = await parseInputs(functions, args, place, texts);
  if (args.writes) known.write(inputs);
  return { ...inputs, sources: { contents: texts.contents, objectFiles: inputs.objectFiles } };
}
