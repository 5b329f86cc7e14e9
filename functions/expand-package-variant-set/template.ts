import type { Path } from '../../src/yaml/index.ts';
import type { Text } from './expression.ts';

/** Entries of a map: expressions override plain entries, and later ones override earlier ones. */
export interface MapTemplate {
  readonly plain: Readonly<Record<string, string>>;
  readonly exprs: readonly { readonly field: Path; readonly key: Text; readonly value: Text }[];
}

/** Template of one function of a pipeline. */
export interface FunctionTemplate {
  readonly field: Path;
  /** Without `configMap`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly configMap: MapTemplate;
}

/** Template of one injector. */
export interface InjectorTemplate {
  readonly field: Path;
  /** Group, version and kind, as far as they are set. */
  readonly kind: Readonly<Record<string, string>>;
  readonly name: Text;
}

/** Template of the package context. */
export interface PackageContextTemplate {
  readonly field: Path;
  readonly data: MapTemplate;
  readonly removeKeys: readonly Text[];
}

/** Template of the PackageVariant for a target (design "PackageVariant Template"). An undefined part is left out. */
export interface VariantTemplate {
  readonly repo: Text | undefined;
  readonly package: Text | undefined;
  readonly policies: Readonly<Record<string, string>>;
  readonly labels: MapTemplate;
  readonly annotations: MapTemplate;
  readonly packageContext: PackageContextTemplate | undefined;
  readonly pipeline: Readonly<Record<'validators' | 'mutators', readonly FunctionTemplate[]>>;
  readonly injectors: readonly InjectorTemplate[];
}
