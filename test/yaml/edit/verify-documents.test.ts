import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  equalValues,
  readStream,
  verifyDocuments,
  type SourceDocument,
  type SourceStream,
} from '../../../src/yaml/index.ts';
import { anchoredDocuments } from '../generate-anchors.ts';
import { layouts } from '../generate-layouts.ts';
import { documents } from '../generate.ts';
import { mutations } from '../mutate.ts';
import { aims, perform, plain, selecting, type Aim } from './random-edits.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1000);

const TEXT = `# First.
kind: A
spec:
  replicas: 1 # one
  list:
    - a
---
kind: B
data:
  text: |
    x
`;

describe('verifyDocuments', () => {
  it('accepts the intended documents', () => verify(edited().text(), edited(), TEXT));

  const mistakes: readonly (readonly [name: string, from: string, to: string, message: RegExp])[] = [
    ['another value of an edited field', 'replicas: 2', 'replicas: 3', /^document 0 /],
    ['another value of an untouched field', '- a', '- b', /^document 0 /],
    ['an edit that is not in the text', 'replicas: 2', 'replicas: 1', /^document 0 /],
    ['a key that was removed', 'kind: B\n', 'kind: B\ndata:\n  text: |\n    x\n', /^document 1 /],
    ['a lost key that no edit removed', 'kind: A\n', '', /^document 0 /],
    ['an unexpected key', 'kind: B\n', 'kind: B\nx: 1\n', /^document 1 /],
    ['an untouched key in another place', '  list:\n    - a\n', 'list:\n  - a\n', /^document 0 /],
    ['a missing document', '---\n', '', /must have 2 documents, not 1$/],
  ];
  for (const [name, from, to, message] of mistakes) {
    it(`refuses ${name}`, () => {
      const meant = edited();
      const text = meant.text().replace(from, to);
      assert.notEqual(text, meant.text());
      assert.throws(() => verify(text, meant, TEXT), { message });
    });
  }

  it('accepts any edits of any documents, and refuses their text after a mutation changes the data', () => {
    let [accepted, refused] = [0, 0];
    const texts = fc.array(fc.oneof(layouts(), documents(), anchoredDocuments()), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(texts, aims(), mutations(1), (all, list, mutate) => {
        const before = all.map(asDocument).join('---\n');
        const meant = read(before);
        if (meant === undefined || !edit(meant.documents, list)) return;
        const after = meant.text();
        verify(after, meant, before);
        accepted++;
        const mutant = mutate(after);
        const written = read(mutant);
        if (written === undefined || isEqual(written, meant)) return;
        assert.throws(() => verify(mutant, meant, before), Error, `${after}\n=====>\n${mutant}`);
        refused++;
      }),
      { numRuns: RUNS },
    );
    assert.ok(accepted > RUNS / 2 && refused > RUNS / 20, `${accepted} accepted, ${refused} refused`);
  });
});

/** Returns the text with a field set, and one removed from the second document. */
function edited(): SourceStream {
  const stream = readStream(TEXT);
  const [first, second] = stream.documents;
  first?.set(['spec', 'replicas'], 2);
  second?.remove(['data']);
  return stream;
}

/**
 * Compares a text with a new reading of the original and, which must find the same, with the reading that was edited.
 */
function verify(text: string, meant: SourceStream, before: string): void {
  const found = failureOf(() =>
    verifyDocuments(readStream(text).documents, meant.documents, readStream(before).documents),
  );
  const other = failureOf(() => ({ ...meant, text: () => text }).written())?.cause;
  assert.equal(other instanceof Error ? other.message : undefined, found?.message, `${before}\n=====>\n${text}`);
  if (found !== undefined) throw found;
}

function failureOf(act: () => void): Error | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

function asDocument(text: string): string {
  return `${text.replace(/^---.*\r?\n/, '').trimEnd()}\n`;
}

/** Reads a text to its end; undefined if it is not YAML. */
function read(text: string): SourceStream | undefined {
  try {
    const stream = readStream(text);
    for (const document of stream.documents) document.value([]);
    return stream;
  } catch {
    return undefined;
  }
}

/** Edits documents in rotation. Returns false if an edit is refused. */
function edit(all: readonly SourceDocument[], edits: readonly Aim[]): boolean {
  const selects = all.map(() => selecting());
  for (const [index, aim] of edits.entries()) {
    const document = all[index % all.length];
    const found = document && selects[index % all.length]?.(plain(document.value([]) ?? null), aim);
    try {
      if (document !== undefined && found !== undefined) perform(document, found);
    } catch {
      return false;
    }
  }
  return true;
}

function isEqual(written: SourceStream, meant: SourceStream): boolean {
  const [is = [], was = []] = [written, meant].map((stream) => stream.documents.map((one) => one.value([]) ?? null));
  return equalValues(is, was);
}
