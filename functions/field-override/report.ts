import { counted, type Call, type Resource } from '../../src/index.ts';
import type { EntryDone } from './edit-resource.ts';
import type { Entry } from './entry.ts';
import type { FieldOverrides } from './policy.ts';

/** What was done to a resource; undefined where it was left as it is. */
export interface ResourceDone {
  readonly resource: Resource;
  readonly done: readonly EntryDone[] | undefined;
}

/** Reports what the entries did: an info for each, and warnings where its field is absent. */
export function report(all: readonly ResourceDone[], { config, results }: Call<FieldOverrides>): void {
  const byEntry = new Map<Entry, EntryDone[]>(config.entries.map((entry) => [entry, []]));
  for (const { done = [] } of all) for (const each of done) byEntry.get(each.entry)?.push(each);
  for (const [entry, done] of byEntry) if (done.length > 0) results.info(`${nameOf(entry)}: ${summary(done)}`);
  if (config.selection.selectors.length > 0) {
    for (const each of all) warnAbsent(each, config.entries, results);
    return;
  }
  // Where all resources are selected, most have no such field.
  if (all.some(({ done }) => done === undefined)) return;
  for (const [{ fieldPath }, done] of byEntry) {
    if (done.length === 0) results.warning(`no resource has the field "${fieldPath}"`);
  }
}

function nameOf({ fieldPath, document }: Entry): string {
  return document === 0 ? fieldPath : `${fieldPath} (document ${document})`;
}

function summary(done: readonly EntryDone[]): string {
  const changed = done.reduce((sum, each) => sum + each.changed, 0);
  const already = done.reduce((sum, each) => sum + each.already, 0);
  const absent = [...new Set(done.flatMap((each) => each.absent))].map((pointer) => JSON.stringify(pointer));
  const counts = `did ${counted(changed, 'operation')} in ${counted(done.length, 'resource')}; already as wanted: ${already}`;
  return absent.length === 0 ? counts : `${counts}; already absent: ${absent.join(', ')}`;
}

function warnAbsent(
  { resource, done }: ResourceDone,
  entries: readonly Entry[],
  results: Call<FieldOverrides>['results'],
): void {
  if (done === undefined) return;
  const found = new Set(done.map(({ entry }) => entry.fieldPath));
  for (const [fieldPath, tokens] of new Map(entries.map((entry) => [entry.fieldPath, entry.tokens]))) {
    if (!found.has(fieldPath)) results.warning('there is no such field to override', { resource, field: tokens });
  }
}
