import assert from 'node:assert/strict';
import type { Files } from '../cli/run-support.ts';
import type { ForeignPackage } from './generate-foreign.ts';

const COMMENT = /# comment \d+(?=\r?$)/;

/** A drawn comment and the key of the line that it is about; '' if there is none. */
interface Noted {
  readonly comment: string;
  readonly key: string;
}

/**
 * Asserts that a rendered package has all of its comments, each at the key that it was about, except those that a
 * function removed with their resource or element, or replaced.
 */
export function assertNoCommentLost({ files, modes }: ForeignPackage, after: Files): void {
  const kept = new Map(
    textsOf(after)
      .flatMap(notesIn)
      .map(({ comment, key }) => [comment, key]),
  );
  const free = new Set(textsOf(files).flatMap((text) => removedIn(text, modes)));
  for (const { comment, key } of textsOf(files).flatMap(notesIn)) {
    if (free.has(comment)) continue;
    assert.ok(kept.has(comment), `lost ${comment}`);
    assert.equal(kept.get(comment), key, `${comment} is elsewhere`);
  }
}

function textsOf(files: Files): readonly string[] {
  return Object.values(files).map(String);
}

function notesIn(text: string): readonly Noted[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const comment = COMMENT.exec(line)?.[0];
    return comment === undefined
      ? []
      : [{ comment, key: keyOf(lines.slice(index).find((each) => !isAlone(each)) ?? '') }];
  });
}

function isAlone(line: string): boolean {
  return line.trimStart().startsWith('#');
}

/** Returns the key of a line, with its dash; '' at the end of a document. */
function keyOf(line: string): string {
  return line.startsWith('---') ? '' : (/^ *((?:- )?[^:#]*)/.exec(line)?.[1]?.trim() ?? '');
}

/** Returns the comments of a file that functions may remove. */
function removedIn(text: string, modes: readonly string[]): readonly string[] {
  return text.split(/^(?=---)/m).flatMap((document) => {
    const names = modes.flatMap((mode) => /^remove (.*)$/.exec(mode)?.[1] ?? []);
    if (names.some((name) => new RegExp(`^ +name: +'?${name}'?(?: |\\r?$)`, 'm').test(document)))
      return commentsIn(document);
    const containers = modes.flatMap((mode) => /^remove-container (.*)$/.exec(mode)?.[1] ?? []);
    const replaced = modes.some((mode) => mode.startsWith('comment '))
      ? commentsIn(/^ *replicas:.*$/m.exec(document)?.[0] ?? '')
      : [];
    return [...containers.flatMap((name) => commentsIn(elementOf(document, name))), ...replaced];
  });
}

/** Returns the lines of a container, with the comments above it. */
function elementOf(text: string, name: string): string {
  const pattern = new RegExp(String.raw`(?:^ *#.*\n)*^( *)- name: ${name}(?: .*)?\n(?:\1 .*\n|\1#.*\n(?=\1 ))*`, 'm');
  return pattern.exec(text)?.[0] ?? '';
}

function commentsIn(text: string): readonly string[] {
  return text.match(new RegExp(COMMENT, 'gm')) ?? [];
}
