// Locks the folders and files of its arguments, of which the first is the patience in milliseconds, and releases them.
import { lockInputs } from '../../cli/lock/input-lock.ts';
import { formatResult, resultsOf } from '../../src/krm/index.ts';

const [patience, ...names] = process.argv.slice(2);
try {
  lockInputs(names, Number(patience)).release();
  console.log('locked');
} catch (error) {
  for (const each of resultsOf(error)) console.error(formatResult(each));
  process.exitCode = 1;
}
