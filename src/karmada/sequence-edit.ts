/** Edit of a sequence to which overriders append: the words of a list, or the pieces of a text. */
export interface SequenceEdit {
  /** Name of the sequence, the same for all overriders that edit it. */
  readonly target: string;
  /** Appends pieces, removes all equal ones, or sets the whole sequence. */
  readonly kind: 'append' | 'remove' | 'set';
  readonly pieces: readonly string[];
}

/**
 * Returns the ends that a sequence may have after pieces were appended: the pieces alone, or with the effects of one or
 * more of the later edits. The shortest history comes first. An edit that sets the sequence leaves no end.
 */
export function endsAfter(pieces: readonly string[], later: readonly SequenceEdit[]): readonly (readonly string[])[] {
  const ends = [pieces];
  for (const edit of later) {
    if (edit.kind === 'set') break;
    ends.push(applyEdit(ends.at(-1) ?? [], edit));
  }
  return ends.filter((end) => end.length > 0);
}

function applyEdit(pieces: readonly string[], edit: SequenceEdit): readonly string[] {
  if (edit.kind === 'append') return [...pieces, ...edit.pieces];
  return pieces.filter((piece) => !edit.pieces.includes(piece));
}

/** Returns the edits among all that come after an edit and have the same target; none without an edit. */
export function editsAfter(
  edit: SequenceEdit | undefined,
  all: readonly (SequenceEdit | undefined)[],
): readonly SequenceEdit[] {
  if (edit === undefined) return [];
  return all.slice(all.indexOf(edit) + 1).flatMap((other) => (other?.target === edit.target ? [other] : []));
}
