import type { Resource } from '../krm/index.ts';
import type { Path } from '../yaml/index.ts';
import type { AdoptionPolicy } from './adoption.ts';

/**
 * Repository that a PackageVariant names: a folder of the fleet's own git repository, or a git repository elsewhere.
 */
export type Place = OwnPlace | RemotePlace;

/** Folder of the fleet's own git repository that holds packages. */
export interface OwnPlace {
  /** Name of the Repository resource. */
  readonly name: string;
  /** Path relative to the top of the git repository, without a slash at either end; '' for all of it. */
  readonly folder: string;
  readonly url?: undefined;
  /**
   * URL for the Kptfiles of copies (annotation `krm-variants.dev/url`, or `spec.git.repo`); undefined: none is written.
   */
  readonly publicUrl: string | undefined;
}

/** Git repository by URL. */
export interface RemotePlace {
  readonly name: string;
  /** `spec.git.repo`. */
  readonly url: string;
  /** `spec.git.branch`; undefined for the default branch. */
  readonly branch: string | undefined;
  /** Folder of the packages in that repository, without a slash at either end; '' for all of it. */
  readonly folder: string;
}

/** Fields of a variant that say where it is, and what it is made of. */
export type VariantPlace = Pick<Variant, 'name' | 'file' | 'folder' | 'upstream'>;

/** Request of a PackageVariant: a package in a folder of this repository, made of an upstream package. */
export interface Variant {
  /** The PackageVariant: as in its file, or as its set makes it. */
  readonly resource: Resource;
  /** Text of the resource. */
  readonly text: string;
  readonly namespace: string;
  readonly name: string;
  /** File that it, or its set, is in, relative to the top of the git repository. */
  readonly file: string;
  /** Name of the PackageVariantSet that made it; undefined if none did. */
  readonly set: string | undefined;
  /** Path of the target in that set that it was made for; undefined if none did. */
  readonly target?: Path | undefined;
  /** Labels for `--selector`: those of its metadata, its `spec.labels`, and those of its set. */
  readonly labels: ReadonlyMap<string, string>;
  readonly upstream: {
    readonly place: Place;
    /** Package, relative to the place. */
    readonly package: string;
    /** `spec.upstream.revision`, as text: `v1`, or a number as `v` and the number; undefined if not given. */
    readonly revision: string | undefined;
    readonly workspaceName: string | undefined;
  };
  readonly downstream: { readonly place: Place; readonly package: string };
  /** Folder of the variant, relative to the top of its git repository: the variant is its folder. */
  readonly folder: string;
  /** Handling of a folder that exists already. */
  readonly adoptionPolicy: AdoptionPolicy;
  /** Handling of the folder when its PackageVariant is gone. */
  readonly deletionPolicy: 'delete' | 'orphan';
}
