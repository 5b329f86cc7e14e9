import fc from 'fast-check';
import { stringify } from 'yaml';

type Selector = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** Selection of the resources that a function gets. */
interface Selection {
  readonly selectors?: readonly Selector[];
  readonly exclude?: readonly Selector[];
}

/** An entry of a pipeline. */
export interface Step extends Selection {
  readonly exec?: string;
  readonly image?: string;
  readonly configMap?: Readonly<Record<string, string>>;
  readonly configPath?: string;
}

export interface Pipeline {
  readonly mutators: readonly Step[];
  readonly validators: readonly Step[];
}

const LOCAL = { 'config.kubernetes.io/local-config': 'true' };

/** No resource matches two selectors of a function: kpt would send it twice, and then fails. */
const SELECTIONS: readonly Selection[] = [
  { selectors: [{ kind: 'Deployment' }, { kind: 'ConfigMap', name: 'kptfile.kpt.dev' }, { kind: 'PodPreset' }] },
  { selectors: [{ labels: { tier: 'gold' } }, { kind: 'Kptfile' }] },
  { selectors: [{ apiVersion: 'apps/v1' }, { apiVersion: 'v1', kind: 'Service', name: 'web' }] },
  { selectors: [{ annotations: LOCAL }] },
  { selectors: [{ annotations: { 'internal.config.kubernetes.io/path': 'Kptfile' } }] },
  { selectors: [{ kind: 'ConfigMap', namespace: 'shop', labels: { tier: 'gold' } }] },
  { selectors: [{ namespace: 'shop' }], exclude: [{ name: 'b' }] },
  { selectors: [{ name: 'nobody' }] },
  { selectors: [], exclude: [{ name: 'web' }, { kind: 'Kptfile' }] },
  {
    exclude: [
      { labels: { tier: 'gold' }, kind: 'Job' },
      { annotations: LOCAL, kind: 'ConfigMap' },
    ],
  },
  { exclude: [{ apiVersion: 'apps/v1', namespace: 'shop' }] },
];

/** Functions that need no files. */
const SIMPLE: readonly Step[] = [
  { exec: 'apply-package-context', configMap: { site: 'oslo' } },
  { exec: 'apply-package-context', configMap: { site: 'no', 'zone.x': '012' } },
  { exec: 'strip-transform' },
  { exec: 'expand-templates', configMap: { clusterName: 'oslo', boats: '4' } },
];

/** Functions that fail if a selection hides the Kptfile, the context, or what they made before. */
const NEED_ALL: ReadonlySet<string | undefined> = new Set([
  'apply-package-context',
  'apply-package-variant',
  'edit-pipeline',
  'expand-package-variant-set',
  'expand-templates',
  'inject-config',
]);

/** Draws a function with a selection: one of those given, or one that needs no files. */
function step(given: readonly Step[]): fc.Arbitrary<Step> {
  const selection = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, fc.constantFrom(...SELECTIONS));
  return fc
    .tuple(fc.constantFrom(...given, ...given, ...SIMPLE), selection)
    .map(([fn, selected]) => (NEED_ALL.has(fn.exec) ? fn : { ...fn, ...selected }));
}

/** Draws a pipeline of these functions and of some that need no files. */
export function pipeline(given: readonly Step[]): fc.Arbitrary<Pipeline> {
  const all = fc.shuffledSubarray([...given], { minLength: given.length });
  return fc
    .tuple(all, fc.array(step(given), { maxLength: 1 }), fc.array(step(given), { maxLength: 1 }))
    .map(([own, more, validators]) => ({ mutators: [...own, ...more], validators }));
}

/** Formats a pipeline as the last field of a Kptfile, in the format of kpt. */
export function formatPipeline(lists: Readonly<Record<keyof Pipeline, readonly object[]>>): string {
  const filled = Object.entries(lists).filter(([, steps]) => steps.length > 0);
  if (filled.length === 0) return '';
  const options = { lineWidth: 0, version: '1.1', aliasDuplicateObjects: false } as const;
  return stringify({ pipeline: Object.fromEntries(filled) }, options);
}
