import assert from 'node:assert/strict';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockedResults, recordedResults } from '../../../src/fleet/plan/variant-records.ts';
import type { FleetOutcome } from '../../../cli/fleet/show/fleet-outcome.ts';
import { lockText, readLock, type VariantLock } from '../../../src/fleet/index.ts';
import { Resource, type Result } from '../../../src/krm/index.ts';
import { readDocument } from '../../../src/yaml/index.ts';
import { assertNames, counts, found, withCode } from '../../support/facts.ts';
import { type FleetSetting, inFleet, type InFleet, inMemoryFleet, web } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';
import { sidecarPolicy, WARNED_FLEET } from './warned-fleet.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('../../support/foreign-function.ts'));

const LOCK = '.krm-variants/lock/clusters/eu.lock';
const WARNING = 'warning target-missing clusters/eu/web.yaml spec.template.spec.containers';

/** Returns what the function of a pipeline said. */
function said(outcome: FleetOutcome): readonly string[] {
  return withCode(outcome, 'function-result').map(({ message }) => message);
}

function warnings({ stdout }: FleetOutcome): readonly Result[] {
  return (JSON.parse(stdout) as { readonly results: readonly Result[] }).results.filter(
    ({ severity }) => severity === 'warning',
  );
}

function lockIn({ fleet }: FleetSetting): VariantLock {
  const read = readLock(fleet.read(LOCK));
  assert.ok(read.kind === 'valid');
  return read.lock;
}

/** Passes a fleet to a test in which a program that only `--allow-exec` lets run prints warnings. */
function warnedBy<Setting extends FleetSetting>(open: InFleet<Setting>) {
  return (step: string, files: Files, act: (setting: Setting) => Promise<void>): Promise<void> => {
    const exec = `${process.execPath} ${PROGRAM} ${step}`;
    const pipeline = `${kptfile('shop')}pipeline: {mutators: [{exec: '${exec}'}]}\n`;
    return open({ ...WARNED_FLEET, 'packages/shop/Kptfile': pipeline, ...files }, async (setting) => {
      const { exitCode, stderr } = await setting.run('apply', '--allow-exec');
      assert.equal(exitCode, 0, stderr);
      setting.fleet.commit({});
      await act(setting);
    });
  };
}

const inWarned = warnedBy(inMemoryFleet);
const inGitWarned = warnedBy(inFleet);

