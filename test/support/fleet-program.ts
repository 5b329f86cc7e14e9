// A command of `krm-variants fleet`, such as `apply`, with the arguments after it, with all functions. The first
// argument is a number: it kills itself once it has renamed that many files.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [count = '', action = '', ...args] = process.argv.slice(2);
const { renameSync } = fs;
let renamed = 0;
fs.renameSync = (from, to) => {
  renameSync(from, to);
  if (++renamed === Number(count)) process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();

const { runFleet } = await import('../../cli/fleet/call/run-fleet.ts');
const { allFunctions } = await import('./all-functions.ts');
const { fleetArguments } = await import('./fleet.ts');
if (action !== 'apply' && action !== 'rollback') throw new Error(`not a command: ${action}`);
const program = { functions: await allFunctions(), version: '1.2.3' };
const { exitCode, stderr } = await runFleet(program, fleetArguments(action, args));
process.stderr.write(stderr);
process.exitCode = exitCode;
