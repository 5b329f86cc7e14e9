import { joinPath, type FileContent } from '../../files/index.ts';
import { lockText, type VariantLock } from '../index.ts';
import { type Result, fileWarning } from '../../krm/index.ts';
import { lockFile } from '../inputs/fleet-paths.ts';
import { BASE_KEPT } from '../messages/publish.ts';
import type { LockState } from './lock-state.ts';
import { holdsSecret, keptBases } from './kept-bases.ts';
import type { VariantPlan } from './variant-plan.ts';
import type { Tree } from '../ports.ts';
import type { RootedChange } from '../../package/index.ts';

/** Records of a variant beside its folder: its lock, and derived texts that no commit has. */
export class VariantRecords {
  readonly #tree: Tree;
  readonly #folder: string;

  constructor(tree: Tree, folder: string) {
    this.#tree = tree;
    this.#folder = folder;
  }

  /** Adds the changes of kept bases to a plan, and an info about each new one. `derived`: derived texts; default: those that git has. */
  withBases(plan: VariantPlan, record: VariantLock, derived?: ReadonlyMap<string, FileContent>): VariantPlan {
    const bases = this.#basesOf(record, derived);
    const kept = bases.filter(({ before }) => before === undefined).map(({ path }) => keptInfo(path));
    return { ...plan, bases, results: [...plan.results, ...kept] };
  }

  /** Returns derived texts that the index does not have, without those with a Secret, which people may encrypt before they commit. */
  unknownTexts({ files }: VariantLock, derived: ReadonlyMap<string, FileContent>): ReadonlyMap<string, FileContent> {
    const [tree, folder] = [this.#tree, this.#folder];
    return new Map(
      files.flatMap(({ path, derived: wanted }) => {
        const content = derived.get(path);
        if (wanted === undefined || content === undefined) return [];
        const isKnown = tree.file(joinPath(folder, path))?.id === wanted.id;
        return isKnown || holdsSecret(content) ? [] : [[wanted.id, content] as const];
      }),
    );
  }

  /** Returns the change of the lock to a record; undefined if the folder has no files. */
  lockChange(state: LockState | undefined, record: VariantLock): RootedChange | undefined {
    const { root } = this.#tree;
    const after = lockText(record);
    const isNamed = record.files.some(({ folder }) => folder !== undefined);
    if (!isNamed) return undefined;
    return { root, path: lockFile(this.#folder), before: state?.text, after, isRecord: true };
  }

  #basesOf({ files }: VariantLock, derived?: ReadonlyMap<string, FileContent>): readonly RootedChange[] {
    // A folder that was deleted as a whole has no edits.
    if (files.every((file) => file.folder === undefined)) return [];
    const edited = files.flatMap(({ path, derived: before, folder }) =>
      before === undefined || before.id === folder?.id ? [] : [{ path, id: before.id }],
    );
    const tree = this.#tree;
    const texts = (path: string): FileContent | undefined => {
      const id = edited.find((each) => each.path === path)?.id ?? '';
      return derived?.get(path) ?? tree.objects.read([id]).get(id);
    };
    return keptBases(tree, this.#folder, edited, texts);
  }
}

function keptInfo(path: string): Result {
  return { ...fileWarning(path, 'changes-uncommitted', BASE_KEPT), severity: 'info' };
}
