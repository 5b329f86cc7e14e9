import { jsonText } from './json-text.ts';
import type { InjectionConflict, Touched } from './list-merge.ts';
import type { ListName } from './preset.ts';

/** Names of the keys of each list, in messages. */
const KEYS: Readonly<Record<ListName, string>> = {
  env: 'env',
  envFrom: 'envFrom',
  volumes: 'volume',
  volumeMounts: 'mountPath',
};

const OUTCOMES = {
  kept: ': kept the existing element',
  overridden: ': replaced by the element of the preset',
} as const;

/** Returns the message for a conflict. It begins like the event of the design. */
export function describeConflict({ preset, element, list, party, theirs, resolution }: InjectionConflict): string {
  const { key, value } = element;
  const other = theirs === undefined ? party : `${party} has ${jsonText(theirs)}`;
  const details = `\`${list.name}\` of ${list.owner}: PodPreset "${preset.name}" wants ${jsonText(value)}, ${other}`;
  return `Conflict on pod preset. Duplicate ${KEYS[list.name]} ${key}. In ${details}${resolution === undefined ? '' : OUTCOMES[resolution]}`;
}

/** Returns the message for an element changed by hand, which stays as it is. */
export function describeTouched({ preset, list, key, present }: Touched): string {
  const done = present === undefined ? 'removed' : 'changed';
  return `${KEYS[list.name]} ${key} of ${list.owner} was ${done} by hand after PodPreset "${preset}" injected it: left as is`;
}

/** Returns the message for a volume kept because a container mounts it. */
export function describeMounted({ preset, key }: Touched): string {
  return `volume ${key} is kept because a container mounts it, although PodPreset "${preset}" no longer injects it`;
}
