import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { runProgram } from '../../../cli/host/run-program.ts';
import type { ProgramEnd } from '../../../src/host/index.ts';
import { needProc, processesWith, until } from '../../support/running.ts';
import { inFolder } from '../run-support.ts';

/** A command that ends later than any test; no other process has its arguments. */
const SLEEP = `sleep 3000.${process.pid}`;

function runShell(script: string, input = '', milliseconds = Infinity): Promise<ProgramEnd> {
  return runProgram(['sh', '-c', script], input, milliseconds);
}

const rows: readonly (readonly [name: string, script: string, input: string, want: Partial<ProgramEnd>])[] = [
  ['returns its output and stderr', 'cat; echo b >&2', 'é', { stdout: 'é', stderr: 'b\n', exitCode: 0 }],
  ['keeps a byte order mark', 'cat', '\uFEFFa', { stdout: '\uFEFFa' }],
  ['returns the exit code and the output of a failure', 'echo a; exit 3', '', { stdout: 'a\n', exitCode: 3 }],
  [
    'names the signal that ended a program',
    'kill -TERM $$',
    '',
    { exitCode: -1, signal: 'SIGTERM', isTimedOut: false },
  ],
  ['allows a program that does not read its input', 'echo a', 'x'.repeat(1 << 22), { stdout: 'a\n', exitCode: 0 }],
  ['allows a program that closes its input', 'exec <&-; echo a', 'x'.repeat(1 << 22), { stdout: 'a\n', exitCode: 0 }],
  ['passes its environment', 'echo "$HOME"', '', { stdout: `${process.env['HOME']}\n` }],
  ['runs it in its own folder', 'pwd', '', { stdout: `${process.cwd()}\n` }],
  [
    'escapes invalid UTF-8 in stderr',
    String.raw`printf 'a\377b\303 \303\251\342\200\250\\\n' >&2`,
    '',
    { stderr: String.raw`a\xffb\xc3 é\u2028\ `.replace(/ $/, '\n'), exitCode: 0 },
  ],
  [
    'replaces invalid UTF-8 in the output, and returns the first invalid byte',
    String.raw`printf 'ab\377'`,
    '',
    { stdout: 'ab\uFFFD', damage: 'invalid byte 0xff at offset 2', exitCode: 0 },
  ],
  [
    'does so for the incomplete character at the end of a failure',
    String.raw`printf 'a\342\202'; exit 1`,
    '',
    { stdout: 'a\uFFFD', damage: 'invalid byte 0xe2 at offset 1', exitCode: 1 },
  ],
];

describe('runProgram', () => {
  for (const [name, script, input, want] of rows) {
    it(name, async () => {
      const end = await runShell(script, input);
      assert.deepEqual({ ...end, ...want }, end);
    });
  }

  it('passes arguments as they are', async () => {
    const { stdout } = await runProgram(['printf', '<%s>', 'a b', '', '$HOME', '*'], '', Infinity);
    assert.equal(stdout, '<a b><><$HOME><*>');
  });

  it('returns an output of many megabytes whose characters are split between reads', async () => {
    const input = 'aé😀'.repeat(4_000_000);
    const { stdout } = await runProgram(['cat'], input, Infinity);
    assert.equal(stdout === input, true);
  });

  const limits: readonly (readonly [name: string, script: string, leavesAnother: boolean])[] = [
    ['a program that does not end', `echo a; exec ${SLEEP}`, false],
    ['a program that ignores other signals', 'echo a; trap "" TERM INT; while :; do sleep 1; done', false],
    ['a program that leaves its output open to another one', `echo a; ${SLEEP} & exit 0`, true],
    ['a program that waits for another one', `echo a; ${SLEEP}; :`, true],
  ];
  for (const [name, script, leavesAnother] of limits) {
    it(`kills ${name}, and waits for no other`, async function () {
      needProc(this);
      const end = await runShell(script, 'x'.repeat(1 << 20), 2000);
      assert.deepEqual(end, { stdout: 'a\n', stderr: '', exitCode: -1, signal: 'SIGKILL', isTimedOut: true });
      const others = (): number[] => processesWith(SLEEP.replace(' ', '\0'));
      // A process is listed for a moment after it is killed.
      await until(() => others().length === (leavesAnother ? 1 : 0));
      for (const pid of others()) process.kill(pid, 'SIGKILL');
    });
  }

  it('has no time limit for Infinity', async () => {
    const end = await runShell('sleep 0.1; echo a', '', Infinity);
    assert.deepEqual([end.stdout, end.isTimedOut], ['a\n', false]);
  });

  const refused: readonly (readonly [name: string, program: string, message: string])[] = [
    ['is not on the PATH', 'no-such-program', '"no-such-program" cannot be started: it must be on the PATH'],
    [
      'does not exist',
      './no/such',
      '"./no/such" cannot be started: there is no such file: as in kpt, its path is relative to the folder in which the command is called',
    ],
    ['does not exist at an absolute path', '/no/such', '"/no/such" cannot be started: there is no such file'],
    [
      'lacks its interpreter',
      '@lost',
      '"@lost" cannot be started: the interpreter that its first line names must exist',
    ],
    ['is not executable', '@plain', '"@plain" cannot be started: it must be an executable file: see chmod +x'],
    ['is a folder', '@', '"@" cannot be started: it must be an executable file: see chmod +x'],
    ['has a file in its path', '@plain/a', '"@plain/a" cannot be started: a part of its path is not a folder'],
    [
      'has too long a name',
      `./${'a'.repeat(5000)}`,
      `"./${'a'.repeat(5000)}" cannot be started: the path, or a name in it, is too long`,
    ],
    [
      'has a NUL character in its name',
      './a\0b',
      '"./a\\u0000b" cannot be started: a command must not contain a NUL character',
    ],
  ];
  for (const [name, program, message] of refused) {
    it(`refuses a program that ${name}`, async () => {
      await inFolder({ plain: 'a', lost: '#!/no/such/interpreter\n' }, async (folder) => {
        chmodSync(`${folder}/lost`, 0o755);
        const shown = (text: string): string => text.replace('@', `${folder}/`);
        await assert.rejects(runProgram([shown(program)], 'x', Infinity), {
          name: 'KrmError',
          message: shown(message),
        });
      });
    });
  }

  it('refuses arguments that the system does not accept', async () => {
    await assert.rejects(runProgram(['echo', 'x'.repeat(1 << 22)], '', Infinity), {
      name: 'KrmError',
      message: '"echo" cannot be started: its arguments must be shorter',
    });
  });

  it('refuses a stderr that is too long with its escapes', async () => {
    const command = ['sh', '-c', String.raw`printf 'abc\377' >&2`];
    await assert.rejects(runProgram(command, '', Infinity, 12), {
      name: 'KrmError',
      message: 'the output of "sh" must be at most 3 bytes',
    });
    const { stderr } = await runProgram(command, '', Infinity, 16);
    assert.equal(stderr, String.raw`abc\xff`);
  });

  for (const stream of ['yes', 'yes >&2']) {
    it(`kills a program that prints too much: ${stream}`, async () => {
      await assert.rejects(runProgram(['sh', '-c', stream], '', Infinity, 1 << 20), {
        name: 'KrmError',
        message: 'the output of "sh" must be at most 1048576 bytes',
      });
    });
  }
});
