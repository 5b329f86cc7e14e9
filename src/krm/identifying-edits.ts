import type { DataEdit } from '../yaml/index.ts';

/** Fields that identify a resource, wherever it is: an edit in one of these, or of what may hold them, can change it. */
const FIELDS: ReadonlySet<string | number> = new Set(['apiVersion', 'kind', 'name', 'namespace']);
const HOLDERS: ReadonlySet<string | number> = new Set(['metadata', 'items']);

/** Number of edits that were looked at, and the result then. */
interface Known {
  looked: number;
  identifying: number;
}

/** Results for the growing edits of each document: a search of all of them for each resource would take quadratic time. */
const KNOWN = new WeakMap<readonly DataEdit[], Known>();

/** Returns the number of edits up to the last that may change what identifies any resource in the document; 0 if none does. */
export function identifyingEdits(edits: readonly DataEdit[]): number {
  const known = KNOWN.get(edits) ?? { looked: 0, identifying: 0 };
  KNOWN.set(edits, known);
  for (; known.looked < edits.length; known.looked++)
    if (mayIdentify(edits[known.looked])) known.identifying = known.looked + 1;
  return known.identifying;
}

/** Reports whether an edit may change such a field: not if it is of one key, with another name, of a map within a resource. */
function mayIdentify(edit: DataEdit | undefined): boolean {
  if (edit === undefined || edit.kind === 'rename' || edit.path.length < 2) return true;
  const last = edit.path.at(-1) ?? 0;
  return typeof last === 'number' || HOLDERS.has(last) || edit.path.some((step) => FIELDS.has(step));
}
