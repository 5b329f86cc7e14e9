import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { allCommands, describeCommands } from '../../cli/arguments/define-group.ts';
import { COMMANDS } from '../../cli/commands.ts';
import { commandHelp, programUsage } from '../../cli/reference/usage.ts';
import { runProgram, runScript, type Ended } from '../support/child.ts';
import { PROBE } from '../support/probe.ts';
import { resource, resourceList } from '../support/resource-list.ts';
import { inFolder } from './run-support.ts';

const ONE_FUNCTION = import.meta.resolve('../support/one-function.ts');
const TWO_FUNCTIONS = import.meta.resolve('../support/two-functions.ts');

const LIST = resourceList([resource('v1', 'ConfigMap', 'a')], PROBE);
const RAN: Ended = { stdout: `${LIST}results:\n- message: ran\n  severity: info\n`, stderr: '', exitCode: 0 };

interface Row {
  readonly args: readonly string[];
  readonly input?: string;
  readonly want: Partial<Ended>;
  /** Part of stderr. */
  readonly says?: string;
}

const one: readonly Row[] = [
  { args: [], input: LIST, want: RAN },
  { args: ['--help'], want: { stdout: '# probe\n', stderr: '', exitCode: 0 } },
  { args: ['-h'], want: { stdout: '# probe\n', stderr: '', exitCode: 0 } },
  { args: ['--version'], want: { stdout: '1.2.3\n', stderr: '', exitCode: 0 } },
  { args: ['--verbose'], want: { stdout: '', exitCode: 2 }, says: '[error]: probe takes no arguments except' },
  { args: [], input: '', want: { stdout: '', exitCode: 1 }, says: '[error]: the input is empty' },
  {
    args: [],
    input: LIST.replace('spec:', 'sepc:'),
    want: { exitCode: 1 },
    says: '[error] krm-variants.dev/v1alpha1/Probe/p sepc: unknown field; did you mean `spec`?\n',
  },
];

