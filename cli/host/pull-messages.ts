import type { ContainerRuntime } from './container-runtime.ts';

const LAYER_STATES = [
  'Already exists',
  'Download complete',
  'Downloading.*',
  'Extracting.*',
  'Pull complete',
  'Pulling fs layer',
  'Retrying in .*',
  'Verifying Checksum',
  'Waiting',
];

/** Lines that each runtime writes while it pulls an image. */
const MESSAGES: Readonly<Record<ContainerRuntime, readonly RegExp[]>> = {
  docker: [
    /^Unable to find image '.+' locally$/,
    /^\S+: Pulling from \S+$/,
    new RegExp(`^[0-9a-f]{12}: (?:${LAYER_STATES.join('|')})$`),
    /^Digest: sha256:[0-9a-f]{64}$/,
    /^Status: (?:Downloaded newer image|Image is up to date) for \S+$/,
  ],
  podman: [
    /^Resolved "\S+" as an alias \(.*\)$/,
    /^Trying to pull \S+$/,
    /^Getting image source signatures$/,
    /^Copying (?:blob|config) (?:sha256:)?[0-9a-f]{10,64}(?: .*)?$/,
    /^Writing manifest to image destination$/,
    /^Storing signatures$/,
    /^[0-9a-fA-F]{64}$/,
  ],
  nerdctl: [
    /^\S+:\s+(?:resolving|resolved|waiting|downloading|extracting|done|exists)\s+\|[-+]*\|\s*$/,
    /^elapsed: .*$/,
    /^[0-9a-fA-F]{64}$/,
  ],
};

/**
 * Removes the messages about pulling an image from the beginning of the stderr of a runtime. As kpt does, also ends lines with
 * a line feed alone, and leaves out the last one. Unlike kpt, keeps what resembles such a message in the lines of the function,
 * which begin with the first other line.
 */
export function withoutPullMessages(stderr: string, runtime: ContainerRuntime): string {
  const lines = stderr.replace(/\r?\n$/, '').split(/\r?\n/);
  const start = lines.findIndex((line) => !MESSAGES[runtime].some((message) => message.test(line)));
  return start === -1 ? '' : lines.slice(start).join('\n');
}
