// Locks the work tree of a folder as `krm-variants fleet apply` does, prints "locked", and releases it at the end of
// its input.
import { WorkTree, beginApply } from '../../cli/fleet/store/work-tree.ts';

const [folder = ''] = process.argv.slice(2);
const { lock } = beginApply(WorkTree.around(folder));
console.log('locked');
process.stdin.resume();
process.stdin.on('end', () => lock.release());
