import assert from 'node:assert/strict';
import type { CaseFiles, MergeCase } from '../support/merge-cases.ts';
import type { WantedFile } from './case-rows.ts';

/** Returns the name of the row of a case. */
export function rowOf({ id, strategy }: MergeCase): string {
  return `${id} ${strategy}`;
}

/** Returns local's files but for those of a row, each of which must differ. */
export function wantedFiles(each: MergeCase, files: Readonly<Record<string, WantedFile>>): CaseFiles {
  const wanted = new Map(Object.entries(each.local));
  for (const [path, file] of Object.entries(files)) {
    const text = wantedText(each, path, file);
    assert.notEqual(text, each.local[path], `the row of ${path} differs from local`);
    if (text === undefined) wanted.delete(path);
    else wanted.set(path, text);
  }
  return Object.fromEntries(wanted);
}

function wantedText({ new: theirs, local }: MergeCase, path: string, file: WantedFile): string | undefined {
  if (file === 'absent') return undefined;
  if (file === 'new') return theirs[path] ?? assert.fail(`new has ${path}`);
  if ('text' in file) return file.text;
  let text = local[path] ?? assert.fail(`local has ${path}`);
  for (const [from, to] of file) {
    assert.equal(text.split(from).length, 2, `${JSON.stringify(from)} is in ${path} once`);
    text = text.replace(from, () => to);
  }
  return text;
}
