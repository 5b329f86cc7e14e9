import fc from 'fast-check';
import { realPackages, hardCases } from '../support/corpus.ts';
import { isReadable, layouts } from '../yaml/generate-layouts.ts';
import { editPackage, EDIT_KINDS, pick, type Aim, type EditKind, type PackageMap } from './edit-package.ts';
import { ODD_FILES } from './small-packages.ts';
import { WIDE_FILES } from './wide-files.ts';

/** Three versions of a generated package, and the edits that made two of them. */
export interface Versions {
  readonly base: PackageMap;
  readonly theirs: PackageMap;
  readonly local: PackageMap;
  readonly edits: { readonly theirs: readonly EditKind[]; readonly local: readonly EditKind[] };
}

/** Largest file of a real package that is merged here: many small merges find more than a few large ones. */
const MAX_LENGTH = 6000;

const MAX_EDITS = 5;

const POOL: readonly (readonly [string, string])[] = [
  ...Object.entries(ODD_FILES),
  ...Object.entries(ODD_FILES),
  ...Object.entries(WIDE_FILES),
  ...[...realPackages(), ['hard-cases', hardCases()] as const].flatMap(([name, files]) =>
    Object.entries(files).flatMap(([path, text]) =>
      typeof text === 'string' && text.length < MAX_LENGTH && !text.includes('\0')
        ? [[path.endsWith('Kptfile') ? path.replace(/.*\//, '') : `${name}/${path}`, text] as const]
        : [],
    ),
  ),
];

/** File with the CustomResourceDefinition of a kind of the pool. */
export const CRD = 'crd.yaml';

const BINARY: readonly [string, Uint8Array] = ['logo.png', new Uint8Array([137, 80, 0, 255])];

/** A package of a few files: of real packages, in odd layouts, or generated. */
function packages(): fc.Arbitrary<PackageMap> {
  return fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...POOL), { minLength: 1, maxLength: 3, selector: ([path]) => path }),
      fc.option(layouts().filter(isReadable), { freq: 3 }),
      fc.boolean(),
    )
    .map(
      ([files, odd, isBinary]) =>
        new Map<string, string | Uint8Array>([
          ...files,
          // The keys of its lists are those of the CustomResourceDefinition.
          ...(files.some(([path]) => path === 'berth.yaml') ? [[CRD, ODD_FILES[CRD] ?? ''] as const] : []),
          ...(odd === null ? [] : [['odd/layout.yaml', odd] as const]),
          ...(isBinary ? [BINARY] : []),
        ]),
    );
}

/** Edits of one side: each of them may hit a place that an edit of the other side hits. */
type SideAims = readonly { readonly own: Aim; readonly isAtOther: boolean; readonly at: number }[];

function aims(kinds: readonly EditKind[]): fc.Arbitrary<SideAims> {
  const own = fc.record({
    kind: fc.constantFrom(...kinds),
    file: fc.nat(),
    place: fc.nat(),
    value: fc.nat(),
    other: fc.nat(),
  });
  const aim = fc.record({ own, isAtOther: fc.boolean(), at: fc.nat() });
  return fc.array(aim, { minLength: 1, maxLength: MAX_EDITS });
}

/** Versions of a package with edits on both sides, any by default. `alone`: the only file of the package. */
export function versions(
  ofNew: readonly EditKind[] = EDIT_KINDS,
  ofLocal: readonly EditKind[] = EDIT_KINDS,
  alone?: readonly [path: string, text: string],
): fc.Arbitrary<Versions> {
  const files = alone === undefined ? packages() : fc.constant(new Map([alone]));
  return fc.tuple(files, aims(ofNew), aims(ofLocal)).map(([base, newAims, localAims]) => {
    const toNew = newAims.map(({ own }) => own);
    const toLocal = localAims.map(({ own, isAtOther, at }): Aim => {
      const { file, place, other } = pick(toNew, at) ?? own;
      return isAtOther ? { ...own, file, place, other } : own;
    });
    return {
      base,
      theirs: edited(base, toNew, 'n'),
      local: edited(base, toLocal, 'l'),
      edits: { theirs: toNew.map(({ kind }) => kind), local: toLocal.map(({ kind }) => kind) },
    };
  });
}

function edited(files: PackageMap, list: readonly Aim[], tag: string): PackageMap {
  return list.reduce((made, aim, index) => editPackage(made, aim, `${tag}${index}`), files);
}
