import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument, type Path, type Value } from '../../../src/yaml/index.ts';
import { documents, flowDocuments } from '../generate.ts';
import { aims, apply, perform, places, plain, selecting, type Edit } from './random-edits.ts';
import { WAYS } from './ways-of-reading.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1500);

describe('edits of source documents, by property', () => {
  it('gives the same data as an edit of the parsed data', () => {
    fc.assert(
      fc.property(documents(), aims(), (text, list) => {
        const document = readDocument(text);
        let model = plain(document.value([]));
        const select = selecting();
        for (const next of list) {
          const edit = select(model, next);
          if (edit === undefined) continue;
          model = apply(model, edit);
          perform(document, edit);
          assert.deepEqual(
            plain(document.value([])),
            model,
            `read after ${edit.kind} ${edit.path.join('.')}:\n${document.text()}`,
          );
          assert.deepEqual(
            parse(document.text()),
            model,
            `parsed after ${edit.kind} ${edit.path.join('.')}:\n${document.text()}`,
          );
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('reads each field after edits elsewhere as the whole document shows it', () => {
    fc.assert(
      fc.property(documents(), aims(), fc.constantFrom(...Object.values(WAYS)), (text, list, read) => {
        const document = read(text);
        if (document === undefined) return;
        let model = plain(document.value([]));
        const select = selecting();
        for (const next of list) {
          const edit = select(model, next);
          if (edit === undefined) continue;
          model = apply(model, edit);
          perform(document, edit);
          for (const { path, value } of places(model)) {
            const where: string = `${path.join('.')} after ${edit.kind} ${edit.path.join('.')}:\n${document.text()}`;
            assert.deepEqual(plain(document.value(path)), value, where);
            assert.equal(document.has([...path, 'absent']), false, where);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('edits a collection in flow style as if it were read anew before each edit', () => {
    fc.assert(
      fc.property(flowDocuments(), aims(PLAIN_VALUES, PLAIN), (text, list) => {
        const document = readDocument(text);
        let model = plain(document.value([]));
        const select = selecting();
        for (const next of list) {
          const edit = select(model, next);
          if (edit === undefined || !isWithinFlow(edit)) continue;
          const anew = readDocument(document.text());
          // Without a key or string, a document that was not read anew still has the style of the last one.
          const hasExample = places(model).some(({ path, value }) => isExample(path, value));
          model = apply(model, edit);
          perform(document, edit);
          perform(anew, edit);
          if (hasExample) assert.equal(document.text(), anew.text(), `${edit.kind} ${edit.path.join('.')}`);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('changes no byte if the value is already set', () => {
    fc.assert(
      fc.property(documents(), (text) => {
        const document = readDocument(text);
        for (const { path, value } of places(document.value([]) as Value)) document.set(path, value);
        assert.equal(document.text(), text);
      }),
      { numRuns: RUNS },
    );
  });

  it('changes only lines of the touched entry when a scalar is set', () => {
    fc.assert(
      fc.property(documents(), fc.nat(), (text, pick) => {
        const document = readDocument(text);
        const scalars = places(document.value([]) as Value).filter(
          ({ value }) => typeof value !== 'object' || value === null,
        );
        const target = scalars[pick % scalars.length];
        if (target === undefined || target.path.length === 0) return;
        const { line } = document.position(target.path) as { line: number };
        document.set(target.path, 'changed');
        const before = text.split('\n').slice(0, line - 1);
        assert.deepEqual(
          document
            .text()
            .split('\n')
            .slice(0, line - 1),
          before,
        );
        const comments = (of: string): number => of.split('# above').length;
        assert.equal(comments(document.text()), comments(text));
      }),
      { numRuns: RUNS },
    );
  });
});

/**
 * Texts that are written without quotes, unless the collection around them is JSON: so they are examples of its style.
 */
const PLAIN = fc.constantFrom('e', 'f', 'g', 'wide');

const PLAIN_VALUES = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.constantFrom<unknown>(1, true), PLAIN, tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  map: fc.dictionary(PLAIN, tie('value'), { maxKeys: 3, noNullPrototype: false }),
})).value;

/** Reports whether an edit is within the value of `top`, and writes data: a copy keeps the style of its source. */
function isWithinFlow({ kind, path }: Edit): boolean {
  return kind === 'insert' || ((kind === 'set' || kind === 'remove') && path.length > 1);
}

/** Reports whether a value below `top` is a string or has a key. */
function isExample(path: Path, value: Value): boolean {
  return path.length > 1 ? typeof path.at(-1) === 'string' || typeof value === 'string' : typeof value === 'string';
}

function parse(text: string): Value {
  try {
    return plain(readDocument(text).value([]));
  } catch (error) {
    return String(error);
  }
}
