import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, kptfile, readFiles, type Files } from '../cli/run-support.ts';

interface Step {
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const { inputs, runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  /** Summary of the job. */
  readonly summary: string;
  /** Programs that were called to build from source. */
  readonly built: string;
}

/** Parts of a runner that a test sets. */
interface Runner {
  /** False if `krm-variants` is not on the PATH at first. Default: true. */
  readonly hasProgram?: boolean;
  /** Values of the context `github`. */
  readonly github?: Readonly<Record<string, string>>;
  /** Summary of the job before the step. */
  readonly summary?: string;
  /** True if the files are committed to a git repository. Default: false. */
  readonly isCommitted?: boolean;
}

const EXPRESSION = /\$\{\{ (inputs|github)\.([\w-]+) \}\}/g;

/** Program that stands in for npm: the build is in `dist`. */
const NPM = '#!/usr/bin/env bash\necho "npm $1" >>"$RUNNER_TEMP/built"\n';

/** Runs the steps of the action in a folder with these files, as a runner does. Checks that no file changes. */
function runAction(
  files: Files,
  given: Readonly<Record<string, string>>,
  { hasProgram = true, github = {}, summary = '', isCommitted = false }: Runner = {},
): Promise<Ran> {
  return inFolder(files, (folder) =>
    inFolder({ 'bin/npm': NPM, built: '', path: '', summary }, async (aside) => {
      chmodSync(join(aside, 'bin/npm'), 0o755);
      if (isCommitted) commitAll(folder);
      if (hasProgram) symlinkSync(join(root, 'dist/krm-variants'), join(aside, 'bin/krm-variants'));
      const value = (of: string, name: string): string =>
        (of === 'github' ? github[name] : (given[name] ?? inputs[name]?.default)) ?? '';
      let [exitCode, stdout, stderr]: [number | null, string, string] = [0, '', ''];
      for (const { run, env = {} } of runs.steps) {
        if (exitCode !== 0) break;
        const texts = Object.entries(env).map(
          ([name, template]) =>
            [name, template.replaceAll(EXPRESSION, (_, of: string, input: string) => value(of, input))] as const,
        );
        const added = readFileSync(join(aside, 'path'), 'utf8').split('\n').filter(Boolean);
        const all: NodeJS.ProcessEnv = {
          ...process.env,
          ...Object.fromEntries(texts),
          PATH: [...added, join(aside, 'bin'), process.env['PATH']].join(delimiter),
          GITHUB_ACTION_PATH: root,
          GITHUB_PATH: join(aside, 'path'),
          GITHUB_STEP_SUMMARY: join(aside, 'summary'),
          RUNNER_TEMP: aside,
        };
        const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', run], { cwd: folder, env: all });
        [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
        exitCode = child.exitCode;
      }
      if (isCommitted) rmSync(join(folder, '.git'), { recursive: true });
      assert.deepEqual(readFiles(folder), files);
      const [after, built] = ['summary', 'built'].map((name) => readFileSync(join(aside, name), 'utf8')) as [
        string,
        string,
      ];
      return { stdout, stderr, exitCode, summary: after, built };
    }),
  );
}

/** Makes a git repository of a folder. */
function commitAll(folder: string): void {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...author, 'commit', '-qm', 'all'],
  ])
    execFileSync('git', args, { cwd: folder });
}

const files = {
  'shop/Kptfile': kptfile('shop'),
  'shop/package-context.yaml': configMap('kptfile.kpt.dev', 'data:\n  name: x\n'),
};

