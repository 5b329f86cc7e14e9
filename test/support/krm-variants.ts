// `krm-variants` with the function named by the first argument.
import { main } from '../../cli/main.ts';
import { loadFunction } from '../../scripts/functions.ts';

const [name = ''] = process.argv.splice(2, 1);
const fn = await loadFunction(name);
await main({ [name]: () => fn }, { version: '1.2.3', references: () => ({}) });
