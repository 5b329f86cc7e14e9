import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { describeKpts, needTools, runKpt } from '../support/kpt.ts';
import { get, update } from '../support/package-commands.ts';
import { inUpstream, type UpstreamSetting } from '../support/upstream-repository.ts';
import { type Ended, runProgram } from '../support/child.ts';
import { configMap, kptfile, readFiles, writeFiles, type Files } from '../cli/run-support.ts';

const NATIVE = join(root, 'dist/krm-variants');

const ROUNDS = 5;

/** Returns the Deployment of a round, with what people changed. */
function web(round: number, { paused = false, mine = '' } = {}): string {
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 3\n  revisionHistoryLimit: ${round} # of round ${round}\n  paused: ${paused}\n${mine}`;
}

/** Commits the versions v1, v2 and so on of the package \`shop\`. */
function commitRounds(up: UpstreamSetting['up']): void {
  for (let round = 1; round <= ROUNDS + 1; round++) {
    up.commit({
      'shop/Kptfile': `${kptfile('shop')}info:\n  description: round ${round}\npipeline:\n  mutators:\n    - image: set-labels:v0.${round}\n      configMap:\n        tier: gold\n`,
      'shop/web.yaml': web(round),
      'shop/README.md': `round ${round}\nb\nc\n`,
      'shop/db/Kptfile': kptfile('db'),
      [`shop/db/r${round}.yaml`]: configMap(`r${round}`),
    });
    up.git('tag', `v${round}`);
  }
}

type Act = (folder: string, ref: string) => Promise<void> | void;

/** Runs kpt, which must succeed, with the cache of this test. */
function kpt(folder: string, ...args: readonly string[]): void {
  const { stdout, stderr, exitCode } = runKpt(
    args,
    { KPT_CACHE_DIR: join(dirname(folder), 'kpt-cache') },
    dirname(folder),
  );
  assert.equal(exitCode, 0, `kpt ${args.join(' ')}: ${stdout}${stderr}`);
}

const TOOLS: Readonly<Record<string, Readonly<Record<'get' | 'update', Act>>>> = {
  kpt: {
    get: (folder, source) => kpt(folder, 'pkg', 'get', source, folder),
    update: (folder, ref) => kpt(folder, 'pkg', 'update', `${basename(folder)}@${ref}`),
  },
  'krm-variants': {
    get: async (folder, source) => {
      const { stderr, exitCode } = await get(source, folder);
      assert.equal(exitCode, 0, stderr);
    },
    update: async (folder, ref) => {
      const { stderr, exitCode } = await update(`${folder}@${ref}`);
      assert.equal(exitCode, 0, stderr);
    },
  },
};

describeKpts('packages of kpt and krm-variants', function () {
  before(function () {
    needTools(this, 'kpt', 'git');
  });

  for (const first of Object.keys(TOOLS))
    for (const order of ['same', 'other', 'turns'])
      it(`got by ${first} and updated by ${order === 'turns' ? 'both in turns' : `the ${order}`} keep local edits for ${ROUNDS} rounds`, () =>
        inUpstream(async ({ folder, up }) => {
          commitRounds(up);
          const mine = join(folder, 'mine');
          const other = Object.keys(TOOLS).find((name) => name !== first) ?? '';
          await TOOLS[first]?.get(mine, `file://${up.folder}/.git/shop@v1`);
          const edited = (readFiles(mine)['web.yaml'] ?? '').replace('replicas: 3', 'replicas: 9');
          writeFiles(mine, { 'web.yaml': edited, 'own.yaml': configMap('own') });
          for (let round = 2; round <= ROUNDS + 1; round++) {
            const updating = order === 'same' ? first : order === 'other' || round % 2 === 0 ? other : first;
            await TOOLS[updating]?.update(mine, `v${round}`);
            const files = readFiles(mine);
            const place = `${updating}, round ${round}`;
            assert.match(files['web.yaml'] ?? '', /^ {2}replicas: 9$/m, place);
            assert.match(files['web.yaml'] ?? '', new RegExp(`^  revisionHistoryLimit: ${round} #`, 'm'), place);
            assert.equal(files['README.md'], `round ${round}\nb\nc\n`, place);
            assert.match(
              files['Kptfile'] ?? '',
              new RegExp(`^ {4}commit: ${up.git('rev-parse', `v${round}`)}$`, 'm'),
              place,
            );
            assert.match(files['Kptfile'] ?? '', new RegExp(`set-labels:v0\\.${round}$`, 'm'), place);
            assert.match(files['Kptfile'] ?? '', new RegExp(`description: round ${round}$`, 'm'), place);
            assert.match(files['own.yaml'] ?? '', /name: own/, place);
            const rounds = Array.from({ length: round }, (_, index) => `db/r${index + 1}.yaml`);
            assert.deepEqual(
              Object.keys(files),
              ['Kptfile', 'README.md', 'db/Kptfile', ...rounds, 'own.yaml', 'web.yaml'],
              place,
            );
          }
        }));
});

describe('krm-variants get, in the current folder', function () {
  before(function () {
    needTools(this, 'git');
  });

  /** Runs `get` in a folder with these files. */
  function getIn(
    files: Files,
    args: readonly string[],
    act: (ended: Ended & { readonly files: Readonly<Record<string, string>>; readonly url: string }) => void,
  ): Promise<void> {
    return inUpstream(async ({ folder, up }) => {
      commitRounds(up);
      const here = join(folder, 'here');
      mkdirSync(here);
      writeFiles(here, files);
      const url = `file://${up.folder}/.git/shop@v1`;
      const line = 'cd "$1" && shift && exec "$@"';
      const command = [NATIVE, 'get', url, ...args];
      const ended = await runProgram('sh', ['-c', line, 'sh', here, ...command]);
      act({ ...ended, files: readFiles(here), url });
    });
  }

  for (const name of ['.', './'])
    it(`fills it if it is named ${name}, and empty`, () =>
      getIn({}, [name], ({ stderr, exitCode, files }) => {
        assert.equal(exitCode, 0, stderr);
        assert.deepEqual(Object.keys(files), ['Kptfile', 'README.md', 'db/Kptfile', 'db/r1.yaml', 'web.yaml']);
        assert.match(files['Kptfile'] ?? '', /name: here\n[^]*ref: v1/);
      }));

  it('refuses it if it is named, and not empty', () =>
    getIn({ 'a.txt': 'a\n' }, ['.'], ({ stderr, exitCode, files }) => {
      assert.equal(exitCode, 1);
      assert.match(stderr, /the current folder must be empty .*: leave the destination out to create "shop"/);
      assert.deepEqual(files, { 'a.txt': 'a\n' });
    }));

  it('creates a folder in it if it is not named', () =>
    getIn({ 'a.txt': 'a\n' }, [], ({ stderr, exitCode, files }) => {
      assert.equal(exitCode, 0, stderr);
      assert.ok('shop/Kptfile' in files);
    }));
});
