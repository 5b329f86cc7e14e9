import { oneOf } from '../../src/index.ts';
import { MAX_DURATION, parseDuration } from './duration.ts';
import type { Option, SortedArguments } from './options.ts';
import { UsageError } from './usage-error.ts';
import type { ContainerOptions } from '../host/container.ts';

/** Prefix of images without a registry, as in kpt since 1.0.0-beta.59. */
const IMAGE_PREFIX = 'ghcr.io/kptdev/krm-functions-catalog/';

const POLICIES = ['Always', 'IfNotPresent', 'Never'] as const;

/** Options for functions that are programs or images. */
export const HOST_OPTIONS: readonly Option[] = [
  { name: 'allow-exec', meaning: 'Run functions that are programs of this machine (`exec`).' },
  { name: 'allow-containers', value: 'true|false', meaning: 'Run functions in images. Default: true.' },
  { name: 'allow-network', meaning: 'Let functions in images use the network.' },
  {
    name: 'image-pull-policy',
    value: POLICIES.join('|'),
    meaning: 'Images to pull before a function runs. Default: IfNotPresent.',
  },
  {
    name: 'image-prefix',
    value: 'PREFIX',
    takesEmpty: true,
    meaning: 'For images without a slash. Default: KPT_IMAGE_PREFIX, or the catalog.',
  },
  {
    name: 'function-timeout',
    value: 'DURATION',
    meaning: 'Stop a program or container after a time. 0 is no limit. Default: 5m.',
  },
  {
    name: 'truncate-output',
    value: 'true|false',
    meaning: 'Show at most 4 lines of the stderr of a function. Default: true.',
  },
];

/** Parsed `HOST_OPTIONS`. */
export interface HostArguments extends ContainerOptions {
  /** True to run programs. */
  readonly allowsExec: boolean;
  /** True to run images. */
  readonly allowsContainers: boolean;
  /** Prefix of images without a slash; '' for none. */
  readonly imagePrefix: string;
  /** Time limit of each function, as written. */
  readonly functionTimeoutText: string;
  /** True to show only the first lines of the stderr of functions. */
  readonly truncatesOutput: boolean;
}

/** Reads the options for functions that are programs or images. Throws a `UsageError`. */
export function parseHostArguments(sorted: SortedArguments): HostArguments {
  const limit = sorted.value('function-timeout') ?? '5m';
  return {
    environment: [],
    mounts: [],
    asCurrentUser: false,
    allowsExec: sorted.has('allow-exec'),
    allowsContainers: parseBoolean(sorted, 'allow-containers'),
    allowsNetwork: sorted.has('allow-network'),
    pullPolicy: parsePolicy(sorted.value('image-pull-policy') ?? 'IfNotPresent'),
    imagePrefix: parsePrefix(sorted.value('image-prefix')),
    functionTimeout: parseLimit(limit),
    functionTimeoutText: limit,
    truncatesOutput: parseBoolean(sorted, 'truncate-output'),
  };
}

/** Reads an option that is true by default. */
function parseBoolean(sorted: SortedArguments, name: string): boolean {
  const text = sorted.value(name) ?? 'true';
  if (text !== 'true' && text !== 'false')
    throw new UsageError(`\`--${name}\` must be true or false, not ${JSON.stringify(text)}`);
  return text === 'true';
}

/** Reads a policy in any case, as kpt does. */
function parsePolicy(text: string): HostArguments['pullPolicy'] {
  const policy = POLICIES.find((each) => each.toLowerCase() === text.toLowerCase());
  if (policy !== undefined) return policy;
  throw new UsageError(`\`--image-pull-policy\` must be ${oneOf(POLICIES)}, not ${JSON.stringify(text)}`);
}

/** Reads a prefix. As in kpt, an empty variable is none, and an empty option means no prefix. */
function parsePrefix(given: string | undefined): string {
  const fromVariable = process.env['KPT_IMAGE_PREFIX'] ?? '';
  const prefix = given ?? (fromVariable === '' ? IMAGE_PREFIX : fromVariable);
  if (/^[^?#\s]*$/.test(prefix) && !prefix.includes('://')) return prefix;
  const source = given === undefined ? 'KPT_IMAGE_PREFIX' : '--image-prefix';
  throw new UsageError(
    `\`${source}\` must be a registry and a path without a scheme, "?" and "#", not ${JSON.stringify(prefix)}`,
  );
}

function parseLimit(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined || milliseconds > MAX_DURATION)
    throw new UsageError(
      `\`--function-timeout\` must be a duration of at most 24h, such as 30s or 1m30s, not ${JSON.stringify(text)}`,
    );
  return milliseconds === 0 ? Infinity : milliseconds;
}
