/**
 * `npm run upgrade-page -- CHECKOUT` runs the commands of docs/kube-prometheus.md, which read a git checkout of
 * kube-prometheus instead of GitHub. Fails if a command prints other text than the page shows; with UPDATE=1, rewrites
 * the page first. Requires kpt, and a build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pageBlocks, readPage } from '../../test/support/pages.ts';
import { preparePage } from '../../test/support/prepare-page.ts';
import { assertShown, runPage } from '../../test/support/run-page.ts';

const PAGE = 'docs/kube-prometheus.md';

const [checkout] = process.argv.slice(2);
if (checkout === undefined) throw new Error('give the path of a git checkout of kube-prometheus');
const folder = mkdtempSync(join(tmpdir(), 'krm-variants-upgrade-page-'));
try {
  const first = `git config --global user.name a && git config --global user.email a@example.com
    git config --global url.file://${resolve(checkout)}.insteadOf https://github.com/prometheus-operator/kube-prometheus
    git config --global protocol.file.allow always
    git init --quiet`;
  const env = (): NodeJS.ProcessEnv => ({ KPT_CACHE_DIR: join(folder, 'kpt'), XDG_CACHE_HOME: join(folder, 'cache') });
  const prepared = preparePage(folder, { first, env }, []);
  const blocks = pageBlocks(readPage(PAGE)).map((block) => ({ ...block, mark: block.mark.replace('not-run', '') }));
  assertShown(PAGE, runPage(blocks, prepared.work, prepared.env));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
