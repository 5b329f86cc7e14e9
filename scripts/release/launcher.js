#!/usr/bin/env node
// Starts the native executable of this platform, which npm installs as an optional dependency. Without it, runs the same
// program in JavaScript. Plain JavaScript without dependencies: it is a part of the npm package as it is.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const executable = findExecutable();
if (executable === undefined) {
  const bundle = fileURLToPath(new URL('../dist/krm-variants.cjs', import.meta.url));
  // Its workers start this file.
  process.argv[1] = bundle;
  createRequire(import.meta.url)(bundle);
} else if (process.platform !== 'win32' && 'execve' in process) {
  // Node 22.15 and later: the executable takes the place of this process, with its id and signals.
  process.execve(executable, [executable, ...process.argv.slice(2)]);
} else run(executable);

/** Returns the path of the executable; undefined if npm installed none, as with `--omit=optional`. */
function findExecutable() {
  const { resolve } = createRequire(import.meta.url);
  const file = process.platform === 'win32' ? 'krm-variants.exe' : 'krm-variants';
  const found = ['', '-musl'].flatMap((libc) => {
    try {
      return [resolve(`@krm-variants/${process.platform}-${process.arch}${libc}/${file}`)];
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'MODULE_NOT_FOUND') return [];
      throw error;
    }
  });
  // Some package managers install those of both C libraries.
  return found.length > 1 && !isGlibc() ? found[1] : found[0];
}

function isGlibc() {
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header.glibcVersionRuntime !== undefined;
}

/**
 * Runs the executable as a child, and ends as it does.
 * @param {string} file
 */
function run(file) {
  const child = spawn(file, process.argv.slice(2), { stdio: 'inherit' });
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`${file}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    for (const each of signals) process.removeAllListeners(each);
    if (signal === null) process.exitCode = code ?? 1;
    else process.kill(process.pid, signal);
  });
}
