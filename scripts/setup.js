// Installs the packages of the lockfile unless that was done already. Plain JavaScript for Node 20 without
// dependencies, because `npm test` and `npm run demo` run it first in a fresh clone. Both then continue in a nested
// `npm run`, so that the Node 24 installed here is first on its PATH.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const lockfile = 'package-lock.json';
const installed = 'node_modules/.package-lock.json';
const isInstalled = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs;

if (!isInstalled) {
  console.log('Installing the development dependencies (npm ci) ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
