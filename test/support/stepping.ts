// Loaded into a program before it starts: reports each step, a call that changes the disk or starts git, as a line to
// the descriptor 3, and waits there for an answer before it takes the step. `in-steps.ts` is the other end.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const CHANNEL = 3;
const { readSync, writeSync } = fs;
const answer = new Uint8Array(1);

type Call = (...args: readonly unknown[]) => unknown;

const files = fs as unknown as Record<string, Call>;
const processes = childProcess as unknown as Record<string, Call>;

function report(step: string): void {
  writeSync(CHANNEL, `${step}\n`);
  if (readSync(CHANNEL, answer) === 0) process.kill(process.pid, 'SIGKILL');
}

function replace(module: Record<string, Call>, name: string): void {
  const call = module[name];
  if (call === undefined) throw new Error(`there is no function ${name}`);
  module[name] = (...args) => {
    report(name);
    return call(...args);
  };
}

for (const name of [
  'chmodSync',
  'cpSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'unlinkSync',
  'writeFileSync',
])
  replace(files, name);
for (const name of ['spawn', 'spawnSync']) replace(processes, name);
syncBuiltinESMExports();
