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

/** The same beside a newer kpt, whose status of the Kptfile has other messages: what differs in data and exit code. */
export const NEWER_REASONS: readonly { readonly cases: RegExp; readonly reason: string }[] = [
  { cases: /^non-krm-resource/, reason: NO_RESOURCE },
  { cases: /out-of-place(?!-fnchain|-stdout|-unwrap)/, reason: 'the output folder must be outside of the package' },
  {
    cases: /^basicpipeline-wasm$/,
    reason: 'functions in WebAssembly are not run; the stand-in for docker has none for kpt either',
  },
  {
    cases: /^krm-check-exclude-kustomize$/,
    reason: 'a kustomization without a name is passed over, with an info; kpt gives it to functions',
  },
  {
    cases: /^(?:basicpipeline-semver|exec-without-permissions)$/,
    reason: 'all functions are checked before the first one runs: the status has no step of one that cannot be called',
  },
  {
    cases: /^(?:fnconfig-cannot-refer-subpkgs|subpkg-has-invalid-kptfile)$/,
    reason: 'nothing is recorded in the status if a Kptfile of the tree is invalid: all are read first',
  },
];
