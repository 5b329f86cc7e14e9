import { availableParallelism } from 'node:os';
import type { CommentSource } from '../../src/host/index.ts';
import { KPT_COMPATS, type KptCompat } from '../../src/render/index.ts';
import { COMMENTS_OPTION, parseComments } from '../arguments/comments-argument.ts';
import {
  ALLOW_OPTIONS,
  HOST_OPTIONS,
  parseAllowed,
  parseHostArguments,
  type HostArguments,
} from '../arguments/host-arguments.ts';
import type { Option } from '../arguments/option.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { oneOf } from '../../src/wording.ts';

/** Prefix of the images that `npm run images` builds. */
const IMAGE_PREFIX = 'localhost/';

/**
 * Functions to run in this process: `own` those of this program that a pipeline names, `all` also those that replace an
 * image of kpt's catalog, `none` no function but that of kpt itself.
 */
const IN_PROCESS = ['all', 'own', 'none'] as const;

/** Options of every command that runs pipelines. */
export const PIPELINE_OPTIONS = [
  {
    name: 'in-process',
    value: IN_PROCESS.join('|'),
    meaning: "own: run our functions without containers; all: also kpt's. Default: all.",
    group: 'Programs and images',
  },
  {
    name: 'in-process-prefix',
    value: 'PREFIX',
    isRepeatable: true,
    meaning: `Prefix of images that are functions of krm-variants. Default: ${IMAGE_PREFIX}`,
    group: 'Programs and images',
  },
  ...ALLOW_OPTIONS,
  ...HOST_OPTIONS,
  COMMENTS_OPTION,
  {
    name: 'jobs',
    value: 'NUMBER',
    meaning: 'Packages and third-party functions to run in parallel. Default: all cores.',
    group: 'Programs and images',
  },
  {
    name: 'allow-delete-all',
    meaning: 'Let a function remove all of its resources, or the top Kptfile.',
    group: 'Programs and images',
  },
  {
    name: 'kpt-compat',
    value: KPT_COMPATS.join('|'),
    meaning: 'Version of kpt to follow where they differ. Default: 1.0.',
    group: 'Programs and images',
  },
] as const satisfies readonly Option[];

/** Ways to call the functions of pipelines. */
export interface PipelineArguments extends HostArguments {
  /** Comments of third-party functions to apply. */
  readonly comments: CommentSource;
  /** Built-in functions to run in this process. */
  readonly inProcess: (typeof IN_PROCESS)[number];
  /** Maximum number of packages, and of third-party functions, to run in parallel. */
  readonly jobs: number;
  /** Prefixes of images that are built-in functions. */
  readonly prefixes: readonly string[];
  /** True to allow a function to remove all resources. */
  readonly allowsDeleteAll: boolean;
  /** Version of kpt to follow where versions differ, unless the root Kptfile of a package names one. */
  readonly kptCompat: KptCompat;
}

/** Arguments of a call that runs no function. */
export const NO_PIPELINES: PipelineArguments = {
  environment: [],
  mounts: [],
  asCurrentUser: false,
  pullPolicy: 'Never',
  imagePrefix: '',
  functionTimeout: Infinity,
  functionTimeoutText: '',
  truncatesOutput: true,
  allowsExec: false,
  allowsContainers: false,
  allowsNetwork: false,
  comments: 'added',
  jobs: 1,
  allowsDeleteAll: false,
  kptCompat: '1.0',
  inProcess: 'none',
  prefixes: [],
};

/** Reads `PIPELINE_OPTIONS`. Throws a `UsageError`. */
export function parsePipelineArguments(sorted: SortedArguments<(typeof PIPELINE_OPTIONS)[number]>): PipelineArguments {
  const prefixes = sorted.values('in-process-prefix').map((prefix) => prefix.replace(/\/*$/, '/'));
  return {
    ...parseHostArguments(sorted),
    ...parseAllowed(sorted),
    comments: parseComments(sorted),
    jobs: parseJobs(sorted.value('jobs')),
    allowsDeleteAll: sorted.has('allow-delete-all'),
    kptCompat: parseKptCompat(sorted.value('kpt-compat')),
    inProcess: parseInProcess(sorted.value('in-process')),
    prefixes: prefixes.length > 0 ? prefixes : [IMAGE_PREFIX],
  };
}

function parseInProcess(text: string = IN_PROCESS[0]): PipelineArguments['inProcess'] {
  const known = IN_PROCESS.find((each) => each === text);
  if (known === undefined) throw new UsageError(`\`--in-process\` must be ${oneOf(IN_PROCESS)}, not "${text}"`);
  return known;
}

function parseKptCompat(text = '1.0'): KptCompat {
  const known = KPT_COMPATS.find((each) => each === text);
  if (known === undefined) throw new UsageError(`\`--kpt-compat\` must be ${KPT_COMPATS.join(' or ')}, not "${text}"`);
  return known;
}

function parseJobs(text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  const jobs = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (jobs === 0) throw new UsageError(`\`--jobs\` must be a number from 1 to 9999, not "${text}"`);
  return jobs;
}
