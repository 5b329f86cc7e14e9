import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles, type Files } from '../cli/run-support.ts';
import { runProgram } from '../support/child.ts';
import { assertSameFiles } from '../support/corpus.ts';
import { inCopy, type PackageCopy } from '../support/example-files.ts';
import { FOLDER_COMMANDS, SOURCE_PROGRAM, type Command } from '../support/folder-commands.ts';
import { packageFiles, runInSteps, temporaries } from '../support/in-steps.ts';
import { describeKpts, needTools } from '../support/kpt.ts';
import { largePackage } from '../support/large-package.ts';
import { lockFolderIn, locksIn } from '../support/lock-runs.ts';

const { before: files, after: done } = largePackage(100, ['team-3']);
/** Paths in the order in which they are replaced. */
const paths = Object.keys(files).toSorted();
const first = paths.find((path) => files[path] !== done[path]) ?? '';
const last = paths.at(-1) ?? '';

/** Command to kill, for a folder. */
type Commanded = (folder: string) => Command;

/** A moment to kill it, which `isNow` reports, and the state in which that leaves the package. */
interface Moment {
  readonly isNow: (copy: PackageCopy) => boolean;
  readonly replaced: Replaced;
  readonly leavesTemporaries: boolean;
}

const MOMENTS: Readonly<Record<string, Moment>> = {
  'leaves all files unchanged while it reads them': {
    isNow: ({ aside }) => locksIn(lockFolderIn(aside)).length > 0,
    replaced: 'none',
    leavesTemporaries: false,
  },
  'leaves all files unchanged before the first replacement': {
    isNow: ({ folder }) => temporaries(folder).length > 50,
    replaced: 'none',
    leavesTemporaries: true,
  },
  'leaves each file either old or new during the replacements': {
    isNow: ({ folder }) => readFileSync(join(folder, first), 'utf8') === done[first],
    replaced: 'some',
    leavesTemporaries: true,
  },
};

for (const [name, command] of Object.entries(FOLDER_COMMANDS)) {
  describeKpts(`killed krm-variants ${name}`, function () {
    before(function () {
      needTools(this, 'kpt');
    });

    for (const [title, moment] of Object.entries(MOMENTS))
      it(title, () => killed((folder) => command('strip-transform', folder), moment));

    it('leaves no part of a new folder (-o), and a second run makes it', () =>
      killedOutput((folder) => command('strip-transform', folder)));
  });
}

/** Kills a command, run from its sources, before the first step at which `isNow` is true, which must come. */
async function killAt(
  [, ...args]: Command,
  isNow: () => boolean,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const { exitCode, stderr } = await runInSteps(SOURCE_PROGRAM, ['strip-transform', ...args], isNow, env);
  assert.equal(exitCode, null, `it ended before the moment: ${stderr}`);
}

function killed(command: Commanded, { isNow, replaced, leavesTemporaries }: Moment): Promise<void> {
  return inCopy(files, async (copy) => {
    await killAt(command(copy.folder), () => isNow(copy), { TMPDIR: copy.aside });
    const found = packageFiles(copy.folder);
    assert.deepEqual(Object.keys(found), paths);
    for (const [path, content] of Object.entries(found)) assert.ok([files[path], done[path]].includes(content), path);
    assert.deepEqual([replacedIn(found), temporaries(copy.folder).length > 0], [replaced, leavesTemporaries]);
    await assertTemporariesDoNotCount(command, copy);
  });
}

/** Kills a command that writes a new folder. */
function killedOutput(command: Commanded): Promise<void> {
  return inCopy(files, async ({ folder, aside }) => {
    const output = join(aside, 'new');
    const isWriting = (): boolean => temporaries(aside).some((name) => existsSync(join(aside, name, 'team-1')));
    await killAt([...command(folder), '-o', output], isWriting, {});
    assert.ok(!existsSync(output));
    assertSameFiles(readFiles(folder), files, 'the package');
    const [program, ...args] = command(folder);
    const { exitCode, stderr } = await runProgram(program, [...args, '-o', output]);
    assert.equal(exitCode, 0, stderr);
    assertSameFiles(readFiles(output), done, 'a second run');
  });
}

type Replaced = 'none' | 'some' | 'all';

/** Reports which files are new. They are replaced one after the other. */
function replacedIn(found: Files): Replaced {
  if (found[first] !== done[first]) return 'none';
  return found[last] === done[last] ? 'all' : 'some';
}

/**
 * Checks that a second run completes the work: the lock of the first one does not stop it, kpt does not treat the
 * leftovers as part of the package, a run that does not write names them, and one that does removes them.
 */
async function assertTemporariesDoNotCount(command: Commanded, { folder, aside }: PackageCopy): Promise<void> {
  const left = temporaries(folder);
  const { stdout: listed } = await runProgram('kpt', ['fn', 'source', folder]);
  assert.equal(listed.match(/^- /gm)?.length, Object.values(files).join('\n---\n').split('\n---\n').length);
  assert.doesNotMatch(listed, /\.tmp/);
  const dry = await runProgram('env', [`TMPDIR=${aside}`, ...command(folder), '--dry-run', '-v']);
  for (const path of left) assert.ok(dry.stderr.includes(path), `${path} is not named: ${dry.stderr}`);
  assert.deepEqual(temporaries(folder), left);
  const { exitCode, stderr } = await runProgram('env', [`TMPDIR=${aside}`, ...command(folder), '-v']);
  assert.equal(exitCode, 0, stderr);
  if (left.length > 0)
    assert.match(stderr, new RegExp(`^\\[notice\\]: removed ${left.length} temporary files? of a killed run`, 'm'));
  assertSameFiles(packageFiles(folder), done, 'a second run');
  assert.deepEqual(temporaries(folder), []);
  assert.deepEqual(locksIn(lockFolderIn(aside)), []);
}
