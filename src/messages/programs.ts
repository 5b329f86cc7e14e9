/**
 * Messages about functions in programs and images that cannot be called. Each function returns the text of a result.
 */
import { oneOf } from '../wording.ts';

export const WASM_UNSUPPORTED = 'a WebAssembly module cannot be called: use the program or the image of the function';

/** Is about the command `krm-variants run FUNCTION`. `hint`: end of the message with the function. */
export function runNoFunction(hint: string): string {
  return `\`krm-variants run\` works on folders and files, and is not a function itself${hint}`;
}

/** Has the words of kpt. */
export const EXEC_NOT_ALLOWED = 'must run with `--allow-exec` option to allow running function binaries';

/** Is about a program that is not allowed. `hint`: end of the sentence with a near name. */
export function noFunctionCalled(name: string, hint: string): string {
  return `no function is called ${JSON.stringify(name)}${hint} To run a program of this machine, use \`--allow-exec\``;
}

/** `hint`: end of the message if a function of this program is probably meant; '' otherwise. */
export function containersNotAllowed(hint: string): string {
  return `must run without \`--allow-containers false\` to allow running functions in images that are not part of this program${hint}`;
}

/** `reason`: a reason of this file. */
export function notACommand(reason: string): string {
  return `must be a command: ${reason}`;
}

/** Reason why a text is not a command. */
export const NUL_IN_COMMAND = 'it must not contain NUL';

/** Reason why a text is not a command. */
export const NO_PROGRAM = 'it must begin with a program';

/** Reason why a text is not a command. */
export const BACKSLASH_AT_END = 'a character must follow its last backslash';

/** Reason why a text is not a command. `rest`: text from the quote on. */
export function quoteOpen(rest: string): string {
  return `the quote must be closed: ${rest}`;
}

export const IMAGE_NAME_NEEDED = 'must be the name of an image, such as registry.example/path/name:v1.2.3';

export const TAG_NEEDED =
  'must be a single tag, such as v1.2.3: a range is supported only for functions of this program, since the registry is not searched';

/** `variable`: the one of the environment that names the runtime. */
export function unknownRuntime(variable: string, runtimes: readonly string[], named: string): string {
  return `\`${variable}\` must be ${oneOf(runtimes)}, not ${JSON.stringify(named)}`;
}

/** `reason`: a reason of this file. */
export function noRuntime(reason: string, runtimes: readonly string[]): string {
  return `${reason}; functions in images require ${oneOf(runtimes)}: start or install one, and name it in \`KRM_FN_RUNTIME\``;
}

/** End of the message of `noRuntime` in a package with several images. `images`: their names. */
export function runtimeNeeded(images: readonly string[]): string {
  return images.length < 2 ? '' : `; these images of the package need it: ${images.join(', ')}`;
}

/** End of a message about an image of kpt's catalog that does not run in the process. `tags`: those that would. */
export function comparedTags(image: string, tags: readonly string[]): string {
  return `; without a container, this program runs ${image} with the tag ${oneOf(tags)}`;
}

/** Reason why a runtime is not used. */
export function runtimeHangs(runtime: string, seconds: number): string {
  return `\`${runtime} version\` did not finish within ${seconds} s`;
}

/** Reason why a runtime is not used. `error`: its output, or how it ended. */
export function runtimeFails(runtime: string, error: string): string {
  return `\`${runtime} version\` failed: ${error}`;
}

/** Reason why a runtime is not used. `version`: as printed. */
export function dockerOutdated(version: string): string {
  return `docker must be at least 20.10.0, not ${JSON.stringify(version)}`;
}

/** `container`: its name. */
export function containerLeft(runtime: string, container: string): string {
  return `the container could not be removed: ${runtime} rm --force ${container}`;
}

/** Is about stdout or stderr. */
export function outputTooLong(program: string, limit: number): string {
  return `the output of ${JSON.stringify(program)} must be at most ${limit} bytes`;
}

/** `reason`: of the system, or a reason of this file. */
export function cannotStart(program: string, reason: string): string {
  return `${JSON.stringify(program)} cannot be started: ${reason}`;
}

/** Reason why a program is not started. */
export const EXECUTABLE_NEEDED = 'it must be an executable file: see chmod +x';

/** Reason why a program is not started. */
export const WINDOWS_PROGRAM_NEEDED =
  'on Windows, it must be an .exe file: name the program that runs it, as in `bash ./fn.sh` or `cmd /c fn.cmd`';

/** Reason why a program is not started. */
export const INTERPRETER_NEEDED = 'the interpreter that its first line names must exist';

/** Reason why a program is not started. */
export const PATH_THROUGH_FILE = 'a part of its path is not a folder';

/** Reason why a program is not started. */
export const ARGUMENTS_TOO_LONG = 'its arguments must be shorter';

/** Reason why a program is not started. */
export const NUL_IN_ARGUMENT = 'a command must not contain a NUL character';

/** Reason why a program is not started. */
export const NOT_ON_PATH = 'it must be on the PATH';

/** Reason why a program is not started. */
export function noSuchProgram(isAbsolute: boolean): string {
  const place = isAbsolute ? '' : ': as in kpt, its path is relative to the folder in which the command is called';
  return `there is no such file${place}`;
}
