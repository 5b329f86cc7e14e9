import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument, YamlError, type SourceDocument, type Value } from '../../../src/yaml/index.ts';
import { anchoredDocuments } from '../generate-anchors.ts';
import { isReadable, layouts } from '../generate-layouts.ts';
import { oddLayouts } from '../generate-odd-layouts.ts';
import { documents, plainValues } from '../generate.ts';
import { aims, perform, plain, selecting, type Edit } from './random-edits.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1500);

/** Values of which a part cannot be written: half of a character, a key that is too long, numbers that JSON lacks. */
function unwritable(): fc.Arbitrary<Value> {
  const parts = fc.constantFrom<Value>('\uD83D', { ['k'.repeat(1100)]: 1 }, NaN, [[-Infinity]], { deep: deepList() });
  return fc
    .tuple(plainValues(), parts, plainValues())
    .map(([before, part, after]) => ({ a: before, b: part, c: after }) as Value);
}

function deepList(): Value {
  let list: Value = 1;
  for (let depth = 0; depth < 199; depth++) list = [list];
  return list;
}

describe('refused edits, by property', () => {
  it('leave the document as it was, so that it can be edited and verified', () => {
    const texts = fc.oneof(documents(), layouts(), oddLayouts(), anchoredDocuments()).filter(isReadable);
    const values = fc.oneof({ weight: 2, arbitrary: plainValues() }, { weight: 1, arbitrary: unwritable() });
    let refused = 0;
    fc.assert(
      fc.property(texts, aims(values), (text, list) => {
        const document = readDocument(text);
        const select = selecting();
        for (const aim of list) {
          const model = plain(document.value([]));
          const edit = select(model, aim);
          if (edit === undefined) continue;
          const [before, count] = [document.text(), document.edits.length];
          if (isMade(document, edit)) continue;
          refused++;
          assert.equal(document.text(), before, text);
          assert.deepEqual(plain(document.value([])), model, text);
          assert.equal(document.edits.length, count, text);
        }
        document.verify();
      }),
      { numRuns: RUNS },
    );
    assert.ok(refused > RUNS / 4, `only ${refused} were refused`);
  });
});

/** Makes an edit. Returns false if it is refused. */
function isMade(document: SourceDocument, edit: Edit): boolean {
  try {
    perform(document, edit);
    return true;
  } catch (error) {
    if (error instanceof YamlError) return false;
    throw error;
  }
}
