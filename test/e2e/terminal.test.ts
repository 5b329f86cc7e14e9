import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { root as project } from '../../scripts/functions.ts';
import { diffWithin, inFolder, kptfile, readFiles } from '../cli/run-support.ts';
import { makeFifo } from '../support/fifo.ts';
import { NODE_20 } from '../support/forms.ts';
import { runProgram } from '../support/child.ts';
import { needTools } from '../support/kpt.ts';
import { whileHeld, type RunCommand } from '../support/lock-runs.ts';
import { onTerminal, TERMINAL_TOOL } from '../support/pseudo-terminal.ts';
import { needProc } from '../support/running.ts';

const native: RunCommand = [join(project, 'dist/krm-variants'), 'run', 'strip-transform'];
const bundle: RunCommand = [NODE_20, join(project, 'dist/krm-variants.cjs'), 'run', 'strip-transform'];

const FILES = {
  'shop/Kptfile': kptfile('shop'),
  'shop/web.yaml': 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  uid: x\n',
};

const DIFF = `--- a/web.yaml
+++ b/web.yaml
@@ -2,4 +2,3 @@
 kind: Service
 metadata:
   name: web
-  uid: x
`;

const COLORED = `\u001b[1m--- a/web.yaml\u001b[0m
\u001b[1m+++ b/web.yaml\u001b[0m
\u001b[36m@@ -2,4 +2,3 @@\u001b[0m
 kind: Service
 metadata:
   name: web
\u001b[31m-  uid: x\u001b[0m
`;

const CONFIG =
  'apiVersion: krm-variants.dev/v1alpha1\nkind: StripTransform\nmetadata:\n  name: s\nspec:\n  builtIn: true\n';

const forms: Readonly<Record<string, RunCommand>> = {
  'the native executable': native,
  'the bundle on Node 20': bundle,
};

