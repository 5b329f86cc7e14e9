import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { holdName, holdText } from '../../../src/fleet/index.ts';
import { counted } from '../../../src/wording.ts';
import { fileError } from '../../package/file-error.ts';
import type { FileEdits } from '../files-job.ts';
import { holdFile } from '../fleet-paths.ts';
import { failure } from '../../process/failure.ts';
import { allVariants } from '../inputs/downstream-variants.ts';
import type { FleetInputs } from '../inputs/fleet-inputs.ts';
import { selectVariants } from '../inputs/select-variants.ts';
import type { HoldArguments } from './hold-arguments.ts';

/** Returns the file of a new FleetHold. Throws a `KrmError` if it would match nothing, or if its file exists. */
export function newHold(root: string, inputs: FleetInputs, args: HoldArguments): FileEdits {
  const { waves, failed, elsewhere } = selectVariants(inputs, { ...args, conditions: [] }, root);
  const folders = [...allVariants({ waves, elsewhere }), ...failed].flatMap(({ folder }) => folder ?? []);
  const { selector, labels, reason, until } = args;
  if (selector === undefined && folders.length === 0) throw failure(NO_FOLDER);
  const name = holdName(selector === undefined ? (folders[0] ?? '') : labels);
  const path = holdFile(name);
  if (existsSync(join(root, path))) throw fileError(path, EXISTS);
  const held = selector === undefined ? { selector, variants: folders } : { selector, variants: undefined };
  const after = holdText(name, { ...held, reason, until });
  const conclusion = `${counted(folders.length, 'variant')} held: ${path}`;
  return { changes: [{ root, path, before: undefined, after }], results: [], conclusion };
}

const NO_FOLDER =
  'the PackageVariant does not say which folder it asks for: run `krm-variants fleet plan`, which says why';
const EXISTS = 'must not exist yet: edit it, or end its hold with `krm-variants fleet unhold`';
