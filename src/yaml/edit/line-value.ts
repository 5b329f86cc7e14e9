import { readDocuments } from '../read/reader.ts';
import { plainValue } from '../tree/plain.ts';
import type { Value } from '../tree/value.ts';

/** Number of lines whose data are kept: the same few lines are edited in many texts. */
const MAX_KEPT = 64;

const KEPT = new Map<string, Value>();

/** Returns the data of a line, read as a document of its own. @throws YamlError if it is not YAML. */
export function lineValue(line: string): Value {
  const kept = KEPT.get(line);
  if (kept !== undefined) return kept;
  const [value = null] = readDocuments(line).map(({ top }) => plainValue(top.value));
  if (KEPT.size === MAX_KEPT) KEPT.clear();
  KEPT.set(line, value);
  return value;
}
