import type { Result } from '../../krm/result.ts';
import { equalValues, readStream, YamlError, type Value } from '../../yaml/index.ts';
import { isSameContent, type FileContent } from '../../files/index.ts';
import { LOCK_OUTDATED } from '../messages/package.ts';
import type { Packages } from '../text/packages.ts';

/**
 * Returns a warning if the Kptfile keeps local's `upstreamLock` although the package gets changes of another version;
 * none otherwise.
 */
export function keptLock({ base, theirs, local }: Packages): readonly Result[] {
  const lock = lockIn(local.get('Kptfile'));
  const paths = [...base.keys(), ...theirs.keys()];
  if (lock == null || paths.every((path) => isSameContent(base.get(path), theirs.get(path)))) return [];
  const other = lockIn(theirs.get('Kptfile'));
  if (other !== undefined && equalValues(lock, other)) return [];
  return [{ severity: 'warning', code: 'lock-outdated', message: LOCK_OUTDATED, file: { path: 'Kptfile', index: 0 } }];
}

function lockIn(content: FileContent | undefined): Value | undefined {
  try {
    return typeof content === 'string' ? readStream(content).documents[0]?.value(['upstreamLock']) : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
