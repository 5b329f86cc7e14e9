import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { readDocument, YamlError, type Value } from '../../src/yaml/index.ts';
import { editedLists } from '../krm/edited-lists.ts';
import { GoYaml } from '../support/go-yaml.ts';
import { aims, apply, perform, plain, selecting, type Aim } from '../yaml/edit/random-edits.ts';
import { anchoredDocuments } from '../yaml/generate-anchors.ts';
import { isReadable, layouts } from '../yaml/generate-layouts.ts';
import { documents } from '../yaml/generate.ts';
import { mergedIn, reasonFor } from '../yaml/go-differences.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(2000);

/** Number of runs whose texts Go reads at once: they are all in memory. */
const BATCH = 1000;

/** A text, and the data that it must have. */
interface Text {
  readonly text: string;
  readonly value: Value;
}

/** Texts before and after edits, by what they are. */
const TEXTS: Readonly<Record<string, fc.Arbitrary<readonly Text[]>>> = {
  documents: edited(documents()),
  'documents in odd layouts': edited(layouts().filter(isReadable)),
  'documents with anchors': edited(anchoredDocuments()),
  ResourceLists: editedLists().map((made) => (made === undefined ? [] : [listText(made)])),
};

describe('source documents compared with sigs.k8s.io/yaml', function () {
  const go = new GoYaml();

  for (const [name, texts] of Object.entries(TEXTS)) {
    it(`reads from ${RUNS} generated ${name} the data that their edits intend`, () => {
      const reasons = new Map<string, number>();
      for (const batch of batches(texts)) {
        const values = go.read(batch.map(({ text }) => text));
        for (const [index, { text, value }] of batch.entries()) {
          const reason = check(text, values[index] as Value, value);
          if (reason !== undefined) reasons.set(reason, 1 + (reasons.get(reason) ?? 0));
        }
      }
      for (const [reason, count] of reasons) console.log(`      ${count} are read otherwise: ${reason}`);
    });
  }
});

/** Yields the texts of all runs in batches. */
function* batches(texts: fc.Arbitrary<readonly Text[]>): Generator<readonly Text[]> {
  const { seed = 1 } = fc.readConfigureGlobal();
  for (let from = 0; from < RUNS; from += BATCH)
    yield fc.sample(texts, { numRuns: Math.min(BATCH, RUNS - from), seed: seed + from }).flat();
}

/** Compares what Go reads with what is meant. Returns the reason for a difference by design. */
function check(text: string, got: Value, meant: Value): string | undefined {
  const value = text.includes('<<') ? inOrder(text, meant) : meant;
  if (isDeepStrictEqual(got, value)) return undefined;
  const reason = reasonFor(text, got, value);
  if (reason === undefined) assert.deepEqual(got, value, text);
  return reason;
}

/** Returns intended data as Go reads them from a text with merge keys. */
function inOrder(text: string, meant: Value): Value {
  assert.deepEqual(plain(mergedIn('merged first', text)), meant, text);
  return plain(mergedIn('text', text));
}

function edited(texts: fc.Arbitrary<string>): fc.Arbitrary<readonly Text[]> {
  return fc.tuple(texts, aims()).map(([text, list]) => [editAll(text, []), editAll(text, list)]);
}

/** Returns a document after edits as text, and the data that they intend; unchanged if one of them is refused. */
function editAll(text: string, list: readonly Aim[]): Text {
  const document = readDocument(text);
  const select = selecting();
  let value = plain(document.value([]));
  try {
    for (const aim of list) {
      const edit = select(value, aim);
      if (edit === undefined) continue;
      perform(document, edit);
      value = apply(value, edit);
    }
  } catch (error) {
    if (error instanceof YamlError) return editAll(text, []);
    throw error;
  }
  return { text: document.text(), value };
}

type Made = NonNullable<ReturnType<typeof editedLists> extends fc.Arbitrary<infer T> ? T : never>;

function listText({ list, items }: Made): Text {
  return { text: list.text(), value: plain({ apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items }) };
}
