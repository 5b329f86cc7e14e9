import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { readStream, YamlError, type Value } from '../../src/yaml/index.ts';
import type { PackageMap } from '../merge/edit-package.ts';
import { versions, type Versions } from '../merge/generate-merge.ts';
import { merged, textsOf } from '../merge/merge-checks.ts';
import { WIDE_FILES } from '../merge/wide-files.ts';
import { GoYaml } from '../support/go-yaml.ts';
import { plain } from '../yaml/edit/random-edits.ts';
import { propertyRuns } from '../support/property-runs.ts';

const CASES = propertyRuns(1000);

/** Merges between two calls of the Go program, so that memory is bounded. */
const BATCH = 1000;

/** A document of a merged package: its text, and its data as this reader has them. */
interface Merged {
  readonly path: string;
  readonly text: string;
  readonly data: Value;
  /** Texts of the documents of the three versions that were merged. */
  readonly inputs: readonly string[];
}

describe('merged packages compared with sigs.k8s.io/yaml', function () {
  const go = new GoYaml();

  it(`${CASES} merges have documents that Go reads as the merge meant them`, () => {
    let wide = 0;
    let compared = 0;
    let all = 0;
    for (let start = 0; start < CASES; start += BATCH) {
      const batch = fc.sample(versions(), { numRuns: Math.min(BATCH, CASES - start), seed: seedOf(start) });
      wide += batch.filter(({ base }) => [...base.keys()].some((path) => path in WIDE_FILES)).length;
      const documents = batch.flatMap(mergedDocuments);
      all += documents.length;
      const read = readOnce(go, documents);
      for (const document of documents.filter((each) => isReadAlike(each, read))) {
        compared++;
        assert.deepEqual(read.get(document.text), document.data, `${document.path}\n${document.text}`);
      }
    }
    assert.ok(wide > CASES / 20, `only ${wide} of ${CASES} packages have a map or a list of many entries`);
    assert.ok(compared > all * 0.9, `only ${compared} of ${all} documents were compared`);
  });
});

/** Seed of a batch: batches of one run differ, runs do not. */
function seedOf(start: number): number {
  return Number(process.env['PROPERTY_SEED'] ?? 1) * 1_000_003 + start;
}

function mergedDocuments(three: Versions): readonly Merged[] {
  const { files } = merged(three, { answer: () => 'theirs' });
  const inputs = [three.base, three.theirs, three.local].flatMap(documentTexts).map(({ text }) => text);
  return documentTexts(files).map(({ path, text, data }) => ({ path, text, data, inputs }));
}

function documentTexts(files: PackageMap): readonly Omit<Merged, 'inputs'>[] {
  return textsOf(files).flatMap(([path, text]) => {
    try {
      const { documents } = readStream(text);
      return documents.map((each) => ({ path, text: each.text(), data: plain(each.value([]) ?? null) }));
    } catch (error) {
      if (error instanceof YamlError) return [];
      throw error;
    }
  });
}

/** Returns the data that Go reads in each text: merged documents, and those that were merged. */
function readOnce(go: GoYaml, documents: readonly Merged[]): ReadonlyMap<string, Value> {
  const texts = [...new Set(documents.flatMap(({ text, inputs }) => [text, ...inputs]))];
  const values = go.read(texts);
  return new Map(texts.map((text, index) => [text, values[index] ?? null]));
}

/**
 * Reports whether Go reads the documents that were merged as this reader does: what differs there may differ after it.
 */
function isReadAlike({ inputs }: Merged, read: ReadonlyMap<string, Value>): boolean {
  return inputs.every((text) => isDeepStrictEqual(read.get(text), dataOf(text)));
}

function dataOf(text: string): Value {
  const [document] = readStream(text).documents;
  return plain(document?.value([]) ?? null);
}
