import type { CommentSource } from '../../src/host/index.ts';
import type { FunctionSelection, Selector as FunctionSelector } from '../../src/render/index.ts';
import { COMMENTS_OPTION, parseComments } from '../arguments/comments-argument.ts';
import { CONFIG_OPTION, type ConfigArguments, parseConfig } from '../arguments/config-arguments.ts';
import { FOLDER_OPTIONS, type FolderArguments, parseFolderArguments } from '../arguments/folder-arguments.ts';
import { HOST_OPTIONS, type HostArguments, parseHostArguments } from '../arguments/host-arguments.ts';
import type { Option } from '../arguments/option.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { parseSelection, SELECTION_OPTIONS } from './selection-options.ts';

/** Options of `krm-variants eval`. */
export const EVAL_OPTIONS = [
  {
    name: 'exec',
    value: 'COMMAND',
    meaning: 'Program to run as the function, with its arguments.',
    group: 'Function',
  },
  { name: 'image', short: 'i', value: 'IMAGE', meaning: 'Image to run as the function.', group: 'Function' },
  { name: 'function', value: 'FUNCTION', meaning: 'Function of krm-variants to run.', group: 'Function' },
  CONFIG_OPTION,
  ...SELECTION_OPTIONS,
  {
    name: 'type',
    short: 't',
    value: 'mutator|validator',
    meaning: 'Type of function. Changes by a validator are ignored. Default: mutator.',
    group: 'Function',
  },
  {
    name: 'save',
    short: 's',
    meaning: 'Save the function in the pipeline of the Kptfile.',
    group: 'Function',
  },
  { name: 'network', meaning: 'Give the container access to the network.', group: 'Programs and images' },
  {
    name: 'env',
    short: 'e',
    value: 'KEY[=VALUE]',
    isRepeatable: true,
    meaning: 'Environment variable of the container.',
    group: 'Programs and images',
  },
  {
    name: 'mount',
    value: 'TYPE,SRC,DST',
    isRepeatable: true,
    meaning: 'Folder to mount into the container: type=bind,src=DIR,dst=DIR[,rw=true].',
    group: 'Programs and images',
  },
  {
    name: 'as-current-user',
    meaning: 'Run the container as the current user instead of as `nobody`.',
    group: 'Programs and images',
  },
  COMMENTS_OPTION,
  {
    name: 'allow-delete-all',
    meaning: 'Let the function remove all of its resources.',
    group: 'Programs and images',
  },
  ...HOST_OPTIONS,
  ...FOLDER_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants eval`. */
export type SortedEval = SortedArguments<(typeof EVAL_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants eval`. */
export interface EvalArguments extends FolderArguments, ConfigArguments, HostArguments {
  readonly by: 'exec' | 'image' | 'function';
  /** Command, image, or name of a function of this program. */
  readonly called: string;
  readonly selection: FunctionSelection<FunctionSelector>;
  readonly type: 'mutator' | 'validator';
  /** True to add the function to the Kptfile. */
  readonly saves: boolean;
  readonly comments: CommentSource;
  readonly allowsDeleteAll: boolean;
}

/**
 * Reads the arguments of `krm-variants eval [DIR|FILE|-]`. The current folder is the default. Throws a `UsageError`.
 */
export function parseEvalArguments(sorted: SortedEval): EvalArguments {
  const [input = '.'] = sorted.operands;
  const asked = {
    ...parseFolderArguments(sorted, [input]),
    ...parseHostArguments(sorted),
    ...parseConfig(sorted),
    ...parseCalled(sorted),
    ...parseContainer(sorted),
    selection: parseSelection(sorted),
    type: parseType(sorted.value('type') ?? 'mutator'),
    saves: sorted.has('save'),
    comments: parseComments(sorted),
    allowsDeleteAll: sorted.has('allow-delete-all'),
  };
  checkPolicies(asked);
  checkEffects(asked, sorted);
  return asked;
}

/** Options that only a container has a use for. */
const CONTAINER_OPTIONS = [
  'network',
  'env',
  'mount',
  'as-current-user',
  'image-pull-policy',
  'image-prefix',
] as const satisfies readonly (typeof EVAL_OPTIONS)[number]['name'][];

/** Checks that no option is without effect. Throws a `UsageError`. */
function checkEffects({ by }: EvalArguments, { names }: SortedEval): void {
  const option = CONTAINER_OPTIONS.find((name) => names.has(name));
  if (by !== 'image' && option !== undefined)
    throw new UsageError(`\`--${option}\` requires \`--image\`: a function of \`--${by}\` runs in no container`);
  const source = (['objects', 'context'] as const).find((name) => names.has(name));
  if (by !== 'function' && source !== undefined)
    throw new UsageError(`\`--${source}\` requires \`--function\`: ${ONLY_PACKAGE}`);
}

const ONLY_PACKAGE = 'other functions get only the package';

/** Checks options about policies, which only functions of this program read beside their configuration. */
function checkPolicies({ by, policies, configFile, data, saves }: EvalArguments): void {
  const hasBoth = configFile !== undefined && data !== undefined;
  if (by !== 'function' && policies.length > 0)
    throw new UsageError(`\`--policy\` requires \`--function\`: ${ONLY_PACKAGE}`);
  if (by !== 'function' && hasBoth) throw new UsageError(`${BOTH} for other functions than those of \`--function\``);
  if (saves && hasBoth) throw new UsageError(`${BOTH} with \`--save\`: a pipeline holds only one of them`);
  if (saves && policies.length > 0)
    throw new UsageError(
      '`--policy` and `--save` are mutually exclusive: a pipeline reads the policies of its package',
    );
}

const BOTH = '`--fn-config` and `key=value` are mutually exclusive';

function parseCalled(sorted: SortedEval): Pick<EvalArguments, 'by' | 'called'> {
  const given = (['exec', 'image', 'function'] as const).flatMap((by) => {
    const called = sorted.value(by);
    return called === undefined ? [] : [{ by, called }];
  });
  const [one, other] = given;
  if (one === undefined || other !== undefined)
    throw new UsageError('eval requires exactly one of `--exec COMMAND`, `--image IMAGE` and `--function NAME`');
  return one;
}

/** The command line that names a function allows it. */
function parseContainer(
  sorted: SortedEval,
): Pick<
  HostArguments,
  'allowsExec' | 'allowsContainers' | 'allowsNetwork' | 'environment' | 'mounts' | 'asCurrentUser'
> {
  return {
    allowsExec: true,
    allowsContainers: true,
    allowsNetwork: sorted.has('network'),
    environment: sorted.values('env'),
    mounts: sorted.values('mount').map(parseMount),
    asCurrentUser: sorted.has('as-current-user'),
  };
}

function parseType(text: string): EvalArguments['type'] {
  if (text === 'mutator' || text === 'validator') return text;
  throw new UsageError(`\`--type\` must be mutator or validator, not "${text}"`);
}

/** Names that docker gives to the parts of a mount, and what kpt calls them. */
const NAMES: Readonly<Record<string, string>> = {
  type: 'type',
  src: 'source',
  source: 'source',
  dst: 'target',
  target: 'target',
  destination: 'target',
  rw: 'rw',
};

/**
 * Reads a mount as `kpt fn eval --mount` has it, `type=bind,src=DIR,dst=DIR,rw=true`. Returns it as docker takes it:
 * read-only unless `rw=true`, and of the type bind by default. Throws a `UsageError`.
 */
export function parseMount(text: string): string {
  const parts = new Map(text.split(',').map((part) => parsePart(part, text)));
  const { type = 'bind', source, target, rw = 'false' } = Object.fromEntries(parts);
  if (target === undefined || (source === undefined && type !== 'tmpfs') || (rw !== 'true' && rw !== 'false'))
    throw new UsageError(`\`--mount\` must have src and dst, and optionally rw=true, not "${text}"`);
  const places = [`type=${type}`, ...(source === undefined ? [] : [`source=${source}`]), `target=${target}`];
  return [...places, ...(rw === 'true' ? [] : ['readonly'])].join(',');
}

function parsePart(part: string, text: string): readonly [name: string, value: string] {
  const equals = part.indexOf('=');
  const name = Object.hasOwn(NAMES, part.slice(0, equals)) ? NAMES[part.slice(0, equals)] : undefined;
  if (equals < 1 || name === undefined)
    throw new UsageError(`\`--mount\` must have parts such as src=DIR and dst=DIR: unexpected "${part}" in "${text}"`);
  return [name, part.slice(equals + 1)];
}
