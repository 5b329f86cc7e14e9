import { statSync } from 'node:fs';
import { join } from '../process/host-paths.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { isWithinInput, writtenPath } from '../package/same-place.ts';
import { STDIN } from '../process/stdio.ts';
import { splitName } from './function-config.ts';

/** Arguments that name files and folders to write. */
type OutputArguments = Partial<Pick<FolderArguments, 'report' | 'resultsDir' | 'output'>>;

/** Arguments that name files and folders to read. */
interface InputArguments extends Pick<FolderArguments, 'inputs' | 'objects' | 'policies'> {
  readonly configFile?: string | undefined;
}

/** Runs `checkOutputs` for a command that reads and writes folders. */
export function checkFolderOutputs(args: OutputArguments & InputArguments): void {
  const { inputs, objects = [], configFile = [], policies } = args;
  const named = [configFile, policies].flat().map((each) => splitName(each)[0]);
  checkOutputs(args, [inputs.filter((name) => name !== STDIN), objects, named].flat());
}

/**
 * Throws a `UsageError` if an output is one of these files or folders, is inside one, or is another output: files to
 * read must not be overwritten, and the next call would read the output. Detects symbolic and hard links.
 */
export function checkOutputs(args: OutputArguments, inputs: readonly string[]): void {
  const outputs = outputsOf(args);
  for (const [option, path] of outputs) {
    const input = inputs.find((each) => isWithinInput(path, each));
    if (input !== undefined)
      throw new UsageError(`\`--${option}\` must be outside of the inputs: "${path}" ${placeIn(input, path)}`);
  }
  const written = outputs.map(([, path]) => writtenPath(path));
  const [twice] = outputs.filter((_, at) => written.indexOf(written[at] ?? '') !== at);
  if (twice !== undefined) throw new UsageError(`\`--${twice[0]}\` must not write another output: "${twice[1]}"`);
}

/** Says how the path of an output is an input, or in it. */
function placeIn(input: string, path: string): string {
  const isFolder = statSync(input, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder || writtenPath(path) === writtenPath(input)) return `is the input "${input}"`;
  return `is in ${input === '.' ? 'the current folder' : `"${input}"`}, whose files are read`;
}

/** Returns the files and folders to write, with their options. */
function outputsOf({
  report,
  resultsDir,
  output,
}: OutputArguments): readonly (readonly [option: string, path: string])[] {
  return [
    ...(output === undefined || output === 'stdout' || output === 'unwrap' ? [] : [['output', output] as const]),
    ...(report?.file === undefined ? [] : [['report', report.file] as const]),
    ...(resultsDir === undefined ? [] : [['results-dir', join(resultsDir, 'results.yaml')] as const]),
  ];
}
