import type { Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import type { UndoneMove } from './undone-moves.ts';
import { moveUndone } from '../messages/moves.ts';
import { otherOf } from '../sides.ts';
import type { Subject } from '../pairs/pair-documents.ts';

/** A resource whose move was undone, and a warning about that. */
interface Undoing {
  readonly subject: Subject;
  readonly result: Result;
}

/**
 * Undoes the move of a resource into a file that took the text of the other side: gives the moving side base's version,
 * so that the other side's version stays. Returns undefined if the resource has no such move.
 */
export function undoMove(subject: Subject, undone: ReadonlyMap<string, UndoneMove>): Undoing | undefined {
  const { base } = subject.sides;
  const move = undone.get(base?.identity ?? '');
  if (base === undefined || move === undefined || subject.sides[move.side] !== undefined) return undefined;
  const stays = subject.sides[otherOf(move.side)];
  if (stays === undefined) return undefined;
  subject.sides = { ...subject.sides, [move.side]: base };
  const message = moveUndone(move.side, move.path);
  return { subject, result: makeResult('warning', message, { code: 'move-undone', resource: stays.resource }) };
}
