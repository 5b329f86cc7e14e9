import { counted, type Call, type Resource } from '../../src/index.ts';
import type { EntryDone, ResourceEdit } from './edit-resource.ts';
import type { Entry } from './entry.ts';
import type { FieldOverrides } from './policy.ts';

/** Effect on a resource; undefined if an entry cannot be applied to it. */
export interface ResourceDone {
  readonly resource: Resource;
  readonly edit: ResourceEdit | undefined;
}

/** Reports the result of a further run as an info for each entry, and a warning for each absent field. */
export function report(all: readonly ResourceDone[], { config, results }: Call<FieldOverrides>): void {
  const again = byEntry(config.entries, all, (edit) => edit.again);
  for (const [entry, done] of again) if (done.length > 0) results.info(`${nameOf(entry)}: ${reached(done)}`);
  for (const [entry, done] of byEntry(config.entries, all, (edit) => edit.done)) {
    const changes = changesOf(done);
    if (changes !== undefined) results.notice(`${nameOf(entry)}: ${changes}`);
  }
  if (config.selection.selectors.length > 0) {
    for (const each of all) warnAbsent(each, config.entries, results);
    return;
  }
  // If all resources are selected, most lack the field.
  if (all.some(({ edit }) => edit?.again === undefined)) return;
  for (const [{ fieldPath }, done] of again) {
    if (done.length === 0) results.warning(`no resource has the field "${fieldPath}"`);
  }
}

function byEntry(
  entries: readonly Entry[],
  all: readonly ResourceDone[],
  doneIn: (edit: ResourceEdit) => readonly EntryDone[] | undefined,
): ReadonlyMap<Entry, readonly EntryDone[]> {
  const found = new Map<Entry, EntryDone[]>(entries.map((entry) => [entry, []]));
  for (const { edit } of all) {
    for (const each of (edit && doneIn(edit)) ?? []) found.get(each.entry)?.push(each);
  }
  return found;
}

function nameOf({ fieldPath, document }: Entry): string {
  return document === 0 ? fieldPath : `${fieldPath} (document ${document})`;
}

/** Describes the reached state, the same with and without a change: a further run finds removed values absent. */
function reached(done: readonly EntryDone[]): string {
  const absent = [...new Set(done.flatMap((each) => each.absent))].map((pointer) => JSON.stringify(pointer));
  const places = `as wanted in ${counted(done.length, 'resource')}`;
  return absent.length === 0 ? places : `${places}; absent as wanted: ${absent.join(', ')}`;
}

/** Describes the changes; undefined if there are none. */
function changesOf(done: readonly EntryDone[]): string | undefined {
  const changed = done.map((each) => each.changed).filter((count) => count > 0);
  const sum = changed.reduce((total, count) => total + count, 0);
  return sum === 0 ? undefined : `did ${counted(sum, 'operation')} in ${counted(changed.length, 'resource')}`;
}

function warnAbsent(
  { resource, edit }: ResourceDone,
  entries: readonly Entry[],
  results: Call<FieldOverrides>['results'],
): void {
  if (edit?.again === undefined) return;
  const found = new Set(edit.again.map(({ entry }) => entry.fieldPath));
  for (const [fieldPath, tokens] of new Map(entries.map((entry) => [entry.fieldPath, entry.tokens]))) {
    if (!found.has(fieldPath)) results.warning('there is no such field to override', { resource, field: tokens });
  }
}
