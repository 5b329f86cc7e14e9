import { sha256 } from '../../sha-256.ts';
import { isSameContent, type FileContent } from '../../files/index.ts';
import { changeClasses, joinTagChanges } from './change-classes.ts';
import { packageDifferences, type PackageDifference, type PlacedValue, type Secrets } from './package-differences.ts';
import type { ContentChange } from '../../package/index.ts';
import type { ChangeClass, ChangePlace } from '../index.ts';

/** Files of one variant that a plan changes. */
export interface PlannedVariant {
  /** Folder, after the URL of a git repository that is not the fleet's. */
  readonly folder: string;
  /** Old and new contents of the changed files, with paths relative to the folder. */
  readonly files: readonly PlannedFile[];
}

/** A changed file, with whether it is and was executable. Default: it is not, and was not. */
export type PlannedFile = Pick<ContentChange, 'path' | 'before' | 'after' | 'isExecutable' | 'wasExecutable'>;

/**
 * Groups the changes of a plan: equal changes of several variants are one class, the largest class first, as are
 * changes of a tag in several registries. `now`: those
 * of the same plan without `--with`, to mark what is planned anyway. Default: none.
 */
export function plannedClasses(
  variants: readonly PlannedVariant[],
  now: readonly PlannedVariant[] = [],
): readonly ChangeClass[] {
  const secrets: Secrets = new Map();
  const known = new Map<string, readonly PackageDifference[]>();
  const classesOf = (all: readonly PlannedVariant[]): readonly ChangeClass[] =>
    changeClasses(
      all.map(({ folder, files }) => {
        const digest = digestOf(files);
        const differences = known.get(digest) ?? plannedDifferences(files, secrets);
        known.set(digest, differences);
        return { folder, differences };
      }),
    );
  const classes = classesOf(variants);
  const pending = new Set(classesOf(now).flatMap((each) => each.places.map((place) => placeKey(each, place))));
  if (pending.size === 0) return joinTagChanges(classes);
  const marked = (found: ChangeClass, place: ChangePlace): ChangePlace =>
    pending.has(placeKey(found, place)) ? { ...place, isPending: true } : place;
  const all = classes.map((found) => ({ ...found, places: found.places.map((place) => marked(found, place)) }));
  return joinTagChanges(all);
}

function placeKey({ resource, field, before, after }: ChangeClass, { folder }: ChangePlace): string {
  return JSON.stringify([resource, field, before, after, folder]);
}

function plannedDifferences(files: readonly PlannedFile[], secrets: Secrets): readonly PackageDifference[] {
  const side = (of: (file: PlannedFile) => FileContent | undefined): ReadonlyMap<string, FileContent> =>
    new Map(
      files.flatMap((file) => {
        const content = of(file);
        return content === undefined ? [] : [[file.path, content] as const];
      }),
    );
  return [
    ...packageDifferences(
      side(({ before }) => before),
      side(({ after }) => after),
      secrets,
    ),
    ...files.flatMap(modeDifference),
  ];
}

/** Returns the difference of a file of which only the mode changes. */
function modeDifference({
  path,
  before,
  after,
  isExecutable,
  wasExecutable,
}: PlannedFile): readonly PackageDifference[] {
  if (before === undefined || !isSameContent(before, after)) return [];
  const side = (is = false): PlacedValue => ({
    text: is ? 'executable' : 'not executable',
    file: path,
    line: undefined,
  });
  return [{ resource: path, field: '', sides: [side(wasExecutable), side(isExecutable)] }];
}

/** Many variants have the same changes. */
function digestOf(files: readonly PlannedFile[]): string {
  const parts = files.flatMap(({ path, before, after, isExecutable, wasExecutable }) => {
    const sizes = [before, after].map((content) => (content === undefined ? -1 : Buffer.byteLength(content)));
    const head = JSON.stringify([path, ...sizes, isExecutable === true, wasExecutable === true]);
    return [head, before ?? '', after ?? ''];
  });
  return sha256(...parts);
}
