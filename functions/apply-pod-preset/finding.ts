import type { Resource, ResultCode, Severity, Subject } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import { describeConflict, describeMounted, describeTouched } from './conflict.ts';
import type { InjectionConflict, Touched } from './list-merge.ts';
import type { PodList } from './pod-list.ts';
import type { PodMerge } from './pod-merge.ts';
import type { Options } from './kinds/pod-preset-application.ts';

/** A result to report about an element of a pod. */
export interface Finding {
  readonly severity: Severity;
  readonly code: ResultCode;
  readonly message: string;
  readonly about: Subject;
}

/** Returns the conflicts of presets with the pods of a resource, and the elements kept although no preset injects them. */
export function findingsOf(resource: Resource, merges: readonly PodMerge[], options: Options): readonly Finding[] {
  const staying = (message: string, { list, key }: Touched): Finding => ({
    severity: 'warning',
    code: 'output-kept',
    message,
    about: { resource, field: fieldOf(list, key) },
  });
  return merges.flatMap(({ conflicts, touched, mounted }) => [
    ...conflicts.map((conflict) => findingOf(resource, conflict, options)),
    ...touched.map((each) => staying(describeTouched(each), each)),
    ...mounted.map((each) => staying(describeMounted(each), each)),
  ]);
}

function findingOf(resource: Resource, conflict: InjectionConflict, options: Options): Finding {
  const { list, element, theirs } = conflict;
  return {
    severity: severityOf(conflict, options),
    code: 'rule-conflict',
    message: describeConflict(conflict),
    about: { resource, field: fieldOf(list, element.key), currentValue: theirs, proposedValue: element.value },
  };
}

function severityOf({ resolution }: InjectionConflict, { onConflict }: Options): Severity {
  if (resolution !== undefined) return 'info';
  return onConflict === 'skip' ? 'warning' : 'error';
}

/** Returns the path of the existing element in the resource, or of the list if there is none. */
function fieldOf(list: PodList, key: string): Path {
  const index = list.withKey(key).at(-1)?.index;
  return index === undefined ? list.path : [...list.path, index];
}
