import fc from 'fast-check';
import type { CommentChange } from '../../src/yaml/index.ts';
import { anchoredDocuments } from './generate-anchors.ts';
import { isReadable, layouts } from './generate-layouts.ts';
import { oddTexts } from './generate-odd.ts';
import { documents } from './generate.ts';

/** Texts of one document in all layouts. */
export function usualTexts(): fc.Arbitrary<string> {
  return fc.oneof(documents(), layouts(), anchoredDocuments()).filter(isReadable);
}

/** Texts of one document in all layouts, with mutations. */
export function readableTexts(): fc.Arbitrary<string> {
  return fc.oneof(usualTexts(), oddTexts().filter(isReadable));
}

const CHANGES: readonly CommentChange[] = [
  {},
  { above: '# new' },
  { above: '# x: y\n#z' },
  { above: '' },
  { beside: '# new' },
  { beside: '' },
  { above: '', beside: '#new' },
  { above: '# - a', beside: '# b: |' },
];

/** Functions that select the change of the entry at an index. */
export function commentChanges(): fc.Arbitrary<(index: number) => CommentChange> {
  return fc
    .array(fc.constantFrom(...CHANGES), { minLength: 1, maxLength: 12 })
    .map((list) => (index) => list[index % list.length] ?? {});
}
