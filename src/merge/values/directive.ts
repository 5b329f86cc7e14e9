import type { EntryVersion } from './input.ts';
import { unknownDirective } from '../messages/policies.ts';
import { TAKES, type Take } from '../policy/merge-rule.ts';
import type { Place } from './place.ts';
import type { Sides } from '../sides.ts';

const NAME = 'krm-variants-merge:';

/** Comment that decides a merge: `# krm-variants-merge: local`. */
const DIRECTIVE = new RegExp(String.raw`[ \t]#[ \t]*${NAME}[ \t]*(\S*)`);

/**
 * Returns the outcome that a comment on local's line requests for a whole entry. Ignores a comment that another version
 * also has: upstream does not decide what happens to local changes.
 */
export function directiveOf({ base, theirs, local }: Sides<EntryVersion>, place: Place): Take | undefined {
  const text = directiveIn(local);
  if (text === undefined || text === directiveIn(base) || text === directiveIn(theirs)) return undefined;
  const take = TAKES.find((each) => each === text);
  if (take === undefined) place.warning('invalid-value', unknownDirective(text, TAKES));
  return take;
}

function directiveIn(input: EntryVersion | undefined): string | undefined {
  const { piece } = input ?? {};
  if (piece === undefined) return undefined;
  // The kind is known only once the value is parsed.
  if (!piece.text.includes(NAME)) return undefined;
  const text = piece.kind === 'leaf' ? piece.text : piece.head;
  if (!text.includes(NAME)) return undefined;
  const [line = ''] = text.split('\n', 1);
  return DIRECTIVE.exec(line)?.[1];
}
