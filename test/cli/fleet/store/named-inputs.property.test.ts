import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { allVariants } from '../../../../src/fleet/inputs/downstream-variants.ts';
import type { FleetInputs } from '../../../../src/fleet/inputs/fleet-inputs.ts';
import { readInputs } from '../../../../cli/fleet/store/read-inputs.ts';
import { meantBy, type VariantWord } from '../../../../src/fleet/inputs/named-variants.ts';
import { joinPaths, type Variant } from '../../../../src/fleet/index.ts';
import { KrmError } from '../../../../src/krm/index.ts';
import { allFunctions } from '../../../support/all-functions.ts';
import { remoteRepository } from '../../../support/downstream-fleet.ts';
import { packageVariant, repository } from '../../../support/fleet.ts';
import { inRepository } from '../../../support/git-repository.ts';
import { kptfile, writeFiles, type Files } from '../../run-support.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import { DiskRecords } from '../../../../cli/fleet/store/journal.ts';
import { DiskFiles } from '../../../../cli/fleet/store/disk-files.ts';

const SET = `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata: {name: far}
spec:
  upstream: {repo: blueprints, package: shop, revision: v1}
  targets:
    - repositorySelector: {matchLabels: {region: far}}
`;

const REPOSITORIES: Files = {
  'variants/blueprints.yaml': repository('blueprints', 'packages'),
  'variants/near.yaml': `${repository('eu', 'clusters/eu')}---\n${repository('us', 'clusters/us', '  labels: {region: far}\n')}`,
  'variants/ap.yaml': repository('ap', 'clusters/ap', '  labels: {region: far}\n'),
  'variants/copies.yaml': repository('copies', 'copies'),
};

const PACKAGES: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'clusters/eu/shop/a.yaml': 'a: b\n',
  'clusters/ap/x/Kptfile': kptfile('x'),
};

/** Inputs of which a fleet has some. */
const INPUTS: Files = {
  'variants/set.yaml': SET,
  'variants/eu.yaml': packageVariant('eu-shop', 'blueprints/shop@v1', 'eu/shop'),
  'variants/two.yaml': `${packageVariant('two', 'blueprints/shop@v1', 'eu/two')}---\n${packageVariant('copy', 'eu/shop', 'copies/shop')}`,
  // Also named `default/shop`, as the package of the Repository `default` is.
  'variants/odd.yaml': packageVariant('shop', 'copies/shop', 'copies/odd/shop'),
  'variants/default.yaml': `${repository('default', 'clusters/default')}---\n${packageVariant('d', 'blueprints/shop@v1', 'default/shop')}`,
  'variants/away.yaml': `${remoteRepository('hosted', 'https://git.example.com/far.git')}---\n${packageVariant('away', 'eu/shop', 'hosted/shop')}`,
  'objects/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
};

/**
 * Changes of which some are made after inputs were remembered. `null`: the file is removed. A path that starts with
 * `->`: a link is made.
 */
const CHANGES: readonly Readonly<Record<string, string | null>>[] = [
  { 'variants/set.yaml': SET.replace('v1}', 'v2}') },
  { 'variants/set.yaml': null },
  { 'variants/ap.yaml': repository('ap', 'clusters/other', '  labels: {region: far}\n') },
  { 'variants/ap.yaml': null },
  { 'variants/eu.yaml': packageVariant('eu-shop', 'blueprints/shop@v1', 'eu/other') },
  { 'more/extra.yaml': packageVariant('extra', 'blueprints/shop@v1', 'us/extra') },
  {
    'more/twin.yaml': packageVariant('eu-shop', 'blueprints/shop@v1', 'us/twin').replace(
      'name: eu-shop',
      'name: eu-shop\n  namespace: other',
    ),
  },
  { 'more/same.yaml': packageVariant('same', 'blueprints/shop@v1', 'eu/shop') },
  { 'more/broken.yaml': 'a: [' },
  { '.krmignore': 'variants/eu.yaml\n' },
  { 'clusters/note.yaml': 'a: b\n' },
  { 'clusters/eu/broken.yaml': 'a: [' },
  { 'clusters/us/kustomization.yaml': 'resources: [shop]\n' },
  { 'clusters/eu/claim.yaml': repository('claim', 'variants') },
  { 'clusters/ap/claim.yaml': repository('claim', 'variants') },
  { 'packages/claim.yaml': repository('claim', 'more') },
  { 'clusters/eu/wrong.yaml': repository('wrong', '../..') },
  { 'clusters/eu/variant.yaml': packageVariant('inner', 'blueprints/shop@v1', 'us/inner') },
  { '-> clusters/ap': '../packages' },
  { '-> more/link.yaml': '../variants/eu.yaml' },
];

const NAMES = [
  ...'eu-shop default/eu-shop eu/shop clusters/eu/shop ./clusters/eu/shop/ two copy copies/shop'.split(' '),
  ...'far-us-shop us/shop clusters/ap/shop shop default/shop copies/odd/shop extra inner none'.split(' '),
  ...'away hosted/shop https://git.example.com/far.git/deploy/shop'.split(' '),
];

