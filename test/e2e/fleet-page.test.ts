import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fleetPage } from '../../cli/fleet/show/fleet-page.ts';
import { tablePage } from '../../cli/fleet/show/table-formats.ts';
import { root } from '../../scripts/functions.ts';
import { Browser, BROWSER, type OpenPage, type View } from '../support/browser.ts';
import { NODE_20 } from '../support/forms.ts';
import { needTools } from '../support/kpt.ts';
import { largeTable } from '../support/large-table.ts';
import { HOSTILE, inGitPageFleet, SECRET_VALUE } from '../support/page-fleet.ts';
import type { VariantRow } from '../../src/fleet/index.ts';

const VIEWS: readonly View[] = [1280, 390].flatMap((width) => [
  { width, isDark: false },
  { width, isDark: true },
]);

const WIDE: View = { width: 1280, isDark: false };

/** Opens everything that is folded. */
const OPEN = 'document.querySelectorAll("details").forEach((each) => { each.open = true; })';

/** Opens the page's filter as a user does, and types a text in place of the one that it has. */
async function filterBy(page: OpenPage, text: string): Promise<void> {
  await page.evaluate('document.querySelector("#filter-text").focus()');
  await page.evaluate('document.querySelector("#filter-text").select()');
  if (text === '') await page.evaluate('document.execCommand("delete")');
  else await page.type(text);
}

/** Entries that are seen, by section: `conflicts 1`. */
const SEEN = `[...document.querySelectorAll("main > section")].filter((each) => each.checkVisibility()).map((each) =>
  each.id + " " + [...each.querySelectorAll("tbody > tr, .items > *, article, .list > li")].filter((item) => item.checkVisibility()).length)`;

/** Text that a screen reader announces. */
const ANNOUNCED = 'document.querySelector("#filter [aria-live=polite]").textContent';

/** Number of changes on a page that has too many of them. */
const MANY = 502;

/** Returns the page of a plan with more changes than it shows, a folder with a hostile name, and 10,000 variants. */
function cutPage(): string {
  const folders = Array.from({ length: 10_000 }, (_, index) => `clusters/store-${index}/shop`);
  const row = { name: 'shop', namespace: '', set: 'shop', upstream: 'blueprints/shop', files: [], conflicts: 0 };
  const update = folders.map((folder): VariantRow => ({ ...row, folder, action: 'update', from: 'v1', to: 'v2' }));
  const changes = Array.from({ length: MANY }, (_, index) => ({
    resource: `ConfigMap/${index}`,
    field: 'data.x',
    before: '1',
    after: '2',
    places: folders.slice(index, index + 60).map((folder) => ({ folder, file: 'web.yaml', line: undefined })),
  }));
  const drift = { rows: [], errors: [], results: [] };
  return fleetPage({
    task: { name: 'plan' },
    subject: { repository: 'fleet', branch: 'main', commit: undefined },
    writes: false,
    conclusion: '10,001 variants',
    results: [],
    changes: [],
    changeClasses: () => changes,
    variants: [...update, { ...row, folder: `clusters/${HOSTILE}/shop`, action: 'create', from: undefined, to: 'v2' }],
    classes: [],
    chains: [],
    drift,
  });
}

/** Returns the page of a plan in which two variants are made of one, and another one of the first of them. */
function chainsPage(): string {
  const row = (folder: string, action: VariantRow['action']): VariantRow => {
    const made = { files: ['web.yaml'], conflicts: 0, from: 'v1', to: 'v2', upstream: 'blueprints/shop' };
    return { ...made, name: folder, namespace: '', set: undefined, folder, action };
  };
  const base = row('clusters/base-of-all-clusters-in-the-north/shop', 'update');
  const made = [row('clusters/oslo/shop', 'conflict'), row('clusters/tromso/shop', 'create')];
  const last = row('clusters/canary/shop', 'error');
  const chains = [
    { step: 1, source: 'blueprints/shop', variants: [base] },
    { step: 2, source: base.folder ?? '', variants: made },
    { step: 3, source: 'clusters/oslo/shop', variants: [last] },
  ];
  const variants = [base, ...made, last];
  const nothing = { results: [], changes: [], classes: [], drift: undefined };
  const subject = { repository: 'fleet', branch: 'main', commit: undefined };
  return fleetPage({
    ...nothing,
    task: { name: 'plan' },
    subject,
    writes: false,
    conclusion: '4 variants',
    variants,
    chains,
  });
}

