import fc from 'fast-check';
import { ResourceList } from '../../src/krm/resource-list.ts';
import { readDocument, type Value } from '../../src/yaml/index.ts';
import { resourceList } from '../support/resource-list.ts';
import { anchoredDocuments } from '../yaml/generate-anchors.ts';
import { layouts } from '../yaml/generate-layouts.ts';
import { documents } from '../yaml/generate.ts';
import { aims, perform, plain, selecting, type Aim } from '../yaml/edit/random-edits.ts';

/** A ResourceList whose items were edited, and the data that these edits intend. */
interface EditedList {
  readonly list: ResourceList;
  readonly items: Value;
}

/** Edited ResourceLists; undefined where the text is not one, or an edit is refused. */
export function editedLists(): fc.Arbitrary<EditedList | undefined> {
  const items = fc.array(fc.oneof(layouts(), documents(), anchoredDocuments()).map(asItem), {
    minLength: 1,
    maxLength: 12,
  });
  const gone = fc.option(fc.nat({ max: 11 }), { freq: 4, nil: undefined });
  return fc.tuple(items, aims(), gone, fc.boolean()).map(([texts, edits, index, isAdded]) => {
    const list = readList(resourceList(texts));
    const data = list && editItems(list, edits, index, isAdded);
    return list === undefined || data === undefined ? undefined : { list, items: data };
  });
}

function asItem(text: string): string {
  return `${text
    .replace(/^---.*\r?\n/, '')
    .replaceAll('\r', '')
    .trimEnd()}\n`;
}

function readList(text: string): ResourceList | undefined {
  try {
    readDocument(text).value([]);
    return new ResourceList(text);
  } catch {
    return undefined;
  }
}

/**
 * Edits the items of a list in rotation, removes the one at an index if there is one, adds one if requested, and
 * returns their data; undefined if an edit is refused.
 */
function editItems(
  list: ResourceList,
  edits: readonly Aim[],
  gone: number | undefined,
  isAdded: boolean,
): Value | undefined {
  const items = [...list.resources];
  const selects = items.map(() => selecting());
  for (const [index, aim] of edits.entries()) {
    const document = items[index % items.length]?.document;
    const edit = document && selects[index % items.length]?.(plain(document.value([])), aim);
    try {
      if (document !== undefined && edit !== undefined) perform(document, edit);
    } catch {
      return undefined;
    }
  }
  const removed = gone === undefined ? undefined : items[gone];
  if (removed !== undefined) list.resources.remove(removed);
  if (isAdded) items.push(list.resources.add({ kind: 'Added' }, {}));
  return plain(items.filter((item) => item !== removed).map(({ document }) => document.value([]) ?? null));
}
