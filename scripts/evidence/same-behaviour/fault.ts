// Loaded into a program before it starts. `FAULT=HOW:STEP`: the call that changes the disk with this number, from 1,
// does not happen. `kill` ends the program there; any other HOW is the code of the system error that the call throws,
// as all later ones do: a disk that is full stays full.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [how = '', last] = (process.env['FAULT'] ?? '').split(':');
const files = fs as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
let steps = 0;

for (const name of [
  'chmodSync',
  'cpSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'writeFileSync',
  'unlinkSync',
  'rmSync',
]) {
  const call = files[name];
  if (call === undefined) throw new Error(`there is no function ${name}`);
  files[name] = (...args) => {
    steps++;
    if (steps >= Number(last)) fail(name, args);
    return call(...args);
  };
}
syncBuiltinESMExports();

function fail(name: string, [path]: readonly unknown[]): void {
  if (how === 'kill') process.kill(process.pid, 'SIGKILL');
  // What removes files works on a full disk.
  if (name.startsWith('rm') || name.startsWith('unlink')) return;
  throw Object.assign(new Error(`${how}: planted, ${name} '${String(path)}'`), { code: how, syscall: name, path });
}
