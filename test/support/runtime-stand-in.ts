import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFiles } from '../cli/run-support.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('./foreign-function.ts'));

/** Images by a word in their names, and shell commands of the runtime for them. */
const IMAGES: Readonly<Record<string, string>> = {
  missing: `echo "Unable to find image '$image' locally" >&2; echo "docker: Error response from daemon: manifest unknown." >&2; exit 125`,
  pulled: `cat >&2 <<END
Unable to find image '$image' locally
v1: Pulling from x/pulled
4e9f2cdf4387: Pulling fs layer
4e9f2cdf4387: Download complete
4e9f2cdf4387: Pull complete
Digest: sha256:${'a'.repeat(64)}
Status: Downloaded newer image for $image
END
exec node ${PROGRAM} stderr 2`,
  fetched: `cat >&2 <<END
Trying to pull $image...
Getting image source signatures
Copying blob sha256:${'a'.repeat(64)}
Copying config sha256:${'a'.repeat(64)}
Writing manifest to image destination
END
exec node ${PROGRAM} stderr 2`,
  refusing: `exec node ${PROGRAM} fail`,
  hanging: 'exec sleep 60',
  'set-namespace': 'exec cat',
  labelling: `exec node ${PROGRAM} label tier=gold`,
};

/** Returns a container runtime that logs its arguments, and runs the foreign function for an image. */
function script(): string {
  const cases = Object.entries(IMAGES).map(([word, run]) => `*${word}*)\n${run} ;;`);
  return `#!/bin/sh
printf '%s\\n' "$*" >>"\${0%/*}/log"
case $1 in
version) echo 24.0.1 ;;
run)
for image; do :; done
case $image in
${cases.join('\n')}
esac ;;
esac
`;
}

/** Stand-in for a container runtime, in a folder for the PATH. */
export interface RuntimeStandIn {
  readonly env: NodeJS.ProcessEnv;
  /** Returns the arguments of each call so far, a line each, without the names of containers. */
  readonly calls: () => readonly string[];
}

/** Makes a stand-in with the name of a runtime in a new folder. */
export function standIn(folder: string, runtime: string): RuntimeStandIn {
  writeFiles(folder, { [runtime]: script() });
  chmodSync(join(folder, runtime), 0o755);
  const log = join(folder, 'log');
  const PATH = [folder, process.env['PATH']].join(delimiter);
  return {
    env: { ...process.env, KPT_FN_RUNTIME: runtime, KRM_FN_RUNTIME: '', PATH },
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8') : '').split('\n').slice(0, -1).map(withoutName),
  };
}

function withoutName(call: string): string {
  return call
    .replace(/(?<=^run --rm -i )--name krm-variants-[\da-f-]{36} /, '')
    .replace(/krm-variants-[\da-f-]{36}/, 'NAME');
}
