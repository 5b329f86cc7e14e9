import assert from 'node:assert/strict';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { allCommands, describeCommands } from '../../cli/arguments/define-group.ts';
import { COMMANDS } from '../../cli/commands.ts';
import { packageVariant, registryPolicy, repository, web } from '../support/fleet.ts';
import { inRepositoryWith } from '../support/git-repository.ts';
import { runHere } from '../support/run-here.ts';
import { check, type WrongCall } from '../support/wrong-calls.ts';
import { wrongFiles, wrongOutputs, type WrongFile } from '../support/wrong-files.ts';
import { kptfile, type Files } from './run-support.ts';

const WRONG = 'odd-input.yaml';

/** Operands of a valid call of each command that takes a path, and options that it needs. */
const CALLS: Readonly<
  Record<
    string,
    { readonly operands: readonly string[]; readonly options?: readonly string[]; readonly rest?: readonly string[] }
  >
> = {
  run: { operands: ['apply-override-policy', 'package'], options: ['--policy', 'op.yaml'], rest: ['cluster=oslo'] },
  eval: {
    operands: ['package'],
    options: ['--function', 'apply-override-policy', '--policy', 'op.yaml'],
    rest: ['cluster=oslo'],
  },
  render: { operands: ['package'] },
  get: { operands: ['../up.git/packages/shop@v1', 'new'] },
  update: { operands: ['got'] },
  diff: { operands: ['got'] },
  blame: { operands: ['got'] },
  'fleet plan': { operands: [] },
  'fleet apply': { operands: [] },
  'fleet status': { operands: [] },
  'fleet drift': { operands: [] },
  'fleet hold': { operands: ['eu'], options: ['--reason', 'a'] },
  'fleet unhold': { operands: ['eu'] },
  'fleet resolve': { operands: ['0df0140159'], options: ['--take', 'new'] },
  'fleet log': { operands: ['eu'] },
  'fleet rollback': { operands: ['eu'] },
  'fleet move': { operands: ['clusters/eu', 'clusters/us'] },
  'fleet init': { operands: ['fresh'], options: ['--clusters', 'oslo'] },
  'fleet table': { operands: ['Deployment/web:image'] },
  'fleet blame': { operands: ['eu', 'web.yaml'] },
  'fleet diff': { operands: ['eu', 'eu@HEAD', 'web.yaml'] },
  'fleet adopt': { operands: ['clusters/eu'] },
  'fleet prune': { operands: [] },
  merge: { operands: ['package', 'package', 'package'] },
  'merge-driver': { operands: ['op.yaml', 'op.yaml', 'op.yaml', '7', 'a.yaml'] },
  install: { operands: ['bin'] },
  completion: { operands: ['variants'] },
};

const FILES: Files = {
  'package/Kptfile': kptfile('package'),
  'package/web.yaml': web(2),
  'op.yaml': registryPolicy('eu.io'),
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2),
  'variants/repositories.yaml': `${repository('blueprints', 'packages')}---\n${repository('all', 'clusters')}`,
  'variants/eu.yaml': packageVariant('eu', 'blueprints/shop', 'all/eu'),
};

/** Words by which a usage names a path: for a thing that must be there, or for one that is written. */
const PLACES: readonly (readonly [usage: RegExp, expects: 'file' | 'folder' | 'either' | 'written'])[] = [
  [/=FILE|stdout\|unwrap\|DIR|^DEST$|^NEW$/, 'written'],
  [/FILE.*DIR|DIR.*FILE|PKG\|FILE|PATH/, 'either'],
  [/FILE|^%[OAB]$/, 'file'],
  [/\bDIR\b|PKG|^BASE$|^LOCAL$/, 'folder'],
];

/** Options and operands whose paths are written, although their usage is that of one that is read. */
const WRITTEN: readonly string[] = [
  'run --results-dir',
  'eval --results-dir',
  'render --results-dir',
  'merge --output',
  'install [DIR]',
  'fleet init [DIR]',
];

