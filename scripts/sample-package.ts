import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RENDER_EXAMPLE } from '../test/support/render-example.ts';

/** Step of a pipeline that another program does: it changes data. */
const HOSTED = '    - exec: sed s/oslo/bergen/\n';

/**
 * Calls `use` with a new folder that holds a package with a pipeline of functions in this program and of another one.
 */
export function withSamplePackage(use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'krm-variants-sample-'));
  try {
    cpSync(RENDER_EXAMPLE.folder, folder, { recursive: true });
    appendFileSync(join(folder, 'Kptfile'), HOSTED);
    use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
