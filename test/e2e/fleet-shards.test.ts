import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../../scripts/functions.ts';
import { indexedJob } from '../../scripts/indexed-job.ts';
import { runProgram } from '../support/child.ts';
import { codeBlocks } from '../support/code-blocks.ts';
import { inDownstreamFleet } from '../support/downstream-fleet.ts';
import { web } from '../support/fleet.ts';
import { needTools } from '../support/kpt.ts';

const PROGRAM = join(import.meta.dirname, '../support/fleet-program.ts');

/**
 * A part of a fleet, as a documented resource runs it: a script that clones the fleet, and the words after `fleet
 * apply`.
 */
interface DocumentedPart {
  readonly script: string;
  readonly words: readonly string[];
}

interface Container {
  readonly command: readonly string[];
  readonly args: readonly string[];
}

/** Returns the resource of a kind in the page about CI. */
function documented(kind: string): unknown {
  const page = readFileSync(join(root, 'docs/fleet-ci.md'), 'utf8');
  const all = codeBlocks(page, 'yaml').flatMap((text) => parseAllDocuments(text).map((each) => each.toJS() as unknown));
  return all.find((each) => typeof each === 'object' && each !== null && 'kind' in each && each.kind === kind);
}

function ofJob(): DocumentedPart {
  const { spec } = parse(indexedJob()) as {
    spec: { template: { spec: { initContainers: Container[]; containers: Container[] } } };
  };
  const [clone] = spec.template.spec.initContainers;
  const [apply] = spec.template.spec.containers;
  return { script: clone?.command[2] ?? '', words: apply?.args.slice(2) ?? [] };
}

function ofWorkflow(): DocumentedPart {
  const { spec } = documented('Workflow') as {
    spec: { templates: { initContainers?: Container[]; container?: Container }[] };
  };
  const part = spec.templates.find(({ container }) => container !== undefined);
  return { script: part?.initContainers?.[0]?.args[0] ?? '', words: part?.container?.args ?? [] };
}

function ofPipeline(): DocumentedPart {
  const { spec } = documented('Pipeline') as { spec: { tasks: { taskSpec: { steps: Container[] } }[] } };
  const [clone, apply] = spec.tasks[0]?.taskSpec.steps ?? [];
  return { script: clone?.args[0] ?? '', words: apply?.args ?? [] };
}

describe('fleet apply --shard', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('writes in parts, as processes of their own, what one run writes', () =>
    inDownstreamFleet(['a', 'b', 'c', 'd', 'e'], async ({ folder, fleet, served, run }) => {
      const names = ['a', 'b', 'c', 'd', 'e'];
      // Locks name the fleet by its remote.
      fleet.git('remote', 'add', 'origin', fleet.folder);
      const before = new Map(names.map((name) => [name, served(name).git('rev-parse', 'main')]));
      const trees = (): readonly string[] => names.map((name) => served(name).git('ls-tree', '-r', 'main'));
      const ended = await Promise.all(
        [0, 1, 2].map((index) => {
          const clone = join(folder, `fleet-${index}`);
          fleet.git('clone', '--quiet', fleet.folder, clone);
          return runProgram(process.execPath, [
            PROGRAM,
            '0',
            'apply',
            '-C',
            clone,
            '--commit',
            '--push',
            '--shard',
            `${index}/3`,
          ]);
        }),
      );
      for (const { stderr, exitCode } of ended) assert.equal(exitCode, 0, stderr);
      const parts = trees();
      for (const name of names) {
        assert.equal(served(name).git('rev-list', '--count', 'main'), '2', name);
        served(name).git('update-ref', 'refs/heads/main', before.get(name) ?? '');
      }
      const { stderr, exitCode } = await run('apply', '--commit', '--push');
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(trees(), parts);
    }));

  const kinds: readonly (readonly [kind: string, part: () => DocumentedPart])[] = [
    ['Job of Kubernetes', ofJob],
    ['Workflow of Argo', ofWorkflow],
    ['Pipeline of Tekton', ofPipeline],
  ];
  for (const [kind, part] of kinds)
    it(`writes all parts at the same time from one commit, as in the documented ${kind}`, () =>
      inDownstreamFleet(['a', 'b', 'c', 'd'], async ({ folder, fleet, served }) => {
        const bare = join(folder, 'fleet.git');
        fleet.git('clone', '--quiet', '--bare', '.', bare);
        const commit = fleet.git('rev-parse', 'HEAD');
        // A later commit of the fleet does not count.
        fleet.commit({ 'packages/shop/web.yaml': web(7) });
        fleet.git('push', '--quiet', bare, 'HEAD:main');
        const { script, words } = part();
        const ended = await Promise.all(
          ['0', '1', '2', '3'].map(async (index) => {
            const data = join(folder, `data-${index}`);
            const filled = (text: string): string =>
              text
                .replaceAll('/data', data)
                .replace(/"\$FLEET_URL"|ssh:\S+/, bare)
                .replace(/\$COMMIT|\$\((?:COMMIT|params\.commit)\)|\{\{workflow\.parameters\.commit\}\}/, commit)
                .replace(/\$\((?:PART|params\.index)\)|\{\{inputs\.parameters\.index\}\}/, index);
            const cloned = await runProgram('sh', ['-c', filled(script)]);
            assert.equal(cloned.exitCode, 0, cloned.stderr);
            const program = [process.execPath, PROGRAM, '0', 'apply', '-C', join(data, 'fleet'), ...words.map(filled)];
            return await runProgram('env', [`XDG_CACHE_HOME=${data}/.cache`, ...program]);
          }),
        );
        for (const { stderr, exitCode } of ended) assert.equal(exitCode, 0, stderr);
        for (const name of ['a', 'b', 'c', 'd'])
          assert.equal(served(name).git('show', 'main:deploy/shop/web.yaml'), web(1).trimEnd());
      }));

  it('does nothing in a part without a git repository', () =>
    inDownstreamFleet([], async ({ fleet, run }) => {
      const text = fleet.read('variants/all.yaml');
      fleet.commit({
        'variants/all.yaml': `${text}---\napiVersion: config.porch.kpt.dev/v1alpha1\nkind: Repository\nmetadata: {name: eu}\nspec: {git: {repo: ., directory: eu}}\n---\napiVersion: config.porch.kpt.dev/v1alpha1\nkind: PackageVariant\nmetadata: {name: eu-shop}\nspec:\n  upstream: {repo: blueprints, package: shop}\n  downstream: {repo: eu, package: shop}\n`,
      });
      const plans = [];
      for (const shard of ['0/3', '1/3', '2/3']) plans.push(await run('plan', '--shard', shard));
      assert.deepEqual(
        plans.map(({ exitCode }) => exitCode),
        [0, 0, 0],
      );
      assert.equal(plans.filter(({ stdout }) => stdout.includes('create  eu/shop')).length, 1);
      assert.equal(plans.filter(({ stderr }) => stderr.includes('no variant: no file would change')).length, 2);
    }));
});
