/**
 * `npm run fleet` runs the commands of `docs/tutorial.md` in a temporary folder, and prints them with their output.
 * Exits with 1 if one does not end as the page says. Requires a build.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageBlocks, readPage } from '../../test/support/pages.ts';
import { preparePage } from '../../test/support/prepare-page.ts';
import { TUTORIAL } from '../../test/support/tutorial-setting.ts';

const PAGE = 'docs/tutorial.md';

const folder = mkdtempSync(join(tmpdir(), 'krm-variants-tutorial-'));
try {
  runTutorial();
} finally {
  rmSync(folder, { recursive: true });
}

function runTutorial(): void {
  const { work, env } = preparePage(folder, TUTORIAL, []);
  for (const { language, mark, text } of pageBlocks(readPage(PAGE))) {
    if (language !== 'shell') continue;
    console.log(text.trimEnd().replaceAll(/^/gm, '$ '));
    const { status } = spawnSync('bash', ['-e', '-c', text], { cwd: work, env, stdio: ['ignore', 1, 1] });
    if (status !== Number(/^exit-(\d+)$/.exec(mark)?.[1] ?? 0)) throw new Error(`exit code ${status}: ${text}`);
    console.log();
  }
}