describe('pages of a fleet in a browser', function () {
  let folder = '';
  let browser: Browser;
  /** Page of the plan that the other form of the program prints. */
  let onNode = '';

  before(async function () {
    needTools(this, 'git', BROWSER);
    folder = mkdtempSync(join(tmpdir(), 'krm-variants-pages-'));
    browser = new Browser();
    await inGitPageFleet(async ({ fleet }) => {
      const plan = fleet.run('krm-variants', 'fleet', 'plan', '--report', `html=${folder}/plan.html`);
      assert.equal(plan.exitCode, 1, plan.stderr);
      onNode = fleet.run(NODE_20, join(root, 'dist/krm-variants.cjs'), 'fleet', 'plan', '--report', 'html').stdout;
      const fields = ['Deployment/web:spec.replicas', 'ConfigMap/settings:data.motd', 'Secret/key:stringData.token'];
      const table = fleet.run('krm-variants', 'fleet', 'table', ...fields, '--by', 'region', '--report', 'html');
      assert.equal(table.exitCode, 0, table.stderr);
      writeFileSync(join(folder, 'table.html'), table.stdout);
    });
    writeFileSync(join(folder, 'large.html'), tablePage(largeTable(10_000)));
    writeFileSync(join(folder, 'chains.html'), chainsPage());
    writeFileSync(join(folder, 'cut.html'), cutPage());
  });

  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  for (const name of ['plan', 'table', 'large', 'chains'])
    for (const view of VIEWS)
      it(`shows the ${name} ${view.width} pixels wide, ${view.isDark ? 'dark' : 'light'}: it fits, and axe finds nothing`, async () => {
        const file = join(folder, `${name}.html`);
        const page = await browser.open(file, view);
        if (name !== 'large') await page.evaluate(OPEN);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), view.width);
        const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
        assert.equal(background, view.isDark ? 'rgb(20, 23, 26)' : 'rgb(251, 251, 250)');
        assert.deepEqual(await page.audit(), []);
        await filterBy(page, 'o');
        assert.match(String(await page.evaluate(ANNOUNCED)), / entries: /);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), view.width);
        assert.deepEqual(await page.audit(), []);
        await filterBy(page, '');
        const picture = await page.screenshot();
        assert.equal(picture.readUInt32BE(16), view.width);
        const { PICTURES } = process.env;
        if (PICTURES !== undefined)
          writeFileSync(join(PICTURES, `${name}-${view.width}-${view.isDark ? 'dark' : 'light'}.png`), picture);
        assert.deepEqual(page.requests, [new URL(file, 'file:').href]);
        assert.deepEqual(page.messages, []);
        await page.close();
      });

  it('has the same bytes from the executable and from the bundle on Node 20', () =>
    assert.equal(onNode, readFileSync(join(folder, 'plan.html'), 'utf8')));

  it('shows what looks like HTML as text, runs nothing, and has no values of Secrets', async () => {
    for (const name of ['plan', 'table']) {
      const file = join(folder, `${name}.html`);
      const page = await browser.open(file, WIDE);
      await page.evaluate(OPEN);
      assert.equal(await page.evaluate('document.querySelectorAll("img, iframe, object, link").length'), 0);
      assert.equal(await page.evaluate('document.querySelectorAll("script").length'), 1);
      assert.ok(String(await page.evaluate('document.body.textContent')).includes(HOSTILE));
      assert.ok(!readFileSync(file, 'utf8').includes(SECRET_VALUE));
      await page.close();
    }
  });

  it('lets no script run that somebody adds to the file', async () => {
    const file = join(folder, 'changed.html');
    const changed = readFileSync(join(folder, 'plan.html'), 'utf8');
    const script = '<script>document.title = "changed"</script><img src="http://127.0.0.1:9/x.png">';
    writeFileSync(file, changed.replace('</main>', `${script}<p style="color: red">x</p></main>`));
    const page = await browser.open(file, WIDE);
    assert.equal(await page.evaluate('document.title'), 'Fleet plan');
    assert.deepEqual(page.requests, [new URL(file, 'file:').href]);
    assert.match(page.messages.join('\n'), /Content Security Policy/);
    await page.close();
  });

  it('shows what names a cluster, says how many entries that are, and shows all again for an empty field', async () => {
    const page = await browser.open(join(folder, 'plan.html'), WIDE);
    const all = await page.evaluate(SEEN);
    assert.equal(await page.evaluate(ANNOUNCED), '');
    await filterBy(page, ' Lima ');
    assert.deepEqual(await page.evaluate(SEEN), ['conflicts 1', 'variants 1', 'edits 1']);
    assert.equal(await page.evaluate(ANNOUNCED), '3 of 22 entries: Conflicts 1, Variants 1, Local edits 1.');
    const links =
      '[...document.querySelectorAll("nav a")].filter((each) => each.checkVisibility()).map((each) => each.hash)';
    assert.deepEqual(await page.evaluate(links), ['#conflicts', '#variants', '#edits']);
    await filterBy(page, 'quito');
    assert.deepEqual(await page.evaluate(SEEN), ['problems 1', 'variants 1']);
    await filterBy(page, 'shopclusters');
    assert.deepEqual(await page.evaluate(SEEN), []);
    assert.equal(await page.evaluate(ANNOUNCED), 'No entry names this folder.');
    await filterBy(page, '');
    assert.deepEqual([await page.evaluate(SEEN), await page.evaluate(ANNOUNCED)], [all, '']);
    await page.close();
  });

  it('finds a cluster in a list of 10,000, and says that entries beyond the first 500 are not searched', async () => {
    const page = await browser.open(join(folder, 'cut.html'), WIDE);
    await filterBy(page, 'store-9999/');
    assert.deepEqual(await page.evaluate(SEEN), ['changes 0', 'variants 1']);
    const left = 'Entries that the page leaves out are not searched.';
    assert.equal(await page.evaluate(ANNOUNCED), `1 of 504 entries: Variants 1. ${left}`);
    assert.ok(await page.evaluate('document.querySelector("#changes .rest").checkVisibility()'));
    await filterBy(page, 'store-59/');
    assert.deepEqual(await page.evaluate(SEEN), ['changes 60', 'variants 1']);
    await page.close();
  });

  it('finds a folder whose name looks like HTML, and runs nothing of it', async () => {
    const page = await browser.open(join(folder, 'cut.html'), WIDE);
    await filterBy(page, HOSTILE);
    assert.deepEqual(await page.evaluate(SEEN), ['changes 0', 'variants 1']);
    assert.equal(await page.evaluate('document.querySelectorAll("script").length'), 1);
    assert.deepEqual(page.messages, []);
    await page.close();
  });

  it('is without its field, and whole, if scripts are off', async () => {
    const page = await browser.open(join(folder, 'plan.html'), WIDE);
    await page.ask('Emulation.setScriptExecutionDisabled', { value: true });
    await page.show(join(folder, 'plan.html'));
    assert.equal(await page.evaluate('document.querySelector("#filter").checkVisibility()'), false);
    assert.equal(await page.evaluate('document.querySelectorAll("section [hidden]").length'), 0);
    await page.close();
  });

  it('opens a change, its diff and its variants with the keyboard', async () => {
    const page = await browser.open(join(folder, 'plan.html'), WIDE);
    const focused = async (): Promise<string> =>
      String(
        await page.evaluate('document.activeElement.closest("section")?.id + " " + document.activeElement.tagName'),
      );
    for (let presses = 0; (await focused()) !== 'changes SUMMARY'; presses++) {
      assert.ok(presses < 50, 'the first change must be reached with Tab');
      await page.press('Tab');
    }
    const isSeen = 'document.querySelector("#changes .diff").checkVisibility({ contentVisibilityAuto: true })';
    assert.equal(await page.evaluate(isSeen), false);
    assert.notEqual(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'none');
    await page.press('Enter');
    assert.equal(await page.evaluate(isSeen), true);
    await page.press('Enter');
    assert.equal(await page.evaluate(isSeen), false);
    await page.close();
  });

  it('leads from its links to each section', async () => {
    const page = await browser.open(join(folder, 'plan.html'), WIDE);
    const missing =
      '[...document.querySelectorAll("nav a")].filter((each) => document.querySelector(each.hash) === null).length';
    assert.deepEqual(
      [await page.evaluate('document.querySelectorAll("nav a").length'), await page.evaluate(missing)],
      [6, 0],
    );
    await page.close();
  });

  it('prints the diffs of all changes, the names of a few variants, and no links', async () => {
    const page = await browser.open(join(folder, 'plan.html'), { ...WIDE, isPrint: true });
    const hidden =
      '[...document.querySelectorAll(".item .diff, .printed .names")].filter((each) => !each.checkVisibility()).length';
    assert.deepEqual(
      [await page.evaluate(hidden), await page.evaluate('document.querySelector("nav").checkVisibility()')],
      [0, false],
    );
    await page.close();
  });

  it('tells states apart in the colors of a user', async () => {
    const page = await browser.open(join(folder, 'plan.html'), { ...WIDE, hasForcedColors: true });
    const fills =
      '[...new Set([...document.querySelectorAll(".overview rect:not(.track)")].map((each) => getComputedStyle(each).fill))].length';
    assert.equal(await page.evaluate(fills), 1);
    const signs =
      '[...document.querySelectorAll(".legend .tag")].map((each) => each.textContent.trim().slice(0, 1)).join("")';
    assert.equal(await page.evaluate(signs), '×!?+↑‖=');
    await page.close();
  });
});
