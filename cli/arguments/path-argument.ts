import { hostPath, isWindows } from '../process/host-paths.ts';
import { isRepeated } from './option.ts';

/**
 * Matches placeholders of paths in a usage, such as `DIR|FILE`, `FILE[#NAME]` and `REPO/DIR@REF`. The path in
 * `RESOURCE:PATH` is that of a field.
 */
const PATHS = /(?<!:)\b(?:A|B|BASE|DEST|DIR|FILE|FOLDER|LOCAL|NEW|PATH|PKG|VARIANT)\b|^%[OABP]$/;

/** Reports whether an argument may have a path, by its placeholder in a usage. */
export function namesPath(usage: string): boolean {
  return PATHS.test(usage);
}

/** Returns an argument with slashes if it may have a path: on Windows, users write backslashes. */
export function asHostPath(argument: string, usage: string, onWindows = isWindows): string {
  return namesPath(usage) ? hostPath(argument, onWindows) : argument;
}

/** Returns operands with slashes in those that may have paths. `usages`: those of the command. */
export function withHostPaths(
  usages: readonly string[],
  operands: readonly string[],
  onWindows = isWindows,
): readonly string[] {
  const repeated = usages.findIndex(isRepeated);
  const usageAt = (index: number): string => usages[repeated !== -1 && index > repeated ? repeated : index] ?? '';
  return operands.map((operand, index) => asHostPath(operand, usageAt(index), onWindows));
}
