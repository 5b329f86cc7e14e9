import { counted, formatFieldPath, type Results } from '../../src/index.ts';
import type { Overwrite, OverwriteList } from './overwrite.ts';
import { makeMatcher, type Matcher, type Matching } from './matcher.ts';
import type { Reference } from './reference.ts';
import { substitute, type Outcome, type Step } from './substitution.ts';

/** Effects of one overwrite. */
interface Count {
  applied: number;
  /** Counts by text, which names the earlier overwrites and their attributes. */
  readonly shadowed: Map<string, number>;
  /** Reasons why near matches do not match. */
  readonly near: Set<string>;
}

/** Overwrites references, and reports the effects of each overwrite. */
export class OverwriteMatcher {
  readonly #matcher: Matcher;
  readonly #counts = new Map<Overwrite, Count>();

  constructor(matching: Matching) {
    this.#matcher = makeMatcher(matching);
  }

  /** Result of overwriting a reference. */
  substitute(reference: Reference, overwrites: readonly Overwrite[]): Outcome {
    const outcome = substitute(reference, overwrites, this.#matcher);
    for (const step of outcome.steps) this.#count(step);
    return outcome;
  }

  /** Reports the effects of all overwrites of some lists. `things` names what they were matched with. */
  report(lists: Iterable<OverwriteList>, things: string, results: Results): void {
    for (const { resource, overwrites } of lists) {
      for (const overwrite of overwrites) {
        const about = { resource, field: overwrite.field };
        const { applied, shadowed, near } = this.#counts.get(overwrite) ?? NONE;
        if (applied > 0) results.info(`applied to ${counted(applied, 'reference')}`, about);
        for (const [by, count] of shadowed)
          results.info(`shadowed for ${counted(count, 'reference')} by ${by}: an attribute is overwritten once`, about);
        for (const reason of near) results.warning(`nearly matches: ${reason}`, about);
        if (applied === 0 && shadowed.size === 0 && near.size === 0) results.warning(`matches no ${things}`, about);
      }
    }
  }

  #count(step: Step): void {
    const count: Count = this.#counts.get(step.overwrite) ?? { applied: 0, shadowed: new Map(), near: new Set() };
    this.#counts.set(step.overwrite, count);
    if (step.kind === 'applied') count.applied++;
    else if (step.kind === 'near') count.near.add(step.reason);
    else {
      const by = step.by
        .map(({ overwrite, attribute }) => `\`${formatFieldPath(overwrite.field)}\` on \`${attribute}\``)
        .join(', ');
      count.shadowed.set(by, (count.shadowed.get(by) ?? 0) + 1);
    }
  }
}

const NONE: Count = { applied: 0, shadowed: new Map(), near: new Set() };