const two: readonly Row[] = [
  { args: ['probe'], input: LIST, want: RAN },
  { args: ['probe', '--help'], want: { stdout: '# probe\n', exitCode: 0 } },
  { args: ['probe', '--version'], want: { stdout: '1.2.3\n', exitCode: 0 } },
  { args: ['--version'], want: { stdout: '1.2.3\n', exitCode: 0 } },
  { args: [], want: { stdout: programUsage(COMMANDS), stderr: '', exitCode: 0 } },
  {
    args: ['prob'],
    want: { stdout: '', exitCode: 2 },
    says: 'unknown function or command "prob"; did you mean "probe"?',
  },
  { args: ['toString'], want: { stdout: '', exitCode: 2 }, says: '[error]: unknown function or command "toString"\n' },
  { args: ['version'], want: { stdout: '1.2.3\n', exitCode: 0 } },
  { args: ['help', 'probe'], want: { stdout: '# probe\n', stderr: '', exitCode: 0 } },
  { args: ['help', 'probe', '--all'], want: { stdout: 'PROBE\n', stderr: '', exitCode: 0 } },
  { args: ['help', 'other-probe', '--all'], want: { stdout: '# probe\n', exitCode: 0 } },
  { args: ['help', 'prob'], want: { exitCode: 2 }, says: 'unknown function or command "prob"; did you mean "probe"?' },
  {
    args: ['fleet', 'plam'],
    want: { stdout: '', exitCode: 2 },
    says: 'unknown command "fleet plam"; did you mean "plan"?',
  },
  {
    args: ['help', 'a', 'b'],
    want: { stdout: '', exitCode: 2 },
    says: 'unknown function or command "a b"',
  },
  {
    args: ['version', '--', 'a'],
    want: { stdout: '', exitCode: 2 },
    says: 'version takes no arguments: unexpected argument "a"',
  },
  {
    args: ['explan'],
    want: { stdout: '', exitCode: 2 },
    says: 'unknown function or command "explan"; did you mean "explain"?',
  },
  {
    args: ['explain'],
    want: {
      stdout:
        'FleetHold          krm-variants.dev/v1alpha1  fleet\nMergePolicy        krm-variants.dev/v1alpha1  merge\nMergeResolution    krm-variants.dev/v1alpha1  fleet\nProbe              krm-variants.dev/v1alpha1  probe, other-probe\nWarningAcceptance  krm-variants.dev/v1alpha1  fleet\n',
      stderr: 'loaded\n',
      exitCode: 0,
    },
  },
  {
    args: ['schema', ''],
    want: { stdout: '', exitCode: 2 },
    says: '[error]: an argument of schema must not be empty\n',
  },
  {
    args: ['schema', 'Prob'],
    want: { stdout: '', exitCode: 2 },
    says: 'unknown kind "Prob"; did you mean "Probe"?\nUsage: ',
  },
  {
    args: ['completion', 'csh'],
    want: { stdout: '', exitCode: 2 },
    says: '"csh" must be bash, zsh or fish\n',
  },
  {
    args: ['render', 'a', 'b'],
    want: { stdout: '', exitCode: 2 },
    says: 'render takes only [DIR]: unexpected argument "b"\nUsage: ',
  },
  {
    args: ['render', 'a', '--', 'b=c'],
    want: { stdout: '', exitCode: 2 },
    says: 'render takes only [DIR]: unexpected argument "b=c"\nUsage: ',
  },
  {
    args: ['eval', 'a', 'b', '--exec', 'c'],
    want: { stdout: '', exitCode: 2 },
    says: 'eval takes only [DIR|FILE|-]: unexpected argument "b"; pass `key=value ...` after `--`\n',
  },
  {
    args: ['run', 'probe', ''],
    want: { stdout: '', exitCode: 2 },
    says: '[error]: an argument of run must not be empty\n',
  },
  { args: ['run'], want: { stdout: '', exitCode: 2 }, says: '[error]: run requires FUNCTION\nUsage: ' },
  {
    args: ['fn', 'render', 'shop'],
    want: { stdout: '', exitCode: 2 },
    says: '[error]: unknown command "fn": `kpt fn render` is `krm-variants render` here, and `kpt fn eval` is `krm-variants eval`\n',
  },
  { args: ['pkg', 'get'], want: { stdout: '', exitCode: 2 }, says: '[error]: unknown command "pkg": ' },
  {
    args: ['probe', 'shop'],
    want: { stdout: '', exitCode: 2 },
    says: '`krm-variants run probe DIR|FILE ...` runs it on files\n',
  },
  {
    args: ['list', '-o', 'yaml'],
    want: { stdout: '', exitCode: 2 },
    says: '[error]: `--output` must be json, not "yaml"\n',
  },
  {
    args: ['list', '--json'],
    want: { stdout: '', exitCode: 2 },
    says: '[error]: unknown option "--json"\nUsage: krm-variants list [OPTIONS]\n',
  },
  {
    args: ['run', '--dif', 'probe', '.'],
    want: { stdout: '', exitCode: 2 },
    says: 'unknown option "--dif"; did you mean "--diff"?\nUsage: krm-variants run',
  },
  {
    args: ['run', '--fn-config', 'probe', '--check', 'probe', 'nowhere'],
    want: { stdout: '', exitCode: 1 },
    says: '[error] probe: does not exist\n',
  },
  { args: ['run', 'other'], want: { stdout: '', exitCode: 2 }, says: 'unknown function or command "other"' },
  {
    args: ['list'],
    want: {
      stdout: 'probe        Does as a test says.\nother-probe  Does as a test says.\n',
      stderr: 'loaded\n',
      exitCode: 0,
    },
  },
];

describe('the executable of a function', () => {
  for (const row of one) it(title(row), () => check(ONE_FUNCTION, row));
});

