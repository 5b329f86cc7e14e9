import type { Variant } from '../../src/fleet/index.ts';
import { Resource } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';

/** Parts of a variant that differ in tests. */
export interface VariantParts {
  readonly name: string;
  readonly folder: string;
  /** Upstream package in this git repository. Default: `packages/shop`. */
  readonly from?: string;
  readonly revision?: string;
}

/** Returns a variant of these parts. */
export function variantOf({ name, folder, from = 'packages/shop', revision }: VariantParts): Variant {
  const place = { name: 'all', folder: '', publicUrl: undefined };
  const text = `{apiVersion: a/v1, kind: PackageVariant, metadata: {name: ${name}}}`;
  return {
    resource: new Resource(readDocument(text)),
    text,
    namespace: '',
    name,
    file: `variants/${name}.yaml`,
    set: undefined,
    labels: new Map(),
    upstream: { place, package: from, revision, workspaceName: undefined },
    downstream: { place, package: folder },
    folder,
    adoptionPolicy: 'adoptNone',
    deletionPolicy: 'delete',
  };
}
