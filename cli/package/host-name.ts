import { fileError } from '../../src/krm/index.ts';
import { notOnWindows } from '../../src/messages/writing.ts';
import { isWindows } from '../process/host-paths.ts';

/** Matches names that Windows refuses, or takes for something else: a device, a part of a file, or another name. */
const NOT_ON_WINDOWS =
  /^(?:con|prn|aux|nul|com[1-9\u00B9\u00B2\u00B3]|lpt[1-9\u00B9\u00B2\u00B3]) *(?:\.|$)|[<>:"|?*\\\u0000-\u001F]|[. ]$/i;

/**
 * Throws a `KrmError` for the path of a new file that this system cannot have, such as `aux.yaml` or `a:b.yaml` on
 * Windows. `shown`: its path for users.
 */
export function refuseHostName(path: string, shown = path, onWindows = isWindows): void {
  const name = onWindows ? path.split('/').find((part) => NOT_ON_WINDOWS.test(part)) : undefined;
  if (name !== undefined) throw fileError(shown, 'system-error', notOnWindows(name));
}
