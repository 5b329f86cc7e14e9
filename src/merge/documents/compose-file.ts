import { changedSide, mapSides, type Sides } from '../sides.ts';
import type { Markers } from '../text/conflict-markers.ts';
import { joinFile } from '../text/file-text.ts';
import { joinDocuments, withoutRepeatedEnd, type FileDocument } from '../text/join-documents.ts';
import { plainText } from '../text/merged-text.ts';
import { mergeOrder } from '../values/merge-order.ts';
import { mayEndInBlockScalar, type VersionFile } from '../pairs/package-file.ts';
import type { MergedResource } from './merge-resource.ts';
import type { Subject } from '../pairs/pair-documents.ts';
import type { Unit } from '../pairs/unit.ts';

interface Composing {
  readonly of: ReadonlyMap<Unit, Subject>;
  readonly merged: ReadonlyMap<Subject, MergedResource>;
  /** Additions that follow documents to this path. */
  readonly followers: readonly Subject[];
  readonly markers: Markers | undefined;
}

/** Document markers and white space. */
const NOTHING = /^(?:\s|---(?=\s|$))*$/;

/**
 * Joins the merged documents at a path, in the merged order. Returns undefined if there are none, or nothing of them is
 * left in a file that one side removed.
 */
export function composeFile(
  path: string,
  sides: Sides<VersionFile>,
  { of, merged, followers, markers }: Composing,
): string | undefined {
  const order = mergeOrder(mapSides(sides, ({ units }) => units?.flatMap((unit) => of.get(unit) ?? []) ?? []));
  const found = [...new Set([...order, ...followers])].flatMap((subject) =>
    documentOf(subject, merged.get(subject), path),
  );
  const documents = withoutRepeatedEnd(found, sides.base?.units?.at(-1)?.text ?? '');
  if (documents.length === 0) return undefined;
  const joined = joinDocuments(documents, { isMarked: isMarked(sides) });
  const isRemoved = sides.theirs === undefined || sides.local === undefined;
  if (isRemoved && NOTHING.test(plainText(joined))) return undefined;
  const texts = mapSides(sides, ({ text }) => text);
  const isOpen = mayEndInBlockScalar(plainText(joined));
  return joinFile(joined, isOpen ? mapSides(texts, (text) => ({ ...text, isEnded: true })) : texts, markers);
}

/** Reports whether the merged file begins with a document marker: as the side that changed this has it. */
function isMarked(sides: Sides<VersionFile>): boolean {
  const marks = mapSides(sides, ({ units }) => units?.[0]?.text.startsWith('---') === true);
  const { theirs, local } = marks;
  if (theirs === undefined || local === undefined) return (local ?? theirs) === true;
  return marks[changedSide(marks) ?? 'local'] === true;
}

function documentOf({ sides }: Subject, merged: MergedResource | undefined, path: string): readonly FileDocument[] {
  if (merged?.text === undefined || merged.path !== path) return [];
  const isAdded = sides.base === undefined;
  const by = (['theirs', 'local'] as const).filter((side) => isAdded && sides[side] !== undefined);
  return [{ text: merged.text, by }];
}
