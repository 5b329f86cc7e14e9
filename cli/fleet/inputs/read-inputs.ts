import type { CommandProgram } from '../../arguments/command.ts';
import type { FleetArguments } from '../fleet-arguments.ts';
import { parseInputs, type FleetInputs, type InputOptions } from './fleet-inputs.ts';
import type { FleetPlace } from './fleet-place.ts';
import { readInputTexts } from './input-files.ts';
import { KnownInputs } from './known-inputs.ts';

/** Reads the inputs of a fleet, or remembers them if their files are unchanged. Throws a `KrmError` as `parseInputs` does. */
export async function readInputs(
  { functions, version }: Pick<CommandProgram, 'functions' | 'version'>,
  args: InputOptions & Pick<FleetArguments, 'writes'>,
  { place, gitDir }: { readonly place: FleetPlace; readonly gitDir: string },
): Promise<FleetInputs> {
  const texts = readInputTexts(place);
  // Other sources may change without a change of these files.
  if (args.objects !== undefined || args.context !== undefined) return await parseInputs(functions, args, place, texts);
  const known = new KnownInputs(gitDir, texts, [version, place.folder]);
  const remembered = known.read(place.root);
  if (remembered !== undefined) return remembered;
  const inputs = await parseInputs(functions, args, place, texts);
  if (args.writes) known.write(inputs);
  return { ...inputs, sources: { contents: texts.contents, objectFiles: inputs.objectFiles } };
}
