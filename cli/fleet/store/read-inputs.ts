import { parseInputs, type FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { KnownInputs } from './known-inputs.ts';
import { namedInputs } from './named-inputs.ts';
import type { FleetPlace } from '../../../src/fleet/ports.ts';
import { readInputTexts } from './input-texts.ts';
import type { FunctionProgram } from '../../arguments/command.ts';
import type { InputOptions } from '../../../src/fleet/request.ts';
import type { DerivingArguments } from '../request.ts';
import { namedSources } from '../../work/sources.ts';
import type { Records } from '../fleet-store.ts';

/** Place of the inputs that a call reads. */
interface InputsPlace {
  readonly place: FleetPlace;
  readonly records: Records;
  /** Name of the variants that are needed, with those that they are made of: the inputs may lack others. Default: all are. */
  readonly named?: string;
}

/** Reads the inputs of a fleet, or remembers them if their files are unchanged: a call that writes keeps them for the next one. Throws a `KrmError` as `parseInputs` does. */
export async function readInputs(
  { functions, version }: FunctionProgram,
  args: InputArguments & { readonly writes?: boolean },
  { place, records, named }: InputsPlace,
): Promise<FleetInputs> {
  // Other sources may change without a change of these files.
  const options = inputOptions(args);
  if (options.readObjects !== undefined) return await parseInputs(functions, options, place, readInputTexts(place));
  const settings = [version, place.folder];
  const found = named === undefined ? undefined : namedInputs(named, { place, records }, settings);
  if (found !== undefined) return found;
  const texts = readInputTexts(place);
  const known = new KnownInputs(records, texts, settings);
  const remembered = known.read(place.files);
  if (remembered !== undefined) return remembered;
  const inputs = await parseInputs(functions, options, place, texts);
  if (args.writes) known.write(inputs);
  return { ...inputs, sources: { contents: texts.contents, objectFiles: inputs.objectFiles } };
}

/** Arguments about the sources of inputs. */
type InputArguments = Pick<DerivingArguments, 'objects' | 'context' | 'leavesOutWrong'>;

/** Returns the sources that arguments name. */
export function inputOptions({ objects, context, leavesOutWrong = false }: InputArguments): InputOptions {
  if (objects === undefined && context === undefined) return { leavesOutWrong };
  return { leavesOutWrong, readObjects: () => namedSources({ objects, context, policies: [] }) };
}
