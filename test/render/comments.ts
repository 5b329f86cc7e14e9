import assert from 'node:assert/strict';
import { diffLines } from 'diff';
import fc from 'fast-check';

/** Text of a drawn comment; no other text has it. */
const COMMENT = /# comment \d+$/;

type Place = 'above' | 'beside' | 'none';

/**
 * Draws comments for a text in block style: at its top and end, above lines and beside them, each with its own words.
 */
export function commented(text: string): fc.Arbitrary<string> {
  const lines = text.split('\n').slice(0, -1);
  const place = fc.oneof(
    { weight: 6, arbitrary: fc.constant<Place>('none') },
    fc.constantFrom<Place>('above', 'beside'),
  );
  return fc.tuple(fc.array(place, { minLength: lines.length, maxLength: lines.length }), fc.boolean()).map((drawn) => {
    const [places, isAtEnd] = drawn;
    let number = 0;
    const comment = (): string => `# comment ${(number += 1)}`;
    const isText = textLines(lines);
    const all = lines.flatMap((line, index) => {
      if (places[index] === 'none' || isText[index] === true) return line;
      if (places[index] === 'beside') return /^---|[|>]-?$/.test(line) ? line : `${line} ${comment()}`;
      const indentation = /^ */.exec(line)?.[0] ?? '';
      return [`${indentation}${comment()}`, line];
    });
    return [...all, ...(isAtEnd ? [comment()] : []), ''].join('\n');
  });
}

/** Reports for each line whether it is in a block scalar. */
function textLines(lines: readonly string[]): readonly boolean[] {
  let indentation: number | undefined;
  return lines.map((line) => {
    const own = line.search(/\S|$/);
    if (indentation !== undefined && own > indentation) return true;
    indentation = /[|>][-+]?$/.test(line) ? own : undefined;
    return false;
  });
}

/**
 * Asserts that a file keeps its drawn comments, in their order, except those beside or above a line that was removed.
 */
export function assertCommentsKept(before: string, after: string): void {
  if (!before.includes('# comment ')) return;
  const kept = new Set(commentsOf(after));
  const changes = diffLines(bare(before), bare(after));
  const removed = new Set(changes.flatMap((part) => (part.removed ? part.value.split('\n') : [])));
  const lines = before.split('\n');
  for (const [index, line] of lines.entries()) {
    if (!COMMENT.test(line) || kept.has(wordsOf(line))) continue;
    const of = lines.slice(index).find((each) => !isAlone(each) && each !== '');
    assert.ok(of !== undefined && removed.has(bare(of)), `lost ${line}`);
  }
  const order = commentsOf(before).filter((words) => kept.has(words));
  assert.deepEqual(commentsOf(after), order, 'comments stay in their order, each once');
}

/** Returns a text without drawn comments. */
function bare(text: string): string {
  return text.replaceAll(/^ *# comment \d+\n/gm, '').replaceAll(/ # comment \d+$/gm, '');
}

function commentsOf(text: string): readonly (string | undefined)[] {
  return text.split('\n').flatMap((line) => (COMMENT.test(line) ? wordsOf(line) : []));
}

function isAlone(line: string): boolean {
  return line.trimStart().startsWith('#');
}

function wordsOf(line: string): string | undefined {
  return COMMENT.exec(line)?.[0];
}