/** Arguments whose files are merged, whatever they are: by line or as a whole. */
const MERGES = /^merge (?:BASE|LOCAL)|^merge-driver /;

function wrongOf(usage: string, of: string): readonly WrongFile[] {
  const bare = usage.replace(/^\[(.*)\]$/, '$1');
  const expects = WRITTEN.includes(of) ? 'written' : PLACES.find(([pattern]) => pattern.test(bare))?.[1];
  if (expects === undefined) return [];
  return expects === 'written'
    ? wrongOutputs(bare.includes('=FILE') ? 'file' : 'folder')
    : wrongFiles(expects, MERGES.test(of));
}

interface Row extends WrongCall {
  readonly title: string;
  readonly wrong: WrongFile;
}

async function rowsOf(): Promise<readonly Row[]> {
  const commands = allCommands(await describeCommands(COMMANDS));
  return commands.flatMap(({ name, operands, options }) => {
    const call = CALLS[name];
    const ofOperands = operands.flatMap((usage, at) =>
      wrongOf(usage, `${name} ${usage}`).map((wrong) => ({
        wrong,
        usage,
        args: [...(call?.operands ?? []).map((each, index) => (index === at ? WRONG : each)), ...(call?.options ?? [])],
      })),
    );
    const ofOptions = options.flatMap(({ name: option, value = '' }) =>
      wrongOf(value, `${name} --${option}`).map((wrong) => ({
        wrong,
        usage: `--${option}`,
        args: [
          ...(call?.operands ?? []),
          ...without(call?.options ?? [], `--${option}`),
          `--${option}`,
          valueOf(value),
        ],
      })),
    );
    const rest = call?.rest === undefined ? [] : ['--', ...call.rest];
    return [...ofOperands, ...ofOptions].map(({ wrong, usage, args }) => {
      assert.ok(call, `${name} takes a path: add a valid call of it`);
      return {
        wrong,
        args: [...name.split(' '), ...args, ...rest],
        title: `${name} ${usage}: ${wrong.title}`,
        says: [WRONG],
        needs: 'either' as const,
      };
    });
  });
}

function valueOf(usage: string): string {
  return usage.includes('=FILE') ? `${usage.split('|')[0] ?? ''}=${WRONG}`.replace('[=FILE]', '') : WRONG;
}

function without(options: readonly string[], name: string): readonly string[] {
  const at = options.indexOf(name);
  return at === -1 ? options : options.toSpliced(at, 2);
}

describe('wrong files', () => {
  it('are refused or named wherever a path is given', async () => {
    const table = await rowsOf();
    const skipped = new Set<string>();
    await inFleet(async (fleet) => {
      const folder = join(fleet, '../row');
      // A call that fails leaves the files as they are.
      let isFresh = false;
      await check(table, async ({ wrong }, judge) => {
        if (!isFresh) copyFolder(fleet, folder);
        isFresh = true;
        const path = join(folder, WRONG);
        if (!wrong.make(path)) {
          skipped.add(wrong.title);
          return undefined;
        }
        const judged = await judge(folder);
        isFresh = judged.exitCode !== 0;
        rmSync(path, { recursive: true, force: true });
        return judged;
      });
    });
    for (const title of skipped) console.log(`      SKIPPED: ${title}: this user can read every file`);
  });
});

/** Passes the folder of a git repository with a fleet, and a package from an upstream, to a test. */
function inFleet(act: (folder: string) => Promise<void>): Promise<void> {
  return inRepositoryWith(FILES, 'v1', async (fleet) => {
    symlinkSync(join(fleet.folder, '.git'), join(fleet.folder, '../up.git'));
    for (const args of [
      ['fleet', 'apply'],
      ['get', '../up.git/packages/shop@v1', 'got'],
    ]) {
      const { stderr, exitCode } = await runHere(fleet.folder, args);
      assert.equal(exitCode, 0, stderr);
    }
    fleet.commit({});
    await act(fleet.folder);
  });
}

function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}
