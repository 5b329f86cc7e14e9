import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLock } from '../../../src/fleet/index.ts';
import { assertNames, found } from '../../support/facts.ts';
import { type FleetSetting, inMemoryFleet, packageVariant, repository, web } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { standIn } from '../../support/runtime-stand-in.ts';
import { configMap, type Files, inFolder, kptfile } from '../run-support.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('../../support/foreign-function.ts'));
const SHOP = 'clusters/eu/shop';
const LOCK = `.krm-variants/lock/${SHOP}.lock`;

function fleetOf(kptfileText: string, rest = ''): Files {
  return {
    'packages/shop/Kptfile': kptfileText,
    'packages/shop/web.yaml': web(1),
    'fleet/variants.yaml': [
      repository('blueprints', 'packages'),
      repository('eu', 'clusters/eu'),
      packageVariant('eu-shop', 'blueprints/shop', 'eu/shop', rest),
    ].join('---\n'),
  };
}

function pipeline(step: string): string {
  return `${kptfile('shop')}pipeline:\n  mutators: [${step}]\n`;
}

function functionsIn({ fleet }: FleetSetting): readonly string[] {
  const read = readLock(fleet.read(LOCK));
  assert.ok(read.kind === 'valid');
  return read.lock.functions;
}

async function act({ run }: FleetSetting, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await run('apply', ...args);
  assert.equal(exitCode, 0, stderr);
  return stdout.split('\n')[1]?.split(' ')[0] ?? '';
}

/** Passes a fleet to a test in which a stand-in for docker runs images. */
async function withImages(files: Files, test: (setting: FleetSetting) => Promise<void>): Promise<void> {
  await inMemoryFleet(files, (setting) =>
    inFolder({}, async (outside) => {
      const before = { ...process.env };
      Object.assign(process.env, standIn(join(outside, 'docker'), 'docker').env);
      try {
        await test(setting);
      } finally {
        for (const key of ['PATH', 'KPT_FN_RUNTIME', 'KRM_FN_RUNTIME']) {
          if (before[key] === undefined) delete process.env[key];
          else process.env[key] = before[key];
        }
      }
    }),
  );
}

describe('third-party functions of variants', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('are named in the lock, and a variant is made again when the program that its PackageVariant names changes', () => {
    const step = (label: string): string =>
      `  pipeline: {mutators: [{name: label, exec: '${process.execPath} ${PROGRAM} label tier=${label}'}]}\n`;
    return inMemoryFleet(fleetOf(kptfile('shop'), step('gold')), async (setting) => {
      const { fleet } = setting;
      assert.equal(await act(setting, '--allow-exec'), 'create');
      assert.match(fleet.read(`${SHOP}/web.yaml`), /tier: gold/);
      assert.deepEqual(functionsIn(setting), [`${process.execPath} ${PROGRAM} label tier=gold`]);
      fleet.commit({});
      assert.equal(await act(setting), 'unchanged');
      fleet.commit(fleetOf(kptfile('shop'), step('silver')));
      assert.equal(await act(setting, '--allow-exec'), 'update');
      assert.match(fleet.read(`${SHOP}/web.yaml`), /tier: silver/);
      assert.deepEqual(functionsIn(setting), [`${process.execPath} ${PROGRAM} label tier=silver`]);
    });
  });

  it('follow the version of kpt that the command line names, which the lock names, too', () => {
    const files = {
      ...fleetOf(pipeline(`{exec: '${process.execPath} ${PROGRAM} label tier=gold', configPath: c.yaml}`)),
      'packages/shop/c.yaml': configMap('c'),
    };
    return inMemoryFleet(files, async (setting) => {
      const { fleet } = setting;
      assert.equal(await act(setting, '--allow-exec', '--kpt-compat', 'beta.56'), 'create');
      assert.match(fleet.read(`${SHOP}/c.yaml`), /tier: gold/);
      assert.match(fleet.read(LOCK), /^kptCompat "beta\.56"$/m);
      fleet.commit({});
      assert.equal(await act(setting, '--allow-exec', '--kpt-compat', 'beta.56'), 'unchanged');
      assert.equal(await act(setting, '--allow-exec'), 'update');
      assert.doesNotMatch(fleet.read(`${SHOP}/c.yaml`), /tier: gold/);
      assert.match(fleet.read(`${SHOP}/web.yaml`), /tier: gold/);
      assert.doesNotMatch(fleet.read(LOCK), /kptCompat/);
    });
  });

  const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
  const images: readonly (readonly [name: string, step: string, image: string])[] = [
    ['a tag', '{image: "x/labelling:v2"}', 'x/labelling:v2'],
    ['a digest', `{image: "x/labelling@${digest}"}`, `x/labelling@${digest}`],
    ['a field for the tag', '{image: "x/labelling:v1", tag: v3}', 'x/labelling:v3'],
  ];
  for (const [name, step, image] of images)
    it(`make a variant be made again when their image gets ${name}, which the lock names`, () =>
      withImages(fleetOf(pipeline('{image: "x/labelling:v1"}')), async (setting) => {
        const { fleet } = setting;
        assert.equal(await act(setting), 'create');
        assert.deepEqual(functionsIn(setting), ['x/labelling:v1']);
        fleet.commit({});
        assert.equal(await act(setting), 'unchanged');
        fleet.commit({ 'packages/shop/Kptfile': pipeline(step) });
        assert.equal(await act(setting), 'update');
        assert.deepEqual(functionsIn(setting), [image]);
        assert.equal(await act(setting), 'unchanged');
      }));

  it('are replaced once by those of this program: if the files are equal, only the lock changes', () => {
    const image = 'ghcr.io/kptdev/krm-functions-catalog/set-namespace:v0.4.1';
    const files = {
      ...fleetOf(pipeline(`{image: "${image}", configMap: {namespace: shop}}`)),
      'packages/shop/web.yaml': web(1).replace('  name: web\n', '  name: web\n  namespace: shop\n'),
    };
    return withImages(files, async (setting) => {
      const { fleet } = setting;
      assert.equal(await act(setting, '--in-process', 'own'), 'create');
      assert.deepEqual(functionsIn(setting), [image]);
      const made = fleet.read(`${SHOP}/web.yaml`);
      fleet.commit({});
      assert.equal(await act(setting, '--in-process', 'own'), 'unchanged');
      assert.equal(await act(setting), 'update');
      assert.deepEqual(functionsIn(setting), []);
      assert.equal(fleet.read(`${SHOP}/web.yaml`), made);
      fleet.commit({});
      assert.equal(await act(setting), 'unchanged');
    });
  });

  it('are named as they run, with the prefix of their images', () =>
    withImages(fleetOf(pipeline('{image: "labelling:v1"}')), async (setting) => {
      await act(setting, '--image-prefix', 'r.example.com/x');
      assert.deepEqual(functionsIn(setting), ['r.example.com/x/labelling:v1']);
    }));

  it('make a variant be made again when their image changes in its folder', () =>
    withImages(fleetOf(pipeline('{image: "x/labelling:v1"}')), async (setting) => {
      const { fleet } = setting;
      await act(setting);
      fleet.commit({ [`${SHOP}/Kptfile`]: fleet.read(`${SHOP}/Kptfile`).replace('labelling:v1', 'refusing:v1') });
      const outcome = await setting.run('apply');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), [
        'error function-failed',
        'error function-failed',
        'error function-result spec.replicas',
      ]);
      assertNames(outcome, 'function-failed', '"x/refusing:v1"');
    }));
});
