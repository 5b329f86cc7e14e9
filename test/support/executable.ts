// The executable of the function that the first argument names.
import { functionMain } from '../../cli/main.ts';
import { loadFunction } from '../../scripts/functions.ts';

const [name = ''] = process.argv.splice(2, 1);
const fn = await loadFunction(name);
await functionMain(() => fn, { version: '1.2.3' });
