import assert from 'node:assert/strict';
import { formatSummary } from '../../../cli/report/summary.ts';
import { styledDiff } from '../../../cli/terminal/styled-diff.ts';
import { wantsColors } from '../../../cli/terminal/terminal.ts';
import { formatDiff } from '../../../src/package/diff.ts';
import type { Result } from '../../../src/krm/index.ts';

interface ColorCase {
  readonly env: Readonly<Record<string, string>>;
  readonly onTerminal: boolean;
  readonly elsewhere: boolean;
}

const colors: Readonly<Record<string, ColorCase>> = {
  'a terminal alone': { env: {}, onTerminal: true, elsewhere: false },
  'an empty NO_COLOR': { env: { NO_COLOR: '' }, onTerminal: true, elsewhere: false },
  NO_COLOR: { env: { NO_COLOR: '1' }, onTerminal: false, elsewhere: false },
  'NO_COLOR over FORCE_COLOR': { env: { NO_COLOR: '1', FORCE_COLOR: '1' }, onTerminal: false, elsewhere: false },
  FORCE_COLOR: { env: { FORCE_COLOR: '1' }, onTerminal: true, elsewhere: true },
  'FORCE_COLOR=0': { env: { FORCE_COLOR: '0', CLICOLOR_FORCE: '1' }, onTerminal: false, elsewhere: false },
  'FORCE_COLOR=false': { env: { FORCE_COLOR: 'false' }, onTerminal: false, elsewhere: false },
  CLICOLOR_FORCE: { env: { CLICOLOR_FORCE: '1' }, onTerminal: true, elsewhere: true },
  'CLICOLOR_FORCE=0': { env: { CLICOLOR_FORCE: '0' }, onTerminal: true, elsewhere: false },
  'CLICOLOR=0': { env: { CLICOLOR: '0' }, onTerminal: false, elsewhere: false },
};

describe('colors', () => {
  for (const [title, { env, onTerminal, elsewhere }] of Object.entries(colors)) {
    it(`follow ${title}`, () => {
      assert.deepEqual([wantsColors(true, env), wantsColors(false, env)], [onTerminal, elsewhere]);
    });
  }

  it('of a diff are those of git, also for a removed line that begins with dashes', () => {
    const diff = formatDiff([
      { path: 'a.yaml', before: 'a: 1\n-- x: 1\nb: 2\n', after: 'a: 1\n++ y: 1\nb: 2' },
      { path: 'b.yaml', before: undefined, after: 'c: 3\n' },
    ]);
    const shown = [
      '<1>--- a/a.yaml</>',
      '<1>+++ b/a.yaml</>',
      '<36>@@ -1,3 +1,3 @@</>',
      ' a: 1',
      '<31>--- x: 1</>',
      '<31>-b: 2</>',
      '<32>+++ y: 1</>',
      '<32>+b: 2</>',
      '\\ No newline at end of file',
      '<1>--- /dev/null</>',
      '<1>+++ b/b.yaml</>',
      '<36>@@ -0,0 +1,1 @@</>',
      '<32>+c: 3</>',
      '',
    ].join('\n');
    const escapes = shown.replaceAll('</>', '\u001b[0m').replaceAll(/<(\d+)>/g, '\u001b[$1m');
    assert.equal(styledDiff(diff), escapes);
    // Without its styles, it is the diff.
    assert.equal(styledDiff(diff).replaceAll(/\u001b\[\d+m/g, ''), diff);
    assert.equal(styledDiff(''), '');
  });
});

const WRITES = { writes: true, prints: false, output: undefined };

const summaries: readonly (readonly [
  want: string,
  files: number,
  severities: readonly Result['severity'][],
  args?: Parameters<typeof formatSummary>[1],
])[] = [
  ['no file changed', 0, ['info']],
  ['1 file changed', 1, []],
  ['3 files changed, 2 warnings', 3, ['warning', 'warning', 'info']],
  ['3 files would change, 1 warning', 3, ['warning'], { ...WRITES, writes: false }],
  ['no file would change', 0, [], { ...WRITES, writes: false }],
  ['1 file changed in the output', 1, [], { ...WRITES, prints: true }],
  ['2 files changed in the output', 2, [], { ...WRITES, output: 'new' }],
  ['2 errors, 1 warning', 0, ['error', 'error', 'warning']],
];

describe('the summary of a run', () => {
  for (const [want, files, severities, args = WRITES] of summaries) {
    it(`is "${want}"`, () => {
      const results = severities.map((severity) => ({ severity, code: 'x-test', message: 'm' }) as const);
      assert.equal(formatSummary({ changes: Array.from({ length: files }), results }, args), want);
    });
  }
});
