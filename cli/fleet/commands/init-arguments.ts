import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';

/** Options of `krm-variants fleet init`. */
export const INIT_OPTIONS = [
  {
    name: 'clusters',
    value: 'NAME,...',
    meaning: 'Names of the clusters. Default: eu-1,us-1.',
  },
  {
    name: 'from',
    value: 'REPO/DIR@REF',
    meaning: 'Folder of a package, here or in another repository. Default: an example.',
  },
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet init`. */
export type SortedInit = SortedArguments<(typeof INIT_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants fleet init`. */
export interface InitArguments extends MessageArguments {
  /** Folder to write to, as given. */
  readonly folder: string;
  readonly clusters: readonly string[];
  /** Package as given; undefined for an example. */
  readonly from: string | undefined;
}

/** Reads the checked arguments of `krm-variants fleet init [DIR]`. Throws a `UsageError`. */
export function parseInitArguments(sorted: SortedInit): InitArguments {
  const [folder = '.'] = sorted.operands;
  const from = sorted.value('from');
  const names = sorted.value('clusters');
  if (from !== undefined && names === undefined)
    throw new UsageError('`--from` requires `--clusters`, the names of the clusters that get the package');
  return { folder, clusters: clustersOf(names ?? 'eu-1,us-1'), from, ...parseMessageArguments(sorted) };
}

/** Name of the Repository of the package, which no cluster can have. */
export const UPSTREAM = 'blueprints';

function clustersOf(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) || name.length > MAX_NAME)
      throw new UsageError(
        `\`--clusters\` must be names of lower-case letters, digits and "-", such as eu-1,us-1, not "${name}"`,
      );
    if (name === UPSTREAM)
      throw new UsageError(`a cluster must not be named "${UPSTREAM}": the package's place has this name`);
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`\`--clusters\` must name each cluster once, but has "${twice}" twice`);
  return names;
}

/** As of a label of Kubernetes. */
const MAX_NAME = 63;
