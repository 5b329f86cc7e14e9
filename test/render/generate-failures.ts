import fc from 'fast-check';
import { configMap, kptfile, type Files } from '../cli/run-support.ts';
import type { Pipeline, Step } from './generate-pipeline.ts';

/** An entry of a pipeline that is none. */
type InvalidStep = Readonly<Record<string, unknown>>;

/** Something in a package that makes both renderers fail. */
export interface Failure {
  readonly name: string;
  /** Added at the end of the mutators, or of the validators. */
  readonly step?: Step | InvalidStep;
  readonly list?: keyof Pipeline;
  readonly files?: Files;
  /** Returns the Kptfile instead of the drawn one. */
  readonly kptfile?: (text: string) => string;
  /** True if we find it before anything runs, and kpt when it reaches the package. */
  readonly isEarly?: boolean;
  /** True if both find it when the function runs, where functions are programs. */
  readonly isOfProgram?: boolean;
}

const CONFIG: Step = { exec: 'strip-transform', configPath: 'failing/config.yaml' };
const RESERVED: Step = { exec: 'apply-package-context', configMap: { name: 'reserved' } };
const TWO = { 'failing/config.yaml': `${configMap('one')}---\n${configMap('two')}` };

/** Functions that fail when they run. */
const FAILING: readonly Failure[] = [
  { name: 'a mutator that fails', step: RESERVED },
  { name: 'a validator that fails', step: RESERVED, list: 'validators' },
  { name: 'a mutator that fails on a selection', step: { ...RESERVED, selectors: [{ kind: 'Kptfile' }] } },
  {
    name: 'a configuration of another kind',
    step: CONFIG,
    files: { 'failing/config.yaml': configMap('config', 'data:\n  a: b\n') },
  },
];

/** Kptfiles that are invalid. */
const INVALID: readonly Failure[] = [
  { name: 'a missing configPath', step: CONFIG },
  { name: 'a missing configPath of a validator', step: CONFIG, list: 'validators' },
  { name: 'a configuration of two documents', step: CONFIG, files: TWO },
  { name: 'a configPath outside', step: { ...CONFIG, configPath: '../config.yaml' } },
  { name: 'an absolute configPath', step: { ...CONFIG, configPath: '/config.yaml' } },
  {
    name: 'a configPath of a subpackage',
    step: CONFIG,
    files: { 'failing/Kptfile': kptfile('failing'), 'failing/config.yaml': configMap('config') },
  },
  { name: 'an unknown field', step: { ...RESERVED, selector: [] } },
  { name: 'an unknown field of a selector', step: { ...RESERVED, exclude: [{ group: 'apps' }] } },
  { name: 'both image and exec', step: { ...RESERVED, image: 'localhost/x:v1' } },
  { name: 'neither image nor exec', step: { configMap: { a: 'b' } } },
  { name: 'two configurations', step: { ...CONFIG, configMap: { a: 'b' } } },
  { name: 'a map in a configMap', step: { ...RESERVED, configMap: { a: { b: 'c' } } } },
  { name: 'an unknown function', step: { exec: 'no-such-function' }, isOfProgram: true },
  {
    name: 'an unknown list',
    kptfile: (text) => `${text.replace(/^pipeline:/m, 'info:')}pipeline:\n  mutator: []\n`,
  },
  { name: 'an old Kptfile', kptfile: (text) => text.replace('kpt.dev/v1', 'kpt.dev/v1alpha1') },
  { name: 'a Kptfile of another kind', kptfile: () => configMap('kptfile') },
  { name: 'an empty Kptfile', kptfile: () => '' },
  {
    name: 'a Kptfile without a name',
    kptfile: (text) => text.replace(/^ {2}name: .*\n/m, '  labels: {}\n'),
  },
];

/** Draws a failure. */
export function failure(): fc.Arbitrary<Failure> {
  return fc.oneof(
    fc.constantFrom(...FAILING),
    fc.constantFrom(...INVALID).map((each) => ({ ...each, isEarly: true })),
  );
}