/** Everything that a call learns about the variants of a name. */
function shown(inputs: FleetInputs, name: string): unknown {
  const all = allVariants(inputs);
  const byFolder = new Map(inputs.waves.flat().map((each) => [each.folder, each]));
  const chain = (variant: Variant, ...seen: readonly string[]): readonly unknown[] => {
    const { place, package: path } = variant.upstream;
    const maker = place.url === undefined ? byFolder.get(joinPaths(place.folder, path)) : undefined;
    const isNew = maker !== undefined && !seen.includes(maker.folder);
    return [facts(variant), ...(isNew ? chain(maker, ...seen, variant.folder) : [])];
  };
  return meantBy(wordFor(name), all).map((each) => chain(each));
}

function facts({ text, namespace, name, file, set, target, labels, upstream, downstream, folder, resource }: Variant) {
  const line = resource.positionOf(['spec', 'upstream'])?.line;
  const place = [resource.location, line, resource.value()];
  return { text, namespace, name, file, set, target, labels: [...labels], upstream, downstream, folder, place };
}

/** Returns the folder of a Repository that a change makes wrong. */
function wrongPlace(path: string): readonly string[] {
  if (path.startsWith('-> clusters')) return [path.slice(3)];
  return path.endsWith('claim.yaml') ? [dirname(path)] : [];
}

async function outcomeOf(act: () => Promise<unknown>): Promise<unknown> {
  try {
    return JSON.parse(JSON.stringify(await act()));
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    return error.results.map(({ message }) => message);
  }
}

/** Word as it is from the top of the git repository. */
function wordFor(text: string): VariantWord {
  return { text, fromHere: text };
}

function change(folder: string, files: (typeof CHANGES)[number]): void {
  for (const [path, content] of Object.entries(files)) {
    const [, link] = /^-> (.*)$/.exec(path) ?? [];
    const file = join(folder, link ?? path);
    if (link !== undefined || content === null) rmSync(file, { recursive: true, force: true });
    if (content === null) continue;
    mkdirSync(dirname(file), { recursive: true });
    if (link === undefined) writeFiles(folder, { [path]: content });
    else symlinkSync(content, file);
  }
}

const program = async () => ({ functions: await allFunctions(), version: '1.2.3' });

describe('inputs of the variants of a name', () => {
  it('are those that a call finds that reads all inputs', async function () {
    const own = await program();
    const args = { objects: undefined, context: undefined, writes: false };
    const check = async (folder: string, inputs: readonly string[], within: string, changes: readonly number[]) => {
      writeFiles(folder, { ...PACKAGES, ...REPOSITORIES });
      writeFiles(folder, Object.fromEntries(inputs.map((path) => [path, INPUTS[path] ?? ''])));
      const place = {
        place: { root: folder, folder: within, files: new DiskFiles(folder) },
        records: new DiskRecords(join(folder, '.git')),
      };
      const readNamed = (name: string): Promise<unknown> =>
        outcomeOf(async () => shown(await readInputs(own, args, { ...place, named: wordFor(name) }), name));
      const readAll = (name: string): Promise<unknown> =>
        outcomeOf(async () => shown(await readInputs(own, args, place), name));
      await readInputs(own, { ...args, writes: true }, place);
      const isStored = existsSync(join(folder, '.git/krm-variants/inputs.jsonl'));
      const before = new Map<string, unknown>();
      for (const name of NAMES) before.set(name, await readNamed(name));
      for (const index of changes) change(folder, CHANGES[index] ?? {});
      const wrong = changes.flatMap((index) => Object.keys(CHANGES[index] ?? {})).flatMap(wrongPlace);
      for (const name of NAMES) {
        const [found, wanted, known] = [await readNamed(name), await readAll(name), before.get(name)];
        // What is wrong with the folder of another Repository prevents only calls that read everything.
        const isRefused = /must not be (?:in the folder of a Repository|a symbolic link)/.test(JSON.stringify(wanted));
        const isOther = !wrong.some((each) => JSON.stringify(known).includes(`"folder":"${each}`));
        const isKnown = isStored && JSON.stringify(known) !== '[]' && isDeepStrictEqual(found, known);
        assert.deepEqual(found, isRefused && isOther && isKnown ? known : wanted, name);
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(Object.keys(INPUTS), { minLength: 2 }),
        fc.constantFrom('', 'variants'),
        fc.subarray([...CHANGES.keys()], { maxLength: 2 }),
        (inputs, within, changes) => inRepository(({ folder }) => check(folder, inputs, within, changes)),
      ),
      { numRuns: propertyRuns(20) },
    );
  });

  it('do not need other variants, or the folders of other Repositories', () =>
    inRepository(async ({ folder }) => {
      writeFiles(folder, { ...PACKAGES, ...REPOSITORIES, ...INPUTS });
      const own = await program();
      const args = { objects: undefined, context: undefined, writes: false };
      const place = {
        place: { root: folder, folder: '', files: new DiskFiles(folder) },
        records: new DiskRecords(join(folder, '.git')),
      };
      await readInputs(own, { ...args, writes: true }, place);
      writeFiles(folder, { 'clusters/ap/new.yaml': 'a: b\n' });
      const { waves } = await readInputs(own, args, { ...place, named: wordFor('copies/shop') });
      assert.deepEqual(
        waves.flat().map((each) => each.folder),
        ['copies/shop', 'clusters/eu/shop'],
      );
    }));
});
