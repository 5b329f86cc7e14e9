import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';

/** Cases of each message of a file: facts, and the text of them. A text without facts is its own case. */
export type Cases<Messages> = {
  readonly [Name in keyof Messages]: Messages[Name] extends (...facts: infer Facts) => string
    ? readonly (readonly [facts: Facts, want: string])[]
    : string;
};

/** Messages of a file, and their cases. */
export interface Topic {
  readonly file: string;
  readonly messages: Readonly<Record<string, unknown>>;
  readonly cases: Readonly<Record<string, Rows>>;
}

type Rows = string | readonly (readonly [facts: readonly unknown[], want: string])[];

/**
 * Tests the texts of messages. `folder`: the one with their files. `exceptions`: names of the messages that do not have
 * the common form.
 */
export function testMessages(folder: URL, topics: readonly Topic[], exceptions: readonly string[]): void {
  it('have a table for each file', () =>
    assert.deepEqual(
      readdirSync(folder).toSorted(),
      topics.map(({ file }) => file),
    ));
  it('start with a small letter, a quoted name, a number or a kind, end without a full stop, and have no double spaces', () => {
    const all = topics.flatMap(({ cases }) => Object.entries(cases));
    const others = all.filter(([, rows]) => textsOf(rows).some((text) => !isInForm(text)));
    assert.deepEqual(
      others.map(([name]) => name),
      exceptions,
    );
  });
  for (const { file, messages, cases } of topics)
    describe(`in ${file}`, () => {
      it('have a case each', () => {
        assert.deepEqual(Object.keys(cases).toSorted(), Object.keys(messages).toSorted());
        assert.ok(Object.values(cases).every((rows) => rows.length > 0));
      });
      for (const [name, rows] of Object.entries(cases))
        it(`have their text: ${name}`, () => assert.deepEqual(madeOf(messages[name], rows), textsOf(rows)));
    });
}

function isInForm(text: string): boolean {
  return /^(?:[a-z\d"`]|PackageVariants? |PackageVariantSet |Repository ).*[^.\s]$/s.test(text) && !text.includes('  ');
}

function textsOf(rows: Rows): readonly string[] {
  return typeof rows === 'string' ? [rows] : rows.map(([, want]) => want);
}

/** Returns the texts of a message for the facts of its cases. */
function madeOf(message: unknown, rows: Rows): readonly unknown[] {
  if (typeof message !== 'function' || typeof rows === 'string') return [message];
  return rows.map(([facts]) => (message as (...facts: readonly unknown[]) => unknown)(...facts));
}
