import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument, type Value } from '../../../src/yaml/index.ts';
import { documents } from '../generate.ts';
import { aims, apply, perform, places, plain, selecting } from './random-edits.ts';
import { WAYS } from './ways-of-reading.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 1500);

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

function parse(text: string): Value {
  try {
    return plain(readDocument(text).value([]));
  } catch (error) {
    return String(error);
  }
}
