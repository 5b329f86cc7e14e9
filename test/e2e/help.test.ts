import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { allCommands, describeCommands } from '../../cli/arguments/define-group.ts';
import { COMMANDS } from '../../cli/commands.ts';
import { root } from '../../scripts/functions.ts';
import { needTools } from '../support/kpt.ts';
import { onTerminal, TERMINAL_TOOL } from '../support/pseudo-terminal.ts';

const program = join(root, 'dist/krm-variants');

describe('the manual page', function () {
  before(function () {
    needTools(this, 'man');
  });

  it('is read by man without a warning, and has every command and option', async () => {
    const { status, stdout, stderr } = spawnSync(
      'man',
      ['--warnings', '-P', 'cat', '-l', join(root, 'dist/krm-variants.1')],
      {
        encoding: 'utf8',
        env: { ...process.env, MANWIDTH: '100', LC_ALL: 'C.UTF-8' },
      },
    );
    assert.deepEqual([status, stderr], [0, '']);
    const text = stdout.replaceAll(/.\u0008/g, '');
    for (const { name, options } of allCommands(await describeCommands(COMMANDS)).filter(
      ({ commands }) => commands === undefined,
    )) {
      assert.match(text, new RegExp(`^ +${name}( |$)`, 'm'));
      for (const option of options) assert.ok(text.includes(`--${option.name}`), `${name} --${option.name}`);
    }
  });
});

describe('help on a terminal', function () {
  before(function () {
    needTools(this, TERMINAL_TOOL);
  });

  it('is shown by $PAGER', async () => {
    const shown = await onTerminal(`${program} help strip-transform`, { PAGER: 'sed s/^/P:/' });
    assert.match(shown, /^P:strip-transform/m);
  });

  for (const [name, pager] of [
    ['an empty PAGER', ''],
    ['a PAGER that does not exist', 'no-such-pager'],
  ] as const)
    it(`is printed with ${name}`, async () => {
      const shown = await onTerminal(`${program} help strip-transform`, { PAGER: pager });
      assert.match(shown, /^strip-transform/m);
    });

  it('is printed as it is into a pipe', () => {
    const { stdout } = spawnSync('sh', ['-c', `${program} help strip-transform | cat`], {
      encoding: 'utf8',
      env: { ...process.env, PAGER: 'sed s/^/P:/' },
    });
    assert.match(stdout, /^strip-transform/m);
  });

  it('says that a function waits for its input', async () => {
    const shown = await onTerminal(`${program} strip-transform`);
    assert.match(
      shown,
      /strip-transform waits for a ResourceList on standard input; `krm-variants run strip-transform DIR\|FILE \.\.\.` runs it on files/,
    );
  });
});
