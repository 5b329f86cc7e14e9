import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument, type SourceDocument, type Value } from '../../src/yaml/index.ts';
import { applyPatch, formatPointer, PatchError, type Operation, type Outcome } from '../../src/patch/index.ts';
import { documents, keyNames, plainValues } from '../yaml/generate.ts';
import { oracle } from './oracle.ts';
import { plain } from './plain.ts';

/** Numbers that pick an operation on the document as it is by then. */
const aim = fc.record({
  op: fc.constantFrom<Operation['op']>('add', 'add', 'remove', 'replace', 'move', 'copy', 'test'),
  place: fc.nat(),
  from: fc.nat(),
  /** One more token, so that the pointer leads to something new, or to nothing. */
  token: fc.option(fc.oneof(keyNames(), fc.constantFrom('-', '0', '1', '2', '9', '01', '1e0', 'length', 'a')), {
    freq: 1,
  }),
  value: plainValues() as fc.Arbitrary<Value>,
  /** Whether a `test` is to pass. */
  holds: fc.boolean(),
});
type Aim = typeof aim extends fc.Arbitrary<infer T> ? T : never;

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 1000);

const json = plainValues().map((value) => JSON.stringify(plain({ doc: value, list: [value, 1] }), bigAsNumber, 1));

describe('patches of source documents, by property', () => {
  for (const [kind, texts] of [
    ['YAML', documents()],
    ['JSON', json],
  ] as const) {
    it(`a patch of ${kind} does what fast-json-patch does to its data`, () => {
      fc.assert(
        fc.property(texts, fc.array(aim, { minLength: 1, maxLength: 6 }), (text, aims) => {
          const document = readDocument(text);
          const applied = aims.flatMap((next) => compare(document, next) ?? []);
          const whole = readDocument(text);
          applyPatch(whole, applied);
          assert.equal(whole.text(), document.text());
        }),
        { numRuns: RUNS },
      );
    });
  }
});

/** Applies one operation to the document and to its data. Gives back one that applied. */
function compare(document: SourceDocument, next: Aim): Operation | undefined {
  const model = plain(document.value([]));
  const operation = operationAt(model, next);
  if (isMisread(operation.path) || isMisread(operation.from ?? '')) return undefined;
  const before = document.text();
  const want = oracle(model, operation);
  const about = `${JSON.stringify(operation, bigAsNumber)} in\n${before}\ngives\n`;
  const outcome = outcomeOf(document, operation);
  assert.equal(outcome === undefined, want === undefined, about);
  if (outcome !== 'changed') assert.equal(document.text(), before, about);
  if (want === undefined) return undefined;
  assert.deepEqual(plain(document.value([])), want, `${about}${document.text()}`);
  assert.deepEqual(plain(readDocument(document.text()).value([])), want, `${about}${document.text()}`);
  return operation;
}

/** Undefined where the operation does not apply. */
function outcomeOf(document: SourceDocument, operation: Operation): Outcome | undefined {
  try {
    return applyPatch(document, [operation]).outcomes[0];
  } catch (error) {
    if (error instanceof PatchError) return undefined;
    throw error;
  }
}

function operationAt(model: Value, { op, place, from, token, value, holds }: Aim): Operation {
  const all = places(model);
  const target = all[place % all.length];
  const source = all[from % all.length];
  assert.ok(target && source);
  const path = formatPointer(token === null ? target.path : [...target.path, token]);
  return { op, path, from: formatPointer(source.path), value: op === 'test' && holds ? target.value : value };
}

interface PlaceOf {
  readonly path: readonly (string | number)[];
  readonly value: Value;
}

function places(value: Value, path: PlaceOf['path'] = []): PlaceOf[] {
  const here = { path, value };
  if (typeof value !== 'object' || value === null) return [here];
  const inner: [string | number, Value][] = Array.isArray(value)
    ? [...(value as Value[]).entries()]
    : Object.entries(value);
  return [here, ...inner.flatMap(([step, item]) => places(item, [...path, step]))];
}

/** fast-json-patch refuses some names, finds others that the document does not have, and takes an empty index for 0. */
function isMisread(pointer: string): boolean {
  return pointer.split('/').some((token, index) => token in Object.prototype || (index > 0 && token === ''));
}

function bigAsNumber(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
