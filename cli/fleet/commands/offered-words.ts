import { byteOrder } from '../../../src/byte-order.ts';
import { allVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { namesOf } from '../../../src/fleet/inputs/named-variants.ts';
import { variantFiles } from '../../../src/fleet/inputs/variant-files.ts';
import { isMap, isList, type Value } from '../../../src/yaml/index.ts';
import { fileError, type Resource } from '../../../src/krm/index.ts';
import { NO_INPUTS } from '../../../src/fleet/messages/inputs.ts';
import { resourcesIn } from '../../../src/where/index.ts';
import { git } from '../../git/git.ts';
import { fleetPlace } from '../store/fleet-place.ts';
import { readInputs } from '../store/read-inputs.ts';
import { openStore } from '../store/work-tree.ts';
import type { FleetProgram } from '../fleet-store.ts';
import type { Offered } from './fleet-commands.ts';

/**
 * Returns the words of a kind that a command line can have in a fleet, sorted. `folder`: that of the fleet, as given.
 * Throws a `KrmError` if there is no fleet, or if it cannot be read, which the scripts of shells do not show.
 */
export async function wordsOf(kind: Offered, folder: string, program: FleetProgram): Promise<readonly string[]> {
  return [...new Set(await WORDS[kind](folder, program))].toSorted(byteOrder);
}

type Words = (folder: string, program: FleetProgram) => readonly string[] | Promise<readonly string[]>;

const WORDS: Readonly<Record<Offered, Words>> = {
  /** Folders and names of variants. */
  async variants(folder, program) {
    const all = allVariants((await inputsIn(folder, program)).inputs);
    return all.flatMap((variant) => [
      ...(variant.downstream.place.url === undefined ? [variant.folder] : []),
      ...namesOf(variant),
    ]);
  },

  /** Scalars of the resources of one variant, and the parts of their images: those of the others are mostly equal. */
  async fields(folder, program) {
    const { tree, inputs } = await inputsIn(folder, program);
    const first = inputs.waves.flat().find((variant) => tree.has(variant.folder));
    const files = first === undefined ? [] : variantFiles(tree, first.folder);
    return files.flatMap((file) => resourcesIn(file.name, file.read()).flatMap(fieldsOf));
  },

  /** Packages in the git repository, apart from variants: their folders, and each with its tags. */
  packages(folder, program) {
    const store = openStore(program, folder);
    const files = store.tracked('.');
    const packages = [...files]
      .flatMap((path) => (path.endsWith('/Kptfile') ? [path.slice(0, -'/Kptfile'.length)] : []))
      .filter((path) => !files.has(lockFile(path)));
    const tags = git(['tag', '--list'], { folder: store.root }).toString().split('\n').filter(Boolean);
    return packages.flatMap((path) => [path, ...tags.flatMap((tag) => revisionOf(tag, path) ?? [])]);
  },
};

/** Reads the inputs of a fleet. Throws a `KrmError` if there are none. */
async function inputsIn(folder: string, program: FleetProgram) {
  const tree = openStore(program, folder);
  const place = fleetPlace(folder, tree);
  const args = { objects: undefined, context: undefined, leavesOutWrong: true, writes: false };
  const inputs = await readInputs(program, args, { place, records: tree.records });
  if (inputs.isEmpty) throw fileError(folder, 'empty-input', NO_INPUTS);
  return { tree, inputs };
}

/** Returns a package at the revision that a tag is for: `v1` is for all packages, `shop/v1` and the like for one. */
function revisionOf(tag: string, path: string): string | undefined {
  const end = tag.lastIndexOf('/');
  const [name, owner] = [tag.slice(end + 1), tag.slice(0, Math.max(0, end))];
  return owner === '' || `/${path}`.endsWith(`/${owner}`) ? `${path}@${name}` : undefined;
}

function fieldsOf(resource: Resource): readonly string[] {
  const { kind, name } = resource;
  if (kind === '' || name === '') return [];
  const paths = scalarsIn(resource.value(), '').filter(
    (path) => !/^(?:apiVersion|kind|metadata\.(?:name|uid)$)/.test(path),
  );
  const images = paths.some((path) => path.endsWith('.image')) ? ['image', 'registry', 'tag'] : [];
  return [...images, ...paths].map((path) => `${kind}/${name}:${path}`);
}

/** Returns the paths of the scalars in a value, with the keys that a dot cannot separate left out. */
function scalarsIn(value: Value | undefined, path: string): readonly string[] {
  if (isMap(value))
    return Object.entries(value).flatMap(([key, each]) =>
      /^[\w-]+$/.test(key) ? scalarsIn(each, path === '' ? key : `${path}.${key}`) : [],
    );
  if (isList(value))
    return value.flatMap((each) => {
      const named = isMap(each) ? each['name'] : undefined;
      return typeof named === 'string' && /^[\w.-]+$/.test(named) ? scalarsIn(each, `${path}[name=${named}]`) : [];
    });
  return value === undefined || path === '' ? [] : [path];
}
