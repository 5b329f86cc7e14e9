import { join } from 'node:path';
import { runCommand } from '../../scripts/command.ts';
import { root } from '../../scripts/functions.ts';

/** Builds the Go program in a folder of `test/e2e/` into another folder, statically linked, and returns its file. */
export function buildGoProgram(name: string, folder: string): string {
  const file = join(folder, name);
  const cwd = join(root, 'test/e2e', name);
  runCommand('go', ['build', '-trimpath', '-o', file, '.'], { cwd, env: { CGO_ENABLED: '0' } });
  return file;
}
