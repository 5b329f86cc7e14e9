import { placesIn } from './comment-places.ts';
import { readSingle } from './read/reader.ts';
import { splitLayout, type TextLayout } from './read/text-layout.ts';
import { haveSameData } from './same-data.ts';
import { YamlError } from './tree/error.ts';
import { outerRange } from './tree/extent.ts';
import type { ReadDocument } from './tree/read-document.ts';
import type { Entry } from './tree/tree.ts';
import type { Path } from './tree/value.ts';

/** The text that replaces that of a document. */
interface Rewritten {
  readonly read: ReadDocument;
  readonly layout: TextLayout;
  /** Paths of the entries with other comments; only the top of the document if no entry has. */
  readonly changed: readonly Path[];
}

/**
 * Reads the text that replaces the text of a document. @throws YamlError if it does not hold one document with the same
 * data, or does not fit into the stream that has the document.
 */
export function readRewritten(text: string, old: string): Rewritten {
  const { layout, bare } = splitLayout(text);
  const read = readSingle(bare);
  const { top } = readSingle(splitLayout(old).bare);
  if (!haveSameData(top.value, read.top.value))
    throw new YamlError('edit', 'a document can be rewritten only with the same data in the same order');
  if (markers(top) !== markers(read.top))
    throw new YamlError('edit', 'a document can be rewritten only with the same directives and document markers');
  if (old.endsWith('\n') && !text.endsWith('\n'))
    throw new YamlError('edit', 'a rewritten document must end in a line break, as it did before');
  return { read, layout, changed: changedPaths(top, read.top) };
}

/** Returns the text around the value of a document without comments and blank lines. */
function markers({ text, start, end, value }: Entry): string {
  const [from, to] = outerRange(value);
  return [text.slice(start, from), text.slice(to, end)]
    .map((part) =>
      part
        .replaceAll(/(?<!\S)#.*/g, '')
        .replaceAll(/\s+/g, '\n')
        .trim(),
    )
    .join('\n');
}

function changedPaths(before: Entry, after: Entry): readonly Path[] {
  const [old, now] = [placesIn(before.value), placesIn(after.value)];
  const changed = [...now.keys()].filter((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    return was?.above !== is?.above || was?.beside !== is?.beside;
  });
  return changed.length === 0 ? [[]] : changed.map((key) => JSON.parse(key) as Path);
}
