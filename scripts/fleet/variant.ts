import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readDocument } from '../../src/yaml/index.ts';
import { root } from '../functions.ts';
import { repositoriesFile, type Store } from './store.ts';
import { renderPackage, type RenderOptions } from './kpt-render.ts';

const source = join(root, 'fleet');

/** The package of which all are variants. */
export const upstreamPackage = join(source, 'package');

/** One PackageVariant of the fleet, and where its package is. */
export interface FleetVariant {
  /** The Repository that it is for. */
  readonly repository: string;
  /** The file of the PackageVariant. */
  readonly file: string;
  /** The folder of its package: there once `copyPackage` has made it. */
  readonly folder: string;
}

/** Copies the package of the PackageVariantSet, with these stores' Repositories in it, and renders it: it then has the PackageVariants. */
export async function expandSet(folder: string, all: readonly Store[], options: RenderOptions): Promise<void> {
  cpSync(join(source, 'set'), folder, { recursive: true });
  writeFileSync(join(folder, 'repositories.yaml'), repositoriesFile(all));
  await renderPackage(folder, options);
}

/** The variants that a rendered set asks for, by the names of their files; their packages are to be in folders of `to`. */
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

/** Makes a variant's package, not yet rendered: a copy of the upstream package, its PackageVariant, and what the cluster has. */
export function copyPackage({ file, folder }: FleetVariant, upstream = upstreamPackage): void {
  mkdirSync(folder, { recursive: true });
  cpSync(upstream, folder, { recursive: true });
  const packageVariant = readDocument(readFileSync(file, 'utf8'));
  // Whoever applies the package to the store's cluster leaves it out.
  packageVariant.set(['metadata', 'annotations', 'config.kubernetes.io/local-config'], 'true');
  writeFileSync(join(folder, 'package-variant.yaml'), packageVariant.text());
  cpSync(join(source, 'cluster.yaml'), join(folder, 'cluster.yaml'));
}
