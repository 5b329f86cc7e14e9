import type { Option } from '../arguments/option.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';

/** Options of every command that reads packages from git. */
export const FETCH_OPTIONS = [
  { name: 'offline', meaning: 'Read repositories on hosts from the cache alone.', group: 'Input' },
  {
    name: 'allow-host',
    value: 'HOST',
    isRepeatable: true,
    meaning: 'Fetch nested packages from this host, too.',
    group: 'Input',
  },
] as const satisfies readonly Option[];

/** Repositories that a command may read. */
export interface FetchArguments {
  /** True to read repositories on hosts from the cache. */
  readonly isOffline: boolean;
  /** Hosts of nested packages, besides that of the root package. */
  readonly hosts: readonly string[];
}

/** Reads `FETCH_OPTIONS`. */
export function parseFetchArguments(sorted: SortedArguments<(typeof FETCH_OPTIONS)[number]>): FetchArguments {
  return {
    isOffline: sorted.has('offline'),
    hosts: sorted.values('allow-host').map((host) => host.toLowerCase()),
  };
}
