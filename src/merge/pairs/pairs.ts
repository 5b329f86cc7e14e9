import type { ResourceWay } from '../../pairing/certainty.ts';
import type { Unit } from './unit.ts';

/** Earlier version of a document, and the way in which it was found. */
interface Pair {
  readonly before: Unit;
  readonly way: ResourceWay;
}

/** Earlier version of each document that has one. */
export type Pairs = Map<Unit, Pair>;

/** Pairs of the documents of two versions. */
export interface UnitPairs {
  readonly pairs: Pairs;
  /** Documents that an earlier one may be, if it has no pair. */
  readonly candidates: Map<Unit, readonly Unit[]>;
}
