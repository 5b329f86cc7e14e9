import assert from 'node:assert/strict';
import { join } from 'node:path';
import { checkVariant } from './stores/check.ts';
import { copyPackage } from './stores/variant.ts';
import { readDocument } from '../src/yaml/index.ts';
import { configMap, kptfile, readFiles, writeFiles, type Files } from '../test/cli/run-support.ts';
import { realPackages } from '../test/support/corpus.ts';
import { countMatches } from './count-edits.ts';
import { fromCluster } from './flavour.ts';
import { makeFleet } from './fleet-job.ts';
import { NOTHING } from './folder-job.ts';
import { workloadInput } from './input.ts';
import { everyImage } from './override-job.ts';
import { everyStripped } from './strip-job.ts';
import { workload } from './workload.ts';

/** Packages to be rendered. */
export interface RenderInput {
  readonly title: string;
  /** Folder with the packages, not yet rendered. */
  readonly folder: string;
  /** Packages in that folder; '' for the folder itself. */
  readonly packages: readonly string[];
  /** Largest share of what kpt needs. */
  readonly goals: { readonly cpuMs: number; readonly wallMs?: number; readonly peakMiB?: number };
  /** Throws if the packages in a folder are not rendered as their pipelines ask for. */
  check(folder: string): void;
}

/** Returns a variant of the fleet alone, and a number of them. `bin`: folder with the functions. */
export async function fleetInputs(bin: string, scratch: string, count: number): Promise<readonly RenderInput[]> {
  const folder = join(scratch, 'variants');
  const { stores, variants } = await makeFleet(bin, join(scratch, 'fleet'), count);
  const packages = variants.map(({ repository }) => repository);
  for (const variant of variants) copyPackage({ ...variant, folder: join(folder, variant.repository) });
  const checkAll = (rendered: readonly string[]): void => {
    for (const [index, store] of stores.slice(0, rendered.length).entries()) checkVariant(rendered[index] ?? '', store);
  };
  return [
    {
      title: 'a variant of the fleet',
      folder: join(folder, packages[0] ?? ''),
      packages: [''],
      goals: { cpuMs: 1 / 8 },
      check: (rendered) => checkAll([rendered]),
    },
    {
      title: `${count} variants of the fleet`,
      folder,
      packages,
      goals: { cpuMs: 1 / 40, wallMs: 1 / 60 },
      check: (rendered) => checkAll(packages.map((name) => join(rendered, name))),
    },
  ];
}

/** Number of resources in each file, and of files in each folder. */
const [IN_FILE, IN_FOLDER] = [10, 100];

/** Returns a package of that many workloads as a cluster returns them, with three functions. */
export function workloadsInput(scratch: string, count: number): RenderInput {
  const folder = join(scratch, 'workloads');
  const input = workloadInput(count);
  const files = Array.from({ length: count / IN_FILE }, (_, file) => {
    const texts = Array.from({ length: IN_FILE }, (__, index) => workload(file * IN_FILE + index, fromCluster));
    return [`part-${Math.floor(file / IN_FOLDER)}/shop-${file}.yaml`, texts.join('---\n')] as const;
  });
  writeFiles(folder, {
    ...Object.fromEntries(files),
    Kptfile: `${kptfile('shop')}pipeline:
  mutators:
    - exec: ${everyStripped.functionName}
      configPath: strip.yaml
    - exec: ${everyImage.functionName}
      configPath: policy.yaml
    - exec: apply-package-context
      configMap:
        region: eu-1
`,
    'strip.yaml': everyStripped.functionConfig(input),
    'policy.yaml': everyImage.functionConfig(input),
    'package-context.yaml': configMap('kptfile.kpt.dev', 'data:\n  name: shop # set by kpt\n'),
  });
  return {
    title: `a package of ${count.toLocaleString('en')} resources, three functions`,
    folder,
    packages: [''],
    goals: { cpuMs: 1 / 40, peakMiB: 1 / 5 },
    check: (rendered) => {
      const text = Object.values(readFiles(rendered)).join('');
      assert.equal(
        countMatches(text, /^ *image: mirror\.example\.com\/shop\//gm),
        count / 2,
        'images with another registry',
      );
      assert.equal(countMatches(text, /^ {2}managedFields:|^status:/gm), 0, 'fields of the cluster');
      assert.equal(countMatches(text, /^ {2}region: eu-1$/gm), 1, 'keys of the package context');
    },
  };
}

/** Returns the packages of other projects as one package with a rule that matches nothing; none if they are absent. */
export function corpusRenderInputs(scratch: string): readonly RenderInput[] {
  const packages = realPackages();
  if (packages.length === 0) return [];
  const folder = join(scratch, 'corpus');
  for (const [name, files] of packages) writeFiles(join(folder, name), withoutPipelines(files));
  const pipeline = 'pipeline:\n  mutators:\n    - exec: field-override\n      configPath: nothing.yaml\n';
  writeFiles(folder, { Kptfile: `${kptfile('corpus')}${pipeline}`, 'nothing.yaml': NOTHING });
  return [
    {
      title: 'the corpus, a rule that matches nothing',
      folder,
      packages: [''],
      goals: { cpuMs: 1 / 20 },
      check: (rendered) => assert.deepEqual(Object.keys(readFiles(rendered)), Object.keys(readFiles(folder))),
    },
  ];
}

/** Returns the files of a package without its pipelines, whose functions are not ours. */
function withoutPipelines(files: Files): Files {
  const texts = Object.entries(files).map(([path, text]) => {
    if (!path.endsWith('Kptfile')) return [path, text] as const;
    const document = readDocument(String(text));
    document.remove(['pipeline']);
    return [path, document.text()] as const;
  });
  return Object.fromEntries(texts);
}
