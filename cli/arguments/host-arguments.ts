import { oneOf } from '../../src/wording.ts';
import type { Option, ValueName } from './option.ts';
import type { SortedArguments } from './sort-arguments.ts';
import { parseTimeLimit } from './time-limit.ts';
import { UsageError } from './usage-error.ts';

/** Prefix of images without a registry, as in kpt since 1.0.0-beta.59. */
export const IMAGE_PREFIX = 'ghcr.io/kptdev/krm-functions-catalog/';

const POLICIES = ['Always', 'IfNotPresent', 'Never'] as const;

/** Options that permit the functions of a Kptfile to run. */
export const ALLOW_OPTIONS = [
  {
    name: 'allow-exec',
    meaning: 'Allow functions that are other programs on this machine (`exec`).',
    group: 'Programs and images',
  },
  {
    name: 'allow-containers',
    value: 'true|false',
    meaning: 'Allow functions in images, which run in containers. Default: true.',
    group: 'Programs and images',
  },
  { name: 'allow-network', meaning: 'Give functions in images access to the network.', group: 'Programs and images' },
] as const satisfies readonly Option[];

/** Options for functions in programs or images. */
export const HOST_OPTIONS = [
  {
    name: 'image-pull-policy',
    value: POLICIES.join('|'),
    meaning: 'When to pull the image of a function. Default: IfNotPresent.',
    group: 'Programs and images',
  },
  {
    name: 'image-prefix',
    value: 'PREFIX',
    takesEmpty: true,
    meaning: "Prefix of short image names. Default: KPT_IMAGE_PREFIX, or kpt's catalog.",
    group: 'Programs and images',
  },
  {
    name: 'function-timeout',
    value: 'DURATION',
    meaning: 'Stop a program or container after this time. 0: no limit. Default: 5m.',
    group: 'Programs and images',
  },
  {
    name: 'truncate-output',
    value: 'true|false',
    meaning: "Show at most 4 lines of a function's stderr. Default: true.",
    group: 'Programs and images',
  },
] as const satisfies readonly Option[];

type AllowOption = (typeof ALLOW_OPTIONS)[number];
type HostOption = (typeof HOST_OPTIONS)[number];

/** Policy for pulling images. */
export type PullPolicy = (typeof POLICIES)[number];

/** Permissions and limits of containers. */
export interface ContainerOptions {
  /** True to run containers in this machine's network. By default, they have none. */
  readonly allowsNetwork: boolean;
  readonly pullPolicy: PullPolicy;
  /** Environment variables of containers: `KEY=VALUE`, or `KEY` for a variable of this process. */
  readonly environment: readonly string[];
  /** Mounts in docker's syntax. */
  readonly mounts: readonly string[];
  /** True to run containers as the user of this process. By default, they run as `nobody`. */
  readonly asCurrentUser: boolean;
  /** Time limit of each function, in milliseconds; `Infinity` for none. */
  readonly functionTimeout: number;
}

/** Third-party functions that a call permits. */
export interface AllowedFunctions extends Pick<ContainerOptions, 'allowsNetwork'> {
  /** True to run programs. */
  readonly allowsExec: boolean;
  /** True to run images. */
  readonly allowsContainers: boolean;
}

/** Options for calling functions in programs or images. */
export interface HostArguments extends AllowedFunctions, ContainerOptions {
  /** Prefix of images without a slash; '' for none. */
  readonly imagePrefix: string;
  /** Time limit of each function, as written. */
  readonly functionTimeoutText: string;
  /** True to show only the first lines of a function's stderr. */
  readonly truncatesOutput: boolean;
}

/** Reads `ALLOW_OPTIONS`. Throws a `UsageError`. */
export function parseAllowed(sorted: SortedArguments<AllowOption>): AllowedFunctions {
  return {
    allowsExec: sorted.has('allow-exec'),
    allowsContainers: parseBoolean('allow-containers', sorted.value('allow-containers')),
    allowsNetwork: sorted.has('allow-network'),
  };
}

/** Reads `HOST_OPTIONS`. Containers get default permissions. Throws a `UsageError`. */
export function parseHostArguments(sorted: SortedArguments<HostOption>): Omit<HostArguments, keyof AllowedFunctions> {
  const { text, milliseconds } = parseTimeLimit('function-timeout', sorted.value('function-timeout') ?? '5m');
  return {
    environment: [],
    mounts: [],
    asCurrentUser: false,
    pullPolicy: parsePolicy(sorted.value('image-pull-policy') ?? 'IfNotPresent'),
    imagePrefix: parsePrefix(sorted.value('image-prefix')),
    functionTimeout: milliseconds,
    functionTimeoutText: text,
    truncatesOutput: parseBoolean('truncate-output', sorted.value('truncate-output')),
  };
}

/** Reads an option that is true by default. */
function parseBoolean(name: ValueName<AllowOption | HostOption>, text = 'true'): boolean {
  if (text !== 'true' && text !== 'false')
    throw new UsageError(`\`--${name}\` must be true or false, not ${JSON.stringify(text)}`);
  return text === 'true';
}

/** Parses a policy, ignoring case as kpt does. */
function parsePolicy(text: string): PullPolicy {
  const policy = POLICIES.find((each) => each.toLowerCase() === text.toLowerCase());
  if (policy !== undefined) return policy;
  throw new UsageError(`\`--image-pull-policy\` must be ${oneOf(POLICIES)}, not ${JSON.stringify(text)}`);
}

/** Reads a prefix. As in kpt, an empty variable counts as unset, and an empty option means no prefix. */
function parsePrefix(given: string | undefined): string {
  const fromVariable = process.env['KPT_IMAGE_PREFIX'] ?? '';
  const prefix = given ?? (fromVariable === '' ? IMAGE_PREFIX : fromVariable);
  if (/^[^?#\s]*$/.test(prefix) && !prefix.includes('://')) return prefix;
  const source = given === undefined ? 'KPT_IMAGE_PREFIX' : '--image-prefix';
  throw new UsageError(
    `\`${source}\` must be a registry and a path without a scheme, "?" or "#", not ${JSON.stringify(prefix)}`,
  );
}
