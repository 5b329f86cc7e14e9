// Executable of the function named by the first argument.
import { functionMain } from '../../cli/main.ts';
import { loadFunction } from '../../scripts/functions.ts';

const [name = ''] = process.argv.splice(2, 1);
const fn = await loadFunction(name);
await functionMain(() => fn, { version: '1.2.3' });