describe('recorded results of variants', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('repeat a warning in each plan, status and apply, and with --strict it is an error', () =>
    inMemoryFleet(WARNED_FLEET, async (setting) => {
      const { fleet, run } = setting;
      const applied = await run('apply');
      assert.deepEqual(found(applied), [WARNING]);
      assertNames(applied, 'target-missing', '"sidecar"');
      const message = withCode(applied, 'target-missing')[0]?.message ?? '';
      fleet.commit({});
      const lock = fleet.read(LOCK);
      for (const action of ['plan', 'status', 'apply'] as const) {
        const outcome = await run(action);
        assert.equal(outcome.exitCode, 0, outcome.stderr);
        assert.deepEqual(found(outcome), [WARNING], action);
        assert.ok(outcome.stderr.includes(message), action);
        const [reported, ...others] = warnings(await run(action, '--report', 'json'));
        assert.deepEqual(others, []);
        assert.equal(reported?.message, message);
        assert.deepEqual(reported.file, { path: 'clusters/eu/web.yaml', index: 0 });
        assert.deepEqual(reported.resourceRef, { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' });
      }
      assert.ok((await run('plan', '--report', 'markdown')).stdout.includes('sidecar'));
      const strict = await run('plan', '--check', '--strict');
      assert.equal(strict.exitCode, 1);
      assert.deepEqual(found(strict), ['error strict', WARNING]);
      assert.equal((await run('plan', '--check')).exitCode, 0);
      assert.equal(fleet.read(LOCK), lock);
    }));

  it('end when the cause is corrected', () =>
    inMemoryFleet(WARNED_FLEET, async (setting) => {
      const { fleet, run } = setting;
      await run('apply');
      fleet.commit({ 'packages/shop/policy.yaml': sidecarPolicy('web') });
      await run('apply');
      assert.deepEqual(lockIn(setting).results, { count: 0, recorded: [] });
      const { exitCode, stderr } = await run('plan', '--check', '--strict');
      assert.equal(exitCode, 0, stderr);
    }));

  it('are repeated without a derivation', () =>
    inWarned('warn 2 old', {}, async ({ run }) => {
      // Without `--allow-exec`, a derivation fails.
      const outcome = await run('plan');
      assert.deepEqual(counts(outcome), { unchanged: 1 });
      assert.deepEqual(said(outcome), ['old 0', 'old 1']);
    }));

  it('are those of one derivation if the lock has none, and change no lock', () =>
    inWarned('warn 1 old', {}, async (setting) => {
      const { fleet, run } = setting;
      const { results: _, ...rest } = lockIn(setting);
      const old = lockText(rest);
      fleet.commit({ [LOCK]: old });
      assert.deepEqual(said(await run('plan', '--allow-exec')), ['old 0']);
      assert.equal((await run('plan', '--check', '--allow-exec')).exitCode, 0);
      assert.deepEqual(said(await run('apply', '--allow-exec')), ['old 0']);
      assert.equal(fleet.read(LOCK), old);
      const outcome = await run('plan');
      assert.deepEqual(counts(outcome), { unchanged: 1 });
      assert.deepEqual(said(outcome), ['old 0']);
    }));

  it('in other words change no lock, and are shown as recorded', () =>
    inMemoryFleet(WARNED_FLEET, async (setting) => {
      const { fleet, run } = setting;
      await run('apply');
      const results = { count: 1, recorded: [{ severity: 'warning' as const, message: 'in other words' }] };
      const other = lockText({ ...lockIn(setting), results });
      fleet.commit({ [LOCK]: other });
      const recorded = await run('plan');
      assert.deepEqual(found(recorded), ['warning recorded-result']);
      assertNames(recorded, 'recorded-result', 'in other words');
      // An edit lets the variant be derived again.
      fleet.commit({ 'clusters/eu/web.yaml': web(3) });
      assert.deepEqual(found(await run('plan')), [WARNING]);
      assert.equal((await run('plan', '--check')).exitCode, 0);
      await run('apply');
      assert.equal(fleet.read(LOCK), other);
    }));

  it('are at most 100, and a warning counts the others', () =>
    inWarned('warn 130 many', {}, async (setting) => {
      const { results } = lockIn(setting);
      assert.equal(results?.count, 130);
      assert.equal(results.recorded.length, 100);
      const planned = await setting.run('plan');
      assert.equal(said(planned).length, 100);
      assert.deepEqual(found(planned).slice(100), [`warning results-omitted ${LOCK}`]);
      assertNames(planned, 'results-omitted', ' 30 ');
    }));

  it('have no value of a Secret', () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {password: correct-horse-battery}\n';
    return inWarned('warn 1 correct-horse-battery', { 'packages/shop/secret.yaml': secret }, async (setting) => {
      const recorded = lockIn(setting).results?.recorded ?? [];
      assert.deepEqual(
        recorded.map(({ message }) => message),
        ['(redacted) 0'],
      );
      assert.doesNotMatch((await setting.run('plan')).stderr, /horse/);
    });
  });

  it('come with the warnings about what is not read of the upstream', () =>
    inFleet(WARNED_FLEET, async ({ fleet, run }) => {
      symlinkSync('web.yaml', join(fleet.folder, 'packages/shop/link.yaml'));
      fleet.commit({});
      await run('apply');
      fleet.commit({});
      const outcome = await run('plan');
      assert.deepEqual(counts(outcome), { unchanged: 1 });
      assert.deepEqual(found(outcome), [WARNING, 'warning file-skipped packages/shop/link.yaml']);
    }));

  it('of a held variant are repeated, too', () =>
    inMemoryFleet(WARNED_FLEET, async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({
        '.krm-variants/holds/eu.yaml':
          'apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: eu}\nspec: {variants: [clusters/eu], reason: r}\n',
      });
      const outcome = await run('plan', '--check');
      assert.deepEqual(counts(outcome), { held: 1 });
      assert.deepEqual(found(outcome), [WARNING]);
      assert.equal(outcome.exitCode, 0);
      assert.equal((await run('plan', '--strict')).exitCode, 1);
    }));

  it('are derived again after the memory of an earlier version is lost', () =>
    inGitWarned('warn 1 old', {}, async (setting) => {
      const { fleet, run } = setting;
      fleet.commit({ [LOCK]: lockText({ ...lockIn(setting), program: '1.2.2' }) });
      await run('apply', '--allow-exec');
      assert.deepEqual(counts(await run('plan')), { unchanged: 1 });
      const same = join(fleet.folder, '.git/krm-variants/same-1.2.3');
      assert.ok(existsSync(same));
      rmSync(same);
      const forgotten = await run('plan');
      assert.deepEqual(counts(forgotten), { error: 1 });
      assert.deepEqual(found(forgotten), ['error function-unavailable clusters/eu/Kptfile pipeline.mutators[0].exec']);
      assert.deepEqual(said(await run('plan', '--allow-exec')), ['old 0']);
    }));
});

