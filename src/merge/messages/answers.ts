/**
 * Messages about options that decide conflicts, and advice on how to decide them. Each function returns the text of a
 * result.
 */
import { counted, firstNames } from '../../wording.ts';

/**
 * `take`: value of the option. `meant`: other places that it may mean. `rest`: words about the other changes; '' for
 * none.
 */
export function takeUnused(take: string, meant: readonly string[], rest: string): string {
  const names = meant.length === 0 ? [] : [`name it by ${firstNames(meant, (each) => each)}`];
  return [
    `\`--take '${take}'\` decides nothing: there is no conflict at this place`,
    ...names,
    ...(rest === '' ? [] : [rest]),
  ].join('; ');
}

/** `take` and `first`: values of the option, of which the first decides. */
export function takeOverruled(take: string, first: string, isSameAnswer: boolean): string {
  const decides = isSameAnswer ? 'decides' : 'contradicts it at';
  return `\`--take '${take}'\` decides nothing: \`--take '${first}'\` comes first and ${decides} the same place; leave one of them out`;
}

/**
 * `take`: value of the option. `alike`: number of other conflicts that it decides. `otherwise`: what to do without
 * options.
 */
export function waysToDecide(take: string, alike: number, otherwise: string): string {
  const decided = alike === 0 ? 'one conflict' : `this conflict and ${counted(alike, 'other')} at the same place`;
  return `to decide ${decided}, pass \`--take '${take}'\` or \`=new\`; to decide all, pass \`--on-conflict local\` or \`new\`; or ${otherwise}`;
}

/** Remedy for a call without options. */
export const EDIT_BETWEEN_MARKERS = 'edit the lines between the markers';

/** Remedy for a call without options. */
export const EDIT_VERSIONS = 'edit LOCAL or NEW so that they agree';

/** `ways`: text of `waysToDecide`. */
export function decideUnmarkedFirst(ways: string): string {
  return `a Kptfile and a file that is not text get no markers, so their conflicts must be decided first: ${ways}`;
}

/** Is about a file with conflicts, in a merge with markers. */
export const BINARY_UNMARKED = 'is not text, so it cannot have markers: the local version is kept';