describe('the GitHub action', function () {
  it('fails if a file would change, with the diff and an annotation for the file', async () => {
    const ran = await runAction(files, { function: 'apply-package-context', paths: 'shop', data: 'region=eu-1\n' });
    assert.equal(ran.exitCode, 4, ran.stderr);
    assert.match(ran.stdout, /^\+ {2}region: eu-1$/m);
    assert.match(
      ran.stdout,
      /^::error file=shop\/package-context\.yaml::would be modified: lines added: 1, removed: 0$/m,
    );
    assert.equal(ran.stderr, 'would change shop/package-context.yaml\n1 file would change\n');
  });

  it('passes if nothing would change', async () => {
    const settled = { ...files, 'shop/package-context.yaml': `${files['shop/package-context.yaml']}  region: eu-1\n` };
    const again = await runAction(settled, { function: 'apply-package-context', paths: 'shop', data: 'region=eu-1' });
    assert.deepEqual([again.exitCode, again.stdout, again.stderr], [0, '', 'no file would change\n']);
  });

  it('annotates errors and warnings at their files, with escaped texts', async () => {
    const broken = { 'a,b/100%.yaml': '{', 'shop/a.yaml': configMap('a') };
    const ran = await runAction(broken, { function: 'strip-transform', paths: 'a,b\nshop', strict: 'true' });
    assert.equal(ran.exitCode, 1);
    assert.match(ran.stdout, /^::error file=a%2Cb\/100%25\.yaml::must be YAML/m);
  });

  it('annotates an error at its line and column', async () => {
    const broken = { 'shop/Kptfile': kptfile('shop'), 'shop/package-context.yaml': configMap('kptfile.kpt.dev') };
    const ran = await runAction(broken, { function: 'apply-package-context', paths: 'shop', data: 'region=eu-1' });
    assert.equal(ran.exitCode, 1);
    assert.match(ran.stdout, /^::error file=shop\/package-context\.yaml,line=1,col=1::data: /m);
  });

  it('says why a command line is wrong', async () => {
    const ran = await runAction(files, { function: 'no-such', paths: 'shop' });
    assert.deepEqual([ran.exitCode, ran.stdout], [2, '']);
    assert.match(ran.stderr, /unknown function or command "no-such"/);
  });

  it('needs a function to run, and knows four commands', async () => {
    const none = await runAction(files, { paths: 'shop' });
    assert.deepEqual([none.exitCode, none.stdout], [2, '::error::`function` must be given for the command run\n']);
    const other = await runAction(files, { command: 'merge' });
    assert.deepEqual(
      [other.exitCode, other.stdout],
      [2, '::error::`command` must be run, render, fleet or install, not "merge"\n'],
    );
  });

  const PIPELINE = 'pipeline:\n  mutators:\n  - exec: apply-package-context\n    configMap: {region: eu-1}\n';
  const fleet = {
    'f/a/Kptfile': `${kptfile('a')}${PIPELINE}`,
    'f/a/package-context.yaml': files['shop/package-context.yaml'],
    'f/b/Kptfile': `${kptfile('b')}${PIPELINE}`,
    'f/b/package-context.yaml': files['shop/package-context.yaml'],
  };
  const annotation = (path: string): string =>
    `::error file=${path}/package-context.yaml::would be modified: lines added: 1, removed: 0`;
  for (const [name, given] of [
    ['each package of a folder', { paths: 'f', options: '--all' }],
    ['packages', { paths: 'f/a\nf/b' }],
  ] as const)
    it(`renders ${name}, and annotates what would change in them`, async () => {
      const ran = await runAction(fleet, { command: 'render', ...given });
      assert.equal(ran.exitCode, 4, ran.stderr);
      const annotations = ran.stdout.split('\n').filter((line) => line.startsWith('::'));
      assert.deepEqual(annotations, [annotation('f/a'), annotation('f/b')]);
      assert.equal(ran.summary.match(/^\+ {2}region: eu-1$/gm)?.length, 2);
    });

  it('plans fleets, and annotates what an apply would change', async () => {
    const variant = `apiVersion: config.porch.kpt.dev/v1alpha1
kind: PackageVariant
metadata: { name: eu }
spec:
  upstream: { repo: blueprints, package: shop }
  downstream: { repo: clusters, package: eu }
`;
    const place = (name: string): string => `apiVersion: config.porch.kpt.dev/v1alpha1
kind: Repository
metadata: { name: ${name} }
spec: { git: { repo: ., directory: ${name} } }
`;
    const planned = {
      'blueprints/shop/Kptfile': kptfile('shop'),
      'variants/all.yaml': [variant, place('blueprints'), place('clusters')].join('---\n'),
    };
    const ran = await runAction(planned, { command: 'fleet', strict: 'true' }, { isCommitted: true });
    assert.equal(ran.exitCode, 4, ran.stderr);
    assert.match(ran.stdout, /^::error file=clusters\/eu\/Kptfile::would be added: lines added: 4, removed: 0$/m);
    assert.match(ran.summary, /^### fleet: 1 to create: /m);
  });

  describe('its summary of the job', () => {
    const given = { function: 'apply-package-context', paths: 'shop', data: 'region=eu-1\n' };

    it('has the report in Markdown, after what it had', async () => {
      const { summary } = await runAction(files, given, { summary: 'before\n' });
      assert.match(
        summary,
        /^before\n### shop \(apply-package-context\): 1 file would change\n[^]*\n```diff\n--- a\/shop\//,
      );
    });

    it('has only the title if it would be longer than GitHub allows', async () => {
      const before = `${'x'.repeat(1024 * 1024 - 200)}\n`;
      const { summary } = await runAction(files, given, { summary: before });
      assert.equal(
        summary.slice(before.length),
        '### shop (apply-package-context): 1 file would change\n\nThe report is too long for a summary: see the log of this step.\n',
      );
    });
  });

  describe('without krm-variants on the PATH', () => {
    const PROGRAM = '#!/usr/bin/env bash\necho "released $1"\n';
    const ASSET = 'krm-variants-linux-amd64.tar.gz';
    const ARCHIVE = archiveOf(PROGRAM);
    const SUMS = `${createHash('sha256').update('x').digest('hex')}  other\n${createHash('sha256').update(ARCHIVE).digest('hex')}  ${ASSET}\n`;
    const given = { command: 'render', paths: 'shop' };

    /** Runs the action with a release that has these files, by its URL or as that of the action's version. */
    async function runReleased(assets: Assets, isOfVersion = false): Promise<Ran> {
      const path = isOfVersion ? '/o/r/releases/download/v1' : '/mirror';
      const server = createServer(({ url = '' }, response) => {
        const asset = url.startsWith(`${path}/`) ? assets[url.slice(path.length + 1)] : undefined;
        response.writeHead(asset === undefined ? 404 : 200).end(asset);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const github = { server_url: origin, action_repository: 'o/r', action_ref: 'v1' };
      const by = isOfVersion ? { github } : {};
      const more = isOfVersion ? {} : { release: `${origin}${path}` };
      try {
        return await runAction(files, { ...given, ...more }, { hasProgram: false, ...by });
      } finally {
        server.close();
      }
    }

    for (const isOfVersion of [false, true])
      it(`runs the executable of a release ${isOfVersion ? "of the action's version" : ''} whose checksum is right`, async () => {
        const ran = await runReleased({ SHA256SUMS: SUMS, [ASSET]: ARCHIVE }, isOfVersion);
        assert.deepEqual([ran.exitCode, ran.stdout, ran.built], [0, 'released render\n', ''], ran.stderr);
      });

    const wrong: Readonly<Record<string, Assets>> = {
      'a wrong checksum': { SHA256SUMS: SUMS, [ASSET]: archiveOf(`${PROGRAM}#`) },
      'no checksum for it': { SHA256SUMS: SUMS.replace(/.*amd64.*\n/, ''), [ASSET]: ARCHIVE },
      'no checksums': { SHA256SUMS: '', [ASSET]: ARCHIVE },
    };
    for (const [name, assets] of Object.entries(wrong))
      it(`fails, and runs nothing, with ${name}`, async () => {
        const ran = await runReleased(assets);
        assert.deepEqual([ran.exitCode, ran.built], [1, '']);
        assert.match(ran.stdout, /^::error::\S+ must have the checksum in SHA256SUMS: it was not run\n$/);
      });

    const absent: Readonly<Record<string, () => Promise<Ran>>> = {
      'a release without checksums': () => runReleased({ [ASSET]: ARCHIVE }),
      'a release without an executable': () => runReleased({ SHA256SUMS: SUMS }),
      'no network': () => runAction(files, { ...given, release: 'http://127.0.0.1:1' }, { hasProgram: false }),
      'no release': () => runAction(files, given, { hasProgram: false }),
    };
    for (const [name, run] of Object.entries(absent))
      it(`builds from source with ${name}`, async () => {
        const ran = await run();
        assert.deepEqual([ran.exitCode, ran.built], [0, 'npm ci\nnpm run\n'], ran.stderr);
      });
  });
});

/** Files of a release, by name. */
type Assets = Readonly<Record<string, string | Buffer>>;

/** Returns the archive of a release with a program. */
function archiveOf(program: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'krm-variants-archive-'));
  try {
    writeFileSync(join(folder, 'krm-variants'), program, { mode: 0o755 });
    return execFileSync('tar', ['--create', '--gzip', '--directory', folder, 'krm-variants']);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
