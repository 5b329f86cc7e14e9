import assert from 'node:assert/strict';
import { actionOf, goneFolders, type VariantState } from '../../src/fleet/index.ts';

describe('the action of a variant', () => {
  const rows: readonly (readonly [want: string, state: VariantState])[] = [
    ['create', { changes: 2 }],
    ['update', { hasLock: true, changes: 2 }],
    ['unchanged', { hasLock: true }],
    ['conflict', { hasLock: true, conflicts: 1, changes: 2 }],
    ['error', { isFailed: true, hasLock: true, conflicts: 1, changes: 2 }],
    ['gone', { isAskedFor: false, hasLock: true }],
  ];
  for (const [want, state] of rows)
    it(`is ${want} for ${JSON.stringify(state)}`, () => assert.equal(actionOf(state), want));
});

describe('the folders that no PackageVariant asks for', () => {
  const locked = [
    { folder: 'us/b', source: () => 'fleet/all.yaml' },
    { folder: 'eu/a', source: () => 'fleet/all.yaml' },
    { folder: 'eu/c', source: () => 'fleets/all.yaml' },
    { folder: 'eu/d', source: () => undefined },
  ];
  const rows: readonly (readonly [
    name: string,
    place: string,
    asked: readonly (string | undefined)[],
    want: string,
  ])[] = [
    ['are all others, in the top folder', '', ['eu/a'], 'eu/c eu/d us/b'],
    ['are those that had their PackageVariant in the folder', 'fleet', ['eu/a'], 'us/b'],
    ['are none if a PackageVariant does not say its folder', '', ['eu/a', undefined], ''],
  ];
  for (const [name, place, asked, want] of rows)
    it(name, () => assert.equal(goneFolders(locked, { place, folders: new Set(asked) }).join(' '), want));
});
