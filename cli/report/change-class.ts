/** Place of a change in a variant. */
export interface ChangePlace {
  /** Folder of the variant, after the URL of a git repository that is not the fleet's. */
  readonly folder: string;
  /** Relative to the folder. */
  readonly file: string;
  /** Line of the new value or, if it is absent, of the old one; one-based, undefined if it is not known. */
  readonly line: number | undefined;
}

/** Equal changes of several variants: in a field, or of a resource or file as a whole. */
export interface ChangeClass {
  /** `Deployment/web` or, with a namespace, `Deployment/shop/web`; the path of a Kptfile, and of a file without resources. */
  readonly resource: string;
  /** '' for a whole resource or file. */
  readonly field: string;
  /** The value on one line, for data of a Secret a number that is the same for equal values; undefined where it is absent. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Places, by folder. */
  readonly places: readonly ChangePlace[];
}

/** Returns the folders of the variants of a class, each once, in their order. */
export function foldersOf({ places }: Pick<ChangeClass, 'places'>): readonly string[] {
  return [...new Set(places.map(({ folder }) => folder))];
}
