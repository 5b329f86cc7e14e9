import type { Problems } from '../function/problems.ts';
import { keepComments } from '../krm/kpt-comments.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import { equalValues, isList, type Path } from '../yaml/index.ts';
import { findContainers, reportMissingName } from './containers.ts';
import { endsAfter, type SequenceEdit } from './sequence-edit.ts';
import {
  NOTHING_FOUND,
  type IfMissing,
  type OverrideContext,
  type OverrideEffect,
  type Overrider,
} from './overrider.ts';

/** Entry of Karmada's `commandOverrider` or `argsOverrider` as written in a configuration; `ifMissing` is our own. */
export interface WrittenCommandOverrider {
  readonly containerName: string;
  readonly operator: 'add' | 'remove';
  readonly value?: readonly string[];
  /** Severity if a workload has no container of that name. Defaults to `warn`. */
  readonly ifMissing?: IfMissing;
}

interface CommandEntry extends Required<WrittenCommandOverrider> {
  readonly field: Path;
  /** Field of the container. */
  readonly key: 'command' | 'args';
}

/** Reads the entries of `commandOverrider` or `argsOverrider` at a field, an overrider each. */
export function readCommandOverriders(
  written: readonly WrittenCommandOverrider[],
  key: 'command' | 'args',
  field: Path,
  problems: Problems,
): Overrider[] {
  return written.map((overrider, index) => {
    const entry = { value: [], ifMissing: 'warn' as const, ...overrider, field: [...field, index], key };
    if (entry.containerName === '') {
      problems.add({ field: [...entry.field, 'containerName'], message: 'must be the name of a container' });
    }
    return {
      field: entry.field,
      apply: (resource, context) => overrideCommands(resource, entry, context),
      sequenceEdit: sequenceEditOf(entry),
    };
  });
}

function sequenceEditOf({ containerName, key, operator, value }: CommandEntry): SequenceEdit {
  const kind = operator === 'add' ? 'append' : 'remove';
  return { target: `${key} of container ${containerName}`, kind, pieces: value };
}

function overrideCommands(
  resource: Resource,
  entry: CommandEntry,
  context: OverrideContext,
): OverrideEffect | undefined {
  const { containerName, operator, value, key, ifMissing } = entry;
  const containers = findContainers(resource, context);
  if (containers === undefined) return NOTHING_FOUND;
  const { list, paths } = containers;
  const names = paths.map((path) => resource.document.value([...path, 'name']));
  const named = paths.filter((_, index) => names[index] === containerName);
  if (named.length === 0) {
    if (context.selectsAll === true && ifMissing === 'warn') return NOTHING_FOUND;
    const message = `no container is named ${JSON.stringify(containerName)}`;
    const others = names.filter((name) => typeof name === 'string');
    const missing = { overrider: entry.field, message, name: containerName, names: others, ifMissing };
    reportMissingName(missing, { resource, field: list }, context.results);
    return undefined;
  }
  const changed = named.map((path) => overrideWords(resource, [...path, key], entry, context));
  return {
    found: true,
    changed: changed.reduce((sum, count) => sum + count, 0),
    absent: operator === 'remove' ? [...new Set(value)] : [],
  };
}

/** Adds words to a list or removes all equal ones. Returns the number of words added or removed. */
function overrideWords(
  resource: Resource,
  list: Path,
  { operator, value }: CommandEntry,
  { results, later = [] }: OverrideContext,
): number {
  const words = readWords(resource, list, results);
  if (words === undefined) return 0;
  const { document } = resource;
  const edit = (act: () => void): void => keepComments({ resource, results }, [list], act);
  if (operator === 'add') {
    // Karmada adds them once more with each run.
    if (value.length === 0 || addedLength(words, endsAfter(value, later)) > 0) return 0;
    edit(() => value.forEach((word) => document.append(list, word)));
    return value.length;
  }
  // A later entry may add the same word again, and have done so in an earlier run.
  const end = words.length - addedLength(words, endsAfter([], later));
  const removed = [...words.keys()].filter((index) => index < end && value.includes(words[index] ?? ''));
  if (removed.length > 0) edit(() => removed.toReversed().forEach((index) => document.remove([...list, index])));
  return removed.length;
}

/** Returns the length of the longest of several ends that words have; 0 if they have none. */
function addedLength(words: readonly string[], ends: readonly (readonly string[])[]): number {
  const present = ends.filter((end) => equalValues(words.slice(-end.length), end));
  return Math.max(0, ...present.map(({ length }) => length));
}

/**
 * Returns the words of a list, none if it is absent. Returns undefined if it is not a list of strings, which is
 * reported.
 */
function readWords(resource: Resource, list: Path, results: Results): readonly string[] | undefined {
  const value = resource.document.value(list) ?? [];
  if (!isList(value)) {
    results.error('must be a list of strings', { code: 'invalid-value', resource, field: list });
    return undefined;
  }
  const words = value.filter((word) => typeof word === 'string');
  if (words.length === value.length) return words;
  for (const [index, word] of value.entries()) {
    if (typeof word !== 'string')
      results.error('must be a string', { code: 'invalid-value', resource, field: [...list, index] });
  }
  return undefined;
}
