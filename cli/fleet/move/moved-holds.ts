import { readHold } from '../../../src/fleet/index.ts';
import { Resources } from '../../../src/krm/index.ts';
import { editedText } from '../../package/file.ts';
import type { RootedChange } from '../../package/file-changes.ts';
import { readHoldFiles } from '../inputs/holds.ts';
import type { MoveArguments } from './move-arguments.ts';

/** Returns the changes of the FleetHolds that name a folder: they name the new one, so that they still hold the variant. */
export function movedHolds(root: string, { from, to }: MoveArguments): readonly RootedChange[] {
  return readHoldFiles(root).flatMap((file) => {
    for (const resource of new Resources(file.resources))
      for (const [index, folder] of (readHold(resource).variants ?? []).entries())
        if (folder === from) resource.document.set(['spec', 'variants', index], to);
    const after = editedText(file, new Set());
    return after === file.text ? [] : [{ root, path: file.path, before: file.text, after }];
  });
}
