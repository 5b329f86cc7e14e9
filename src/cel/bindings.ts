/** Object of a cluster, reduced to the four fields that expressions can read. It must not change once it is bound. */
export interface BoundObject {
  readonly name: string;
  readonly namespace: string;
  /** Defaults to an empty map. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Defaults to an empty map. */
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** Values of the variables of an expression. An expression that uses an absent one fails. */
export interface Bindings {
  readonly repoDefault: string;
  readonly packageDefault: string;
  readonly upstream?: BoundObject | undefined;
  /** Selected object, or the entry of a target that is listed rather than selected. */
  readonly target: BoundObject | { readonly repo: string; readonly package: string };
  /** Repository of the variant; absent while it is unknown. */
  readonly repository?: BoundObject | undefined;
}
