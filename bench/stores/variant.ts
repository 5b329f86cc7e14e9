import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readDocument } from '../../src/yaml/index.ts';
import { root } from '../../scripts/functions.ts';
import { repositoriesFile, type Store } from './store.ts';
import { renderPackage, type RenderOptions } from './kpt-render.ts';

const source = join(root, 'bench/stores');

/** Upstream package of all variants. */
export const upstreamPackage = join(source, 'package');

/** PackageVariant of the fleet, and the folder of its package. */
export interface FleetVariant {
  /** Name of its Repository. */
  readonly repository: string;
  /** File of the PackageVariant. */
  readonly file: string;
  /** Folder of its package, which `copyPackage` creates. */
  readonly folder: string;
}

/**
 * Copies the package of the PackageVariantSet with these stores' Repositories, and renders it, which adds the
 * PackageVariants.
 */
export async function expandSet(folder: string, all: readonly Store[], options: RenderOptions): Promise<void> {
  cpSync(join(source, 'set'), folder, { recursive: true });
  writeFileSync(join(folder, 'repositories.yaml'), repositoriesFile(all));
  await renderPackage(folder, options);
}

/**
 * Returns the variants of a rendered set, by the names of their files, with packages to be created in folders of `to`.
 */
export function variantsOf(set: string, to: string): FleetVariant[] {
  const files = readdirSync(join(set, 'fleet')).toSorted();
  return files.map((name) => {
    const file = join(set, 'fleet', name);
    const { spec } = parse(readFileSync(file, 'utf8')) as PackageVariant;
    return { repository: spec.downstream.repo, file, folder: join(to, spec.downstream.repo, spec.downstream.package) };
  });
}

interface PackageVariant {
  readonly spec: { readonly downstream: { readonly repo: string; readonly package: string } };
}

/**
 * Makes a variant's package, not yet rendered: a copy of the upstream package, its PackageVariant, and the objects of
 * the cluster.
 */
export function copyPackage({ file, folder }: FleetVariant, upstream = upstreamPackage): void {
  mkdirSync(folder, { recursive: true });
  cpSync(upstream, folder, { recursive: true });
  const packageVariant = readDocument(readFileSync(file, 'utf8'));
  // Excluded from what is applied to the store's cluster.
  packageVariant.set(['metadata', 'annotations', 'config.kubernetes.io/local-config'], 'true');
  writeFileSync(join(folder, 'package-variant.yaml'), packageVariant.text());
  cpSync(join(source, 'cluster.yaml'), join(folder, 'cluster.yaml'));
}
