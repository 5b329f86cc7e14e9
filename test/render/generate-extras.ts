import fc from 'fast-check';
import { configMap, type Files } from '../cli/run-support.ts';
import type { Step } from './generate-pipeline.ts';

/** Something in a package that the renderers treat differently: a row of the table in docs/render.md. */
export interface Extra {
  readonly name: string;
  /** Files that only our package has. */
  readonly files?: Files;
  /** Symbolic links that only our package has, with their targets. */
  readonly links?: Readonly<Record<string, string>>;
  /** A function for both packages. */
  readonly step?: Step;
  /** Lines of the Kptfile, at its end or of the function, that only our package has. */
  readonly lines?: string;
  /** True if kpt stops the rendering of our package. */
  readonly isRefused?: boolean;
}

const EXTRAS: readonly Extra[] = [
  { name: 'a file of values', files: { 'values.yaml': 'replicas: 1\n' }, isRefused: true },
  { name: 'a list of values', files: { 'd/values.yml': '- 1\n- 2\n' }, isRefused: true },
  { name: 'a JSON file of others', files: { 'package.json': '{"name": "x"}\n' }, isRefused: true },
  { name: 'a text as YAML', files: { 'text.yaml': 'some text\n' }, isRefused: true },
  { name: 'a resource without a name', files: { 'n.yaml': configMap('""') }, isRefused: true },
  { name: 'a name with two dots', files: { 'a..b.yaml': configMap('dots') }, isRefused: true },
  { name: 'a field of newer Kptfiles', lines: 'upstream: {preserveExplicitNull: true}\n', isRefused: true },
  {
    name: 'a resource that two selectors match',
    step: {
      exec: 'strip-transform',
      selectors: [{ name: 'a' }, { kind: 'Kptfile' }, { kind: 'Kptfile', apiVersion: 'kpt.dev/v1' }],
    },
    lines: '        - kind: Kptfile\n          apiVersion: kpt.dev/v1\n',
    isRefused: true,
  },
  { name: 'a kustomization', files: { 'kustomization.yaml': 'resources:\n- f.yaml\nimages: []\n' } },
  { name: 'files of git', files: { '.git/config.yaml': configMap('git') } },
  { name: 'files of npm', files: { 'node_modules/m/m.yaml': configMap('npm'), 'node_modules/m/m.json': '{}' } },
  { name: 'a link to a file', links: { 'link.yaml': 'Kptfile' } },
  { name: 'a link to nothing', links: { 'd/link.yml': 'nowhere.yaml' } },
  { name: 'a link to a folder', links: { linked: '.', 'link.txt': 'Kptfile' } },
];

/** Draws a difference. */
export function extra(): fc.Arbitrary<Extra> {
  return fc.constantFrom(...EXTRAS);
}
