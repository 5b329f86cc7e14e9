import fastJsonPatch, { type Operation as Step } from 'fast-json-patch';
import type { Operation } from '../../src/patch/index.ts';
import type { Value } from '../../src/yaml/index.ts';
import { plain } from './plain.ts';

/**
 * Returns the plain data after an operation by fast-json-patch, in strict mode, or undefined if it refuses. Operations
 * that it does not check are rephrased as RFC 6902 defines them: `move` and `copy`, which may lead past the end, as
 * `remove` and `add`; `test`, which takes the index `00`, after a `replace` of the same place. Operations that the RFC
 * forbids are excluded: removal of the whole document, a move of a value into itself, and a path into a scalar.
 */
export function oracle(data: Value, operation: Operation): Value | undefined {
  const { op, path, from = '' } = operation;
  if (op === 'remove' && path === '') return undefined;
  if (op === 'move' && (from === '' || path.startsWith(`${from}/`))) return undefined;
  const document = withoutBigInts(data);
  try {
    if (op === 'test') apply(document, { op: 'replace', path, value: null });
    return plain(withBigInts(stepsOf(document, operation).reduce(apply, document)));
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Works around fast-json-patch, which searches for characters in strings. */
function valueAt(data: unknown, pointer: string): unknown {
  if (pointer !== '') refuseScalar(valueAt(data, pointer.slice(0, pointer.lastIndexOf('/'))));
  return fastJsonPatch.getValueByPointer(data, pointer);
}

/** Works around fast-json-patch, which takes a scalar such as `0` for an empty map. */
function refuseScalar(holder: unknown): void {
  if (typeof holder !== 'object' || holder === null) throw new Error('nothing to look into');
}

function apply(document: unknown, step: Step): unknown {
  if (step.path !== '') refuseScalar(document);
  return fastJsonPatch.applyPatch(document, [step], true, false).newDocument;
}

function stepsOf(data: unknown, { op, path, from = '', value = null }: Operation): readonly Step[] {
  if (op === 'add' || op === 'replace' || op === 'test') return [{ op, path, value: withoutBigInts(value) }];
  if (op === 'remove') return [{ op, path }];
  const moved: unknown = structuredClone(valueAt(data, from));
  const add: Step = { op: 'add', path, value: moved };
  return op === 'copy' ? [add] : [{ op: 'remove', path: from }, add];
}

const MARK = 'bigint ';

/** Returns a copy that fast-json-patch can clone: as JSON. */
function withoutBigInts(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${MARK}${item}` : item)));
}

function withBigInts(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, item: unknown) =>
    typeof item === 'string' && item.startsWith(MARK) ? BigInt(item.slice(MARK.length)) : item,
  );
}
