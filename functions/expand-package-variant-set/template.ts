import type { Path } from '../../src/index.ts';
import type { Text } from './expression.ts';

/** Entries of a map: those of expressions go before plain ones, and later before earlier ones. */
export interface MapTemplate {
  readonly plain: Readonly<Record<string, string>>;
  readonly exprs: readonly { readonly field: Path; readonly key: Text; readonly value: Text }[];
}

/** What gives one function of a pipeline. */
export interface FunctionTemplate {
  readonly field: Path;
  /** Without `configMap`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly configMap: MapTemplate;
}

/** What gives one injector. */
export interface InjectorTemplate {
  readonly field: Path;
  /** Group, version and kind, as far as they are given. */
  readonly kind: Readonly<Record<string, string>>;
  readonly name: Text;
}

/** What gives the package context. */
export interface PackageContextTemplate {
  readonly field: Path;
  readonly data: MapTemplate;
  readonly removeKeys: readonly Text[];
}

/** How a PackageVariant is made of a target (design "PackageVariant Template"). What is undefined is not in it. */
export interface Template {
  readonly repo: Text | undefined;
  readonly package: Text | undefined;
  readonly policies: Readonly<Record<string, string>>;
  readonly labels: MapTemplate;
  readonly annotations: MapTemplate;
  readonly packageContext: PackageContextTemplate | undefined;
  readonly pipeline: Readonly<Record<'validators' | 'mutators', readonly FunctionTemplate[]>>;
  readonly injectors: readonly InjectorTemplate[];
}
