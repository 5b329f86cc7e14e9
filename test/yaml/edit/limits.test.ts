import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument, YamlError, type Path, type SourceDocument, type Value } from '../../../src/yaml/index.ts';
import { plain } from './random-edits.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('edits beside a limit, by property', () => {
  const places: readonly (readonly [name: string, text: string, path: Path, key: string])[] = [
    ['in block style', 'a: 1\n', [], 'a'],
    ['below an empty value', 'x:\n    b:\n    a: 1\n', ['x'], 'a'],
    ['of an element', '- a: 1\n', [0], 'a'],
    ['in flow style', 'x: {a: 1}\n', ['x'], 'a'],
    ['in JSON', '{"a":1}\n', [], 'a'],
  ];
  for (const [name, text, path, key] of places) {
    it(`writes no key ${name} that cannot be read, and refuses none that can`, () => {
      const keys = fc.tuple(fc.integer({ min: 990, max: 1030 }), fc.constantFrom('k', ' ', "'", '"', 'é', '\u{1F600}'));
      fc.assert(
        fc.property(keys, fc.boolean(), ([length, char], isNew) => {
          const long = `${char}${'k'.repeat(length)}`;
          const document = readDocument(text);
          const isMade = accepts(() =>
            isNew ? document.set([...path, long], 1) : document.rename([...path, key], long),
          );
          if (isMade) assertReadable(document);
          assert.ok(isMade ? length < 1024 : length > 1018, `${length} after ${char}`);
        }),
        { numRuns: propertyRuns(60) },
      );
    });
  }

  it('writes no value that is nested too deep, and refuses none that is not', () => {
    const depths = fc.tuple(fc.integer({ min: 190, max: 200 }), fc.integer({ min: 0, max: 12 }));
    fc.assert(
      fc.property(depths, fc.constantFrom('set', 'insert', 'append'), ([outer, inner], kind) => {
        const isList = kind !== 'set';
        const document = readDocument(`${nested(outer - 1)}${isList ? ' [0]' : '\n'}`);
        const path = Array.from({ length: outer - 1 }, () => 'a');
        let value: Value = 1;
        for (let depth = 0; depth < inner; depth++) value = depth % 2 === 0 ? [value] : { b: value };
        const isMade = accepts(() => {
          if (kind === 'set') document.set([...path, 'n'], value);
          else document.insert(path, kind === 'insert' ? 0 : 1, value);
        });
        assert.equal(isMade, outer + inner <= 200);
        if (isMade) assertReadable(document);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  /** Parts of quoted texts with what they mean, by style. */
  const parts: Readonly<Record<string, readonly (readonly [text: string, content: string])[]>> = {
    '"': [
      ['x', 'x'],
      [String.raw`\n`, '\n'],
      [String.raw`\"`, '"'],
      [String.raw`\\`, '\\'],
      [String.raw`\x41`, 'A'],
      [String.raw`\u00e9`, 'é'],
      [String.raw`\U0001F600`, '\u{1F600}'],
      ['\u{1F600}', '\u{1F600}'],
      ['\n  y', ' y'],
      ['  \n\n  y', '\ny'],
      ['\\\n  y', 'y'],
      ['  z', '  z'],
    ],
    "'": [
      ['x', 'x'],
      ["''", "'"],
      ['\n  y', ' y'],
      ['\n\n  y', '\ny'],
      ['  z', '  z'],
    ],
  };
  for (const [quote, pieces] of Object.entries(parts)) {
    it(`reads and edits texts in ${quote} around the number of characters that are decoded at once`, () => {
      const some = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 40 });
      fc.assert(
        fc.property(some, fc.integer({ min: 0, max: 80 }), (list, before) => {
          const lead = 'a'.repeat((1 << 20) - before);
          const [text, content] = [0, 1].map((side) => `${lead}${list.map((piece) => piece[side]).join('')}b`);
          const document = readDocument(`k: ${quote}${text}${quote}\n`);
          assert.ok(document.value(['k']) === content, list.join(' '));
          document.set(['k'], `${content}c`);
          assert.ok(readDocument(document.text()).value(['k']) === `${content}c`, list.join(' '));
          if (quote === '"') assert.ok(document.text() === `k: "${text}c"\n`, list.join(' '));
        }),
        { numRuns: propertyRuns(20) },
      );
    });
  }
});

/** Reports whether an edit is made; it may be refused. */
function accepts(edit: () => void): boolean {
  try {
    edit();
    return true;
  } catch (error) {
    assert.ok(error instanceof YamlError && error.code === 'edit', String(error));
    return false;
  }
}

function assertReadable(document: SourceDocument): void {
  assert.deepEqual(plain(readDocument(document.text()).value([])), plain(document.value([])));
}

/** Returns a text of maps in each other, each with the key `a`. */
function nested(count: number): string {
  return Array.from({ length: count }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
}
