/** Place of a change in a variant. */
export interface ChangePlace {
  /** Folder of the variant, after the URL of a git repository that is not the fleet's. */
  readonly folder: string;
  /** Relative to the folder. */
  readonly file: string;
  /** Line of the new value or, if it is absent, of the old one; one-based, undefined if it is not known. */
  readonly line: number | undefined;
  /** True if the same change is planned without `--with`. Default: false. */
  readonly isPending?: true;
}

/** Equal changes of several variants: in a field, or of a resource or file as a whole. */
export interface ChangeClass {
  /**
   * `Deployment/web` or, with a namespace, `Deployment/shop/web`; the path of a Kptfile, and of a file without
   * resources.
   */
  readonly resource: string;
  /** '' for a whole resource or file. */
  readonly field: string;
  /**
   * The value on one line, for data of a Secret a number that is the same for equal values; undefined where it is
   * absent.
   */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Places, by folder. */
  readonly places: readonly ChangePlace[];
}

/** Returns the folders of the variants of a class, each once, in their order. */
export function foldersOf({ places }: Pick<ChangeClass, 'places'>): readonly string[] {
  return [...new Set(places.map(({ folder }) => folder))];
}

/**
 * Returns the file and line of the most places of a class, with the number of the other ones: `web.yaml:7 and 1 other`.
 */
export function placesText({ places }: Pick<ChangeClass, 'places'>): string {
  const counts = new Map<string, number>();
  for (const { file, line } of places) {
    const text = line === undefined ? file : `${file}:${line}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [first, ...others] = [...counts].toSorted(([, a], [, b]) => b - a);
  const more = others.length === 0 ? '' : ` and ${others.length} ${others.length === 1 ? 'other' : 'others'}`;
  return first === undefined ? '' : `${first[0]}${more}`;
}

/** Returns the number of variants of a class for which the same change is planned without `--with`. */
export function pendingCount({ places }: Pick<ChangeClass, 'places'>): number {
  return foldersOf({ places: places.filter(({ isPending }) => isPending) }).length;
}
