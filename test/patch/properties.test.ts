import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument, type SourceDocument } from '../../src/yaml/index.ts';
import { applyPatch, PatchError, type Operation, type PatchOutcome } from '../../src/patch/index.ts';
import { documents } from '../yaml/generate.ts';
import { oracle } from './oracle.ts';
import { plain } from './plain.ts';
import { bigAsNumber, jsonTexts, operationAims, operationAt, type OperationAim } from './random-operations.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1000);

describe('patches of source documents, by property', () => {
  for (const [kind, texts] of [
    ['YAML', documents()],
    ['JSON', jsonTexts()],
  ] as const) {
    it(`has the same effect on ${kind} as fast-json-patch on its data`, () => {
      fc.assert(
        fc.property(texts, operationAims(), (text, aims) => {
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

/** Applies one operation to the document and to its data. Returns it if it applied. */
function compare(document: SourceDocument, next: OperationAim): Operation | undefined {
  const model = plain(document.value([]));
  const operation = operationAt(model, next);
  if (operation === undefined) return undefined;
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

/** Returns undefined if the operation does not apply. */
function outcomeOf(document: SourceDocument, operation: Operation): PatchOutcome | undefined {
  try {
    const [outcome] = applyPatch(document, [operation]).outcomes;
    assert.ok(!(outcome instanceof PatchError), 'nothing is skipped');
    return outcome;
  } catch (error) {
    if (error instanceof PatchError) return undefined;
    throw error;
  }
}
