// Installs what the lockfile names, unless that was done already. Plain JavaScript for Node 20 without any dependency:
// it is what `npm test` and `npm run demo` run first in a fresh clone. Both go on in a nested `npm run`, so that the
// Node 24 that is installed here comes first on its PATH.
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
