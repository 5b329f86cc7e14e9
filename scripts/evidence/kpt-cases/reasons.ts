const NO_RESOURCE = 'YAML that is not a resource is passed over, with an info; kpt stops';
const BLANK_LINE = 'the blank line below the first comment stays: no data changed there';

/**
 * Reasons why `krm-variants render` has another outcome than the recorded one, by case of kpt's tests. Rows of the
 * table in docs/render.md say the same in general.
 */
export const REASONS: Readonly<Record<string, string>> = {
  'basicpipeline-wasm': 'functions in WebAssembly are not run; the stand-in for docker has none for kpt either',
  'krm-check-exclude-kustomize':
    'a kustomization without a name is passed over, with an info; kpt gives it to functions',
  'modify-path-annotation': BLANK_LINE,
  'non-krm-resource': NO_RESOURCE,
  'non-krm-resource-no-pipeline': NO_RESOURCE,
  'out-of-place-dir': BLANK_LINE,
  'resource-has-pkgname-prefix':
    'the recorded function printed strings without their quotes, which are no data: they stay',
};
