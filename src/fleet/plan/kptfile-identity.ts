import { identityChanged, KPTFILE_GONE } from '../messages/merge.ts';
import { equalValues } from '../../yaml/index.ts';
import { formatFieldPath, makeResult, type Result } from '../../krm/index.ts';
import type { Conflict } from '../../merge/index.ts';
import { readKptfile, textIn } from '../../upstream/index.ts';
import type { FolderContent } from '../../files/index.ts';

/** Fields of a Kptfile that say which package it is, and which version of its upstream. */
const FIELDS = [['metadata', 'name'], ['upstream'], ['upstreamLock']];

/** Reports whether a conflict is about one of these fields. */
export function isIdentity({ file, field = '' }: Conflict): boolean {
  const isIn = (path: string): boolean => field === path || field.startsWith(`${path}.`);
  return file.path === 'Kptfile' && FIELDS.map((path) => formatFieldPath(path)).some(isIn);
}

/**
 * Returns an error for each of these fields that differs from the base: another tool, such as `kpt pkg update`, made the folder a copy of
 * another version, of which the lock knows nothing. Returns one if the Kptfile is gone, too. `adopt`: command that takes it over.
 */
export function identityErrors(base: FolderContent, local: FolderContent, adopt: string): readonly Result[] {
  const text = textIn(local.files, 'Kptfile');
  if (text === undefined)
    return [{ severity: 'error', code: 'file-not-found', message: KPTFILE_GONE, file: { path: 'Kptfile', index: 0 } }];
  const before = readKptfile(textIn(base.files, 'Kptfile') ?? '', 'Kptfile');
  const resource = readKptfile(text, 'Kptfile');
  return FIELDS.flatMap((field) => {
    const [old, now] = [before, resource].map(({ document }) => document.value(field) ?? null);
    if (equalValues(old ?? null, now ?? null)) return [];
    return makeResult('error', identityChanged(adopt), { code: 'identity-changed', resource, field });
  });
}
