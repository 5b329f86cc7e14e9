import { counted, formatFieldPath, type Results } from '../../src/index.ts';
import type { Overwrite, OverwriteList } from './overwrite.ts';
import { makeMatcher, type Matcher, type Matching } from './matcher.ts';
import type { Reference } from './reference.ts';
import { substitute, type Outcome, type Step } from './substitution.ts';

/** What came of one overwrite. */
interface Count {
  applied: number;
  /** By what they say: which overwrites were there before, for which attributes. */
  readonly shadowed: Map<string, number>;
  /** Why it does not match what it nearly matches. */
  readonly near: Set<string>;
}

/** Overwrites references, and tells of each overwrite what came of it. */
export class OverwriteMatcher {
  readonly #matcher: Matcher;
  readonly #counts = new Map<Overwrite, Count>();

  constructor(matching: Matching) {
    this.#matcher = makeMatcher(matching);
  }

  /** What becomes of a reference. */
  substitute(reference: Reference, overwrites: readonly Overwrite[]): Outcome {
    const outcome = substitute(reference, overwrites, this.#matcher);
    for (const step of outcome.steps) this.#count(step);
    return outcome;
  }

  /** Reports on all overwrites of some lists. `things`: what they were for. */
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