for (const [form, command] of Object.entries(forms)) {
  const other = Object.values(forms).find((each) => each !== command) ?? command;

  describe(`krm-variants run on a terminal: ${form}`, () => {
    before(function () {
      needTools(this, TERMINAL_TOOL);
    });

    /** Runs with words of the shell after the command, `$SHOP` being the package. */
    const run = (
      words: string,
      env?: Readonly<Record<string, string>>,
      act?: (root: string) => void,
    ): Promise<string> =>
      inFolder(FILES, async (root) => {
        const shown = await onTerminal(`${command.join(' ')} ${words}`, {
          ...env,
          SHOP: join(root, 'shop'),
          ROOT: root,
        });
        act?.(root);
        const shop = join(root, 'shop');
        return diffWithin(shop, shown.replaceAll(` ${shop}/`, ' @'));
      });

    it('colors the diff, and ends with a summary', async () => {
      const shown = await run('$SHOP --diff');
      assert.ok(shown.startsWith(COLORED), shown);
      assert.match(shown, /\n1 file changed\n$/);
    });

    it('shows the log of a rendering with -v, with colors, and a summary', () => {
      const pipeline = 'pipeline:\n  mutators:\n  - exec: strip-transform\n    configPath: c.yaml\n';
      const files = {
        'shop/Kptfile': kptfile('shop'),
        'shop/s/Kptfile': `${kptfile('s')}${pipeline}    selectors: [{kind: Service}]\n`,
        'shop/s/c.yaml': CONFIG,
        'shop/s/web.yaml': FILES['shop/web.yaml'],
      };
      return inFolder(files, async (root) => {
        const [program = '', ...before] = command.slice(0, -2);
        const shown = await onTerminal([program, ...before, 'render', '-v', join(root, 'shop')].join(' '));
        assert.match(shown, /^\u001b\[32m\[PASS\]\u001b\[0m "strip-transform" in [\d.]+m?s$/m);
        assert.match(
          shown,
          /\nchanged \S+\/shop\/s\/web\.yaml\n\[notice\].*\n1 function in 2 packages: 1 file changed\n$/,
        );
      });
    });

    it('says what would change with --dry-run', async () => {
      assert.equal(await run('$SHOP --dry-run'), 'would change @web.yaml\n1 file would change\n');
    });

    it('colors the severity of a message', async () => {
      assert.equal(await run('nowhere'), '\u001b[31m[error]\u001b[0m nowhere: does not exist\n1 error\n');
    });

    it('colors the severity of a wrong command line, unless --color says never', async () => {
      const [message = '', ...usage] = (await run('$SHOP --nothing')).split('\n');
      assert.match(message, /^\u001b\[31m\[error\]\u001b\[0m: .*--nothing/);
      assert.ok(!usage.join('\n').includes('\u001b'), usage.join('\n'));
      for (const words of ['$SHOP --nothing --color never', '--color=never $SHOP --nothing'])
        assert.match(await run(words), /^\[error\]: .*--nothing/);
      assert.match(await run('$SHOP --nothing', { NO_COLOR: '1' }), /^\[error\]: .*--nothing/);
    });

    it('has no colors with --color never, and has them in a file with --color always', async () => {
      assert.ok(!(await run('$SHOP --diff --color never')).includes('\u001b'));
      await run('$SHOP --diff --color always > $ROOT/diff', { NO_COLOR: '1' }, (root) => {
        assert.equal(diffWithin(join(root, 'shop'), readFileSync(join(root, 'diff'), 'utf8')), COLORED);
      });
    });

    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }, { CLICOLOR: '0' }]) {
      it(`has no colors with ${JSON.stringify(env)}`, async () => {
        const shown = await run('$SHOP --diff', env);
        assert.ok(shown.startsWith(DIFF), shown);
        assert.ok(!shown.includes('\u001b'), shown);
      });
    }

    it('leaves a diff that goes to a file as it is', () =>
      run('$SHOP --diff > $ROOT/diff', {}, (root) => {
        assert.equal(diffWithin(join(root, 'shop'), readFileSync(join(root, 'diff'), 'utf8')), DIFF);
      }).then((shown) => assert.match(shown, /\n1 file changed\n$/)));

    it('leaves messages that go to a file as they are', () =>
      run('nowhere 2> $ROOT/messages', {}, (root) => {
        assert.equal(readFileSync(join(root, 'messages'), 'utf8'), '[error] nowhere: does not exist\n1 error\n');
      }).then((shown) => assert.equal(shown, '')));

    it('shows what a long call does, in a line that is gone before any output', () =>
      inFolder({ ...FILES, config: CONFIG }, async (root) => {
        const fifo = join(root, 'fifo');
        makeFifo(fifo);
        const shown = onTerminal(`${command.join(' ')} ${join(root, 'shop')} --diff --fn-config ${fifo}`);
        // The first step is after the configuration, and more than a second after the call began to read it.
        const writer = await open(fifo, 'w');
        await runProgram('sleep', ['1.5']);
        await writer.writeFile(CONFIG);
        await writer.close();
        const [before, line, ...others] = diffWithin(join(root, 'shop'), await shown).split('\r\u001b[K');
        assert.deepEqual([before, line], ['', 'reading 1 of 2 files']);
        const rest = others.pop() ?? '';
        assert.ok(rest.startsWith(COLORED), rest);
        // A slow machine shows other steps, too.
        for (const step of others) assert.match(step, /^(?:reading|applying) /);
      }));

    it('shows that it waits for another process', () =>
      whileHeld(other, command, async ({ root, pid }) => {
        const shown = await onTerminal(`TMPDIR=${root} ${command.join(' ')} ${join(root, 'shop')}`);
        assert.ok(shown.includes(`\r\u001b[Kwaiting for process ${pid}`), shown);
        assert.match(shown, /\r\u001b\[K\u001b\[31m\[error\]\u001b\[0m: another process .*\n1 error\n$/);
      }));
  });

  describe(`krm-variants run --timeout: ${form}`, () => {
    it('stops a call that is stuck, and leaves the files as they were', () =>
      inFolder(FILES, async (root) => {
        const fifo = join(root, 'fifo');
        makeFifo(fifo);
        const before = readFiles(join(root, 'shop'));
        const [program, ...args] = command;
        const limited = [...args, join(root, 'shop'), '--fn-config', fifo, '--timeout', '1s'];
        assert.deepEqual(await runProgram(program, limited), {
          stdout: '',
          stderr:
            '[error]: the call took longer than 1s (`--timeout`) and was stopped: no file was written; raise the limit, run it on fewer files, or check the servers that it reads from\n',
          exitCode: 1,
        });
        assert.deepEqual(readFiles(join(root, 'shop')), before);
      }));

    it('changes nothing for a call in time', () =>
      inFolder(FILES, async (root) => {
        const [program, ...args] = command;
        const check = [...args, join(root, 'shop'), '--diff', '--check'];
        const limited = await runProgram(program, [...check, '--timeout', '1m']);
        assert.deepEqual(limited, await runProgram(program, check));
        assert.deepEqual([diffWithin(join(root, 'shop'), limited.stdout), limited.exitCode], [DIFF, 4]);
      }));
  });

  describe(`a folder that another process writes: ${form}`, () => {
    before(function () {
      needProc(this);
    });

    it('is refused while that process runs, and written when it was killed', () =>
      whileHeld(other, command, async ({ root, pid, run, kill }) => {
        const refused = await run(join(root, 'shop'));
        assert.ok(refused.stderr.startsWith(`[error]: another process (pid ${pid}) is writing to `), refused.stderr);
        assert.equal(refused.exitCode, 1);
        await kill();
        assert.equal((await run(join(root, 'shop'))).exitCode, 0);
      }));
  });
}
