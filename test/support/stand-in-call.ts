import type { Document, YAMLMap } from 'yaml';

/** Call of a function of the stand-in for docker. */
export interface StandInCall {
  readonly document: Document;
  /** Items, in the order in which they are printed. */
  items: YAMLMap[];
  /** Function config; undefined for none. */
  readonly config: YAMLMap | undefined;
  /** Results that it prints; one with severity `error` makes the function fail. */
  readonly results: object[];
}
