import assert from 'node:assert/strict';
import { found } from '../../support/facts.ts';
import { type FleetSetting, inMemoryFleet, packageVariant, repository } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { classIn, resolve } from '../../support/resolving-fleet.ts';
import { kptfile, type Files } from '../run-support.ts';

/** Deployment of an overlay: the name is the same in all overlays, and the rest differs. */
function web(overlay: string, replicas = 1): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {overlay: ${overlay}}
spec:
  replicas: ${replicas}
  template:
    spec:
      priorityClassName: ${overlay}-class
      schedulerName: ${overlay}-scheduler
      containers:
        - name: web
          image: registry.example.com/${overlay}/web:1
`;
}

const kustomization = (overlay: string): string => `namePrefix: ${overlay}-\nresources:\n  - web.yaml\n`;

/** Returns the files of overlays, by folder. */
function overlays(texts: Readonly<Record<string, string>>): Files {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([folder, text]) => [
      [`packages/shop/overlays/${folder}/web.yaml`, text],
      [`packages/shop/overlays/${folder}/kustomization.yaml`, kustomization(folder.slice(0, 4))],
    ]),
  );
}

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  ...overlays({ prod: web('prod'), stage: web('stage') }),
  'variants/all.yaml': [
    repository('blueprints', 'packages'),
    repository('all', 'clusters'),
    packageVariant('eu', 'blueprints/shop', 'all/eu'),
  ].join('---\n'),
};

const PROD = 'clusters/eu/overlays/prod/web.yaml';
const STAGE = 'clusters/eu/overlays/stage/web.yaml';

async function apply({ run }: FleetSetting, ...args: readonly string[]): Promise<string> {
  const { stderr, exitCode } = await run('apply', ...args);
  assert.equal(exitCode, 0, stderr);
  return stderr;
}

describe('overlays whose resources share their names, in a fleet', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('keep the edit of one where the upstream renames it and adds another one', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await apply(setting);
      fleet.commit({ [PROD]: web('prod', 9) });
      fleet.move('packages/shop/overlays/prod', 'packages/shop/overlays/production');
      fleet.commit(overlays({ canary: web('canary'), production: web('prod') }));
      await apply(setting, '--strict');
      assert.equal(fleet.read('clusters/eu/overlays/production/web.yaml'), web('prod', 9));
      assert.equal(fleet.read('clusters/eu/overlays/canary/web.yaml'), web('canary'));
      assert.equal(fleet.read(STAGE), web('stage'));
      assert.throws(() => fleet.read(PROD));
      fleet.commit({});
      assert.equal((await run('plan', '--check', '--strict')).exitCode, 0);
    }));

  it('have a conflict and a MergeResolution of their own, each with its file', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await apply(setting);
      fleet.commit({ [PROD]: web('prod', 9), [STAGE]: web('stage', 8) });
      fleet.commit(overlays({ prod: web('prod', 3), stage: web('stage', 3) }));
      const conflict = (path: string): string => `error conflict-edit-edit ${path} spec.replicas`;
      assert.deepEqual(found(await run('apply')), [PROD, STAGE].map(conflict));
      const { id, file } = await classIn(setting, 'overlays/prod/web.yaml');
      assert.equal(file, 'overlays/prod/web.yaml');
      const resolved = await resolve(setting, [id, '--take', 'new']);
      assert.equal(resolved.exitCode, 0, resolved.stderr);
      assert.match(fleet.read(`.krm-variants/resolutions/${id}.yaml`), /^ {4}file: overlays\/prod\/web\.yaml$/m);
      assert.deepEqual(found(await run('apply')), [conflict(STAGE)]);
      assert.equal(fleet.read(STAGE), web('stage', 8));
    }));
});