describe('krm-variants', () => {
  for (const row of two) it(title(row), () => check(TWO_FUNCTIONS, row));

  const helps: readonly (readonly [args: string, usage: string])[] = [
    ['--help', 'COMMAND [OPTIONS]\n'],
    ['-h', 'COMMAND [OPTIONS]\n'],
    ['help', 'COMMAND [OPTIONS]\n'],
    ['run --help', 'run FUNCTION DIR|FILE ... [OPTIONS] [-- key=value ...]\n'],
    ['run probe nowhere --help', 'run FUNCTION DIR|FILE ... [OPTIONS] [-- key=value ...]\n'],
    ['help run', 'run FUNCTION DIR|FILE ... [OPTIONS] [-- key=value ...]\n'],
    ['help fleet plan', 'fleet plan [VARIANT ...] [OPTIONS]\n'],
    ['fleet', 'fleet COMMAND\n\nCommands:\n  plan [VARIANT ...]'],
    ['fleet --help', 'fleet COMMAND\n\nCommands:\n  plan [VARIANT ...]'],
    ['fleet plan -h', 'fleet plan [VARIANT ...] [OPTIONS]\n'],
    ['help explain', 'explain [KIND[.FIELD]] [OPTIONS]\n'],
    ['completion -h', 'completion bash|zsh|fish [OPTIONS]\n\nOptions:\n  -C, --directory DIR\n'],
  ];
  for (const [args, usage] of helps) {
    it(`prints the usage for ${args}`, async () => {
      const { stdout, stderr, exitCode } = await runScript(TWO_FUNCTIONS, args.split(' '));
      assert.ok(stdout.includes(`\nUsage: krm-variants ${usage}`), stdout);
      for (const line of stdout.split('\n')) assert.ok(line.length <= 80, line);
      assert.deepEqual([stderr, exitCode], ['', 0]);
    });
  }

  it('takes --help after -- for an argument of the function', async () => {
    const { stdout, stderr } = await runScript(TWO_FUNCTIONS, ['run', 'probe', 'nowhere', '--', '--help']);
    assert.equal(stdout, '');
    assert.match(stderr, /"--help" must be key=value/);
  });

  it('has a usage of one screen, with every command', () => {
    const lines = programUsage(COMMANDS).trimEnd().split('\n');
    assert.ok(lines.length <= 40, String(lines.length));
    for (const { name } of COMMANDS)
      assert.ok(
        lines.some((line) => line.startsWith(`  ${name} `)),
        name,
      );
  });

  it('has help of 80 columns for every command, with examples of it', async () => {
    for (const command of allCommands(await describeCommands(COMMANDS))) {
      assert.ok(command.examples.length >= 2 || command.name === 'version', command.name);
      for (const [, line] of command.examples) assert.ok(line.includes('krm-variants '), line);
      for (const line of commandHelp(command).split('\n')) assert.ok(line.length <= 80, line);
    }
  });

  const failing = LIST.replace('spec:', 'sepc:');
  const errors: readonly (readonly [variable: string, input: string, says: string])[] = [
    ['', failing, 'unknown field'],
    ['KRM_VARIANTS_ERRORS=stderr', failing, 'unknown field'],
    ['KRM_VARIANTS_ERRORS=stdout', failing, ''],
    ['KRM_VARIANTS_ERRORS=stdout', '', 'the input is empty'],
  ];
  for (const [variable, input, says] of errors) {
    it(`writes ${says === '' ? 'nothing' : `"${says}"`} to stderr, with "${variable}" in the environment`, async () => {
      const program = [process.execPath, fileURLToPath(ONE_FUNCTION)];
      const { stdout, stderr, exitCode } = await runProgram(
        'env',
        variable === '' ? program : [variable, ...program],
        input,
      );
      assert.equal(exitCode, 1);
      assert.equal(stderr === '', says === '', stderr);
      assert.ok(stderr.includes(says), stderr);
      assert.equal(stdout.includes('unknown field'), input === failing);
    });
  }

  it('runs the function whose name it is called by', () =>
    inFolder({}, async (folder) => {
      const link = join(folder, 'probe');
      symlinkSync(fileURLToPath(TWO_FUNCTIONS), link);
      assert.deepEqual(await runScript(pathToFileURL(link).href, [], LIST), RAN);
    }));
});

function title({ args, input, want }: Row): string {
  return `ends with ${want.exitCode} for [${args.join(' ')}]${input === undefined ? '' : ` and ${input.length} bytes of input`}`;
}

async function check(script: string, { args, input, want, says = '' }: Row): Promise<void> {
  const ended = await runScript(script, args, input);
  assert.ok(ended.stderr.includes(says), ended.stderr);
  assert.deepEqual({ ...ended, ...want }, ended);
}
