import { Resources } from '../../../src/krm/index.ts';
import { editedText, type RootedChange } from '../../../src/package/index.ts';
import { readDecisionFiles, readDecisions, type DecisionKind } from '../../../src/fleet/inputs/decision-files.ts';
import { HOLDS } from '../../../src/fleet/inputs/holds.ts';
import { RESOLUTIONS } from '../../../src/fleet/inputs/resolutions.ts';
import type { WorkTree } from '../store/work-tree.ts';
import type { MoveArguments } from './move-arguments.ts';

/**
 * Returns the changes of the FleetHolds and MergeResolutions that name a folder: they name the new one, so that they still hold for the
 * variant. Throws a `KrmError` if one of them is wrong.
 */
export function movedDecisions(tree: WorkTree, args: MoveArguments): readonly RootedChange[] {
  return [...changesOf(tree, HOLDS, args), ...changesOf(tree, RESOLUTIONS, args)];
}

function changesOf(
  tree: WorkTree,
  kind: DecisionKind<{ readonly variants: readonly string[] | undefined; readonly repo: string | undefined }>,
  { from, to }: MoveArguments,
): readonly RootedChange[] {
  readDecisions(tree, kind);
  return readDecisionFiles(tree, kind).flatMap((file) => {
    for (const resource of new Resources(file.resources)) {
      const { variants = [], repo } = kind.read(resource);
      // Folders of a Repository may be in another git repository.
      for (const [index, folder] of variants.entries())
        if (folder === from && repo === undefined) resource.document.set(['spec', 'variants', index], to);
    }
    const after = editedText(file, new Set());
    return after === file.text ? [] : [{ root: tree.root, path: file.path, before: file.text, after }];
  });
}