describe('the results of a lock', () => {
  const resource = new Resource(readDocument('kind: PackageVariant\n'), { path: 'variants/moved.yaml', index: 2 });

  it('name their files in the folder of now, and the PackageVariant where it is now', () => {
    const given: readonly Result[] = [
      { severity: 'info', code: 'rule-applied', message: 'i' },
      {
        severity: 'warning',
        code: 'unknown-field',
        message: 'w',
        file: { path: 'web.yaml', index: 1 },
        field: { path: 'a', currentValue: 1 },
      },
      {
        severity: 'warning',
        code: 'unknown-field',
        message: 'w',
        file: { path: 'web.yaml', index: 1 },
        field: { path: 'a', currentValue: 2 },
      },
      { severity: 'error', code: 'missing-field', message: 'e', file: { path: 'variants/eu.yaml', index: 0 } },
    ];
    const locked = lockedResults(given, { file: 'variants/eu.yaml' });
    assert.equal(locked.count, 2);
    assert.deepEqual(recordedResults(locked, { folder: 'clusters/oslo', file: 'variants/moved.yaml', resource }), [
      { severity: 'error', code: 'missing-field', message: 'e', file: { path: 'variants/moved.yaml', index: 2 } },
      {
        severity: 'warning',
        code: 'unknown-field',
        message: 'w',
        field: { path: 'a' },
        file: { path: 'clusters/oslo/web.yaml', index: 1 },
      },
    ]);
  });

  it('have a code of their own if none was recorded, or one of another version', () => {
    const codes = [undefined, 'not-known-yet', 'x-own', 'lock-damaged'];
    const recorded = codes.map((code) => ({ severity: 'error' as const, ...(code && { code }), message: 'm' }));
    const shown = recordedResults({ count: 4, recorded }, { folder: 'clusters/oslo', file: 'a.yaml', resource });
    assert.deepEqual(
      shown.map(({ code }) => code),
      ['recorded-result', 'recorded-result', 'x-own', 'lock-damaged'],
    );
  });

  it('shorten a long message', () => {
    const { recorded } = lockedResults([{ severity: 'warning', code: 'function-result', message: 'x'.repeat(5000) }], {
      file: '',
    });
    assert.equal(recorded[0]?.message, `${'x'.repeat(1000)}…`);
  });
});
