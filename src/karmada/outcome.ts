import type { Resource } from '../krm/resource.ts';
import { countedResources } from '../krm/resource-names.ts';
import { counted } from '../wording.ts';

/** Describes the reached state, the same with and without a change: a further run finds removed values absent. */
export function reachedState(
  effects: readonly { readonly resource: Resource; readonly absent: readonly string[] }[],
): string {
  const absent = [...new Set(effects.flatMap((each) => each.absent))].map((name) => JSON.stringify(name));
  const places = `as configured in ${countedResources(effects.map(({ resource }) => resource))}`;
  return absent.length === 0 ? places : `${places}; absent as configured: ${absent.join(', ')}`;
}

/** Describes the changes of one run; undefined if there are none. */
export function changesOf(effects: readonly { readonly changed: number }[]): string | undefined {
  const changed = effects.map((each) => each.changed).filter((count) => count > 0);
  const sum = changed.reduce((total, count) => total + count, 0);
  return sum === 0 ? undefined : `applied ${counted(sum, 'operation')} in ${counted(changed.length, 'resource')}`;
}
