import { posix } from 'node:path';
import fc from 'fast-check';
import { groupBy } from '../../src/group-by.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { readFiles, type Files } from '../cli/run-support.ts';
import { findExamples, type Example } from '../support/example.ts';
import type { Step } from './generate-pipeline.ts';

/** A function of a pipeline with the files that it works on. */
export interface Part {
  readonly step: Step;
  /** Includes a Kptfile without a pipeline. */
  readonly files: Files;
}

const CONTEXT = 'package-context.yaml';

/** Folders of a package for the files of a part: kpt places new resources beside the configuration. */
const FOLDERS = ['', '', 'conf', 'functions', 'gen/functions', 'D.x', '.hidden/e-f'];

/** Draws a part: that of an example, which has one function and what it needs. Few fail. */
export function part(): fc.Arbitrary<Part> {
  const usable = findExamples().filter(({ folder }) => !hasOtherFunctions(readFiles(folder)));
  const examples = groupBy(usable, ({ functionName }) => functionName);
  const ofFunction = [...examples.values()].map((rows) => {
    const [good, bad] = [true, false].map((isGood) => rows.filter(({ exitCode }) => (exitCode === 0) === isGood));
    return fc.oneof(
      { weight: 60, arbitrary: fc.constantFrom(...(good ?? [])) },
      ...((bad ?? []).length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...(bad ?? [])) }] : []),
    );
  });
  const parts = new Map<Example, Part>();
  return fc.tuple(fc.oneof(...ofFunction), fc.constantFrom(...FOLDERS)).map(([example, folder]) => {
    const found = parts.get(example) ?? readPart(example);
    parts.set(example, found);
    return within(found, folder);
  });
}

/** Reports whether a subpackage has functions that are none of ours. */
function hasOtherFunctions(files: Files): boolean {
  return Object.entries(files).some(
    ([path, text]) => path.endsWith('/Kptfile') && /^ +(?:- )?image:/m.test(String(text)),
  );
}

function readPart({ functionName, folder, configFile, data }: Example): Part {
  const { Kptfile, ...files } = readFiles(folder);
  const kept = Object.entries(files).filter(([path]) => !/^\.expected\/|^README\.md$|^\.krmignore$/.test(path));
  const kptfile = readDocument(Kptfile ?? `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: part\n`);
  kptfile.remove(['pipeline']);
  return {
    step: {
      exec: functionName,
      ...(configFile !== undefined && { configPath: configFile }),
      ...(configFile === undefined && Object.keys(data).length > 0 && { configMap: data }),
    },
    files: { ...Object.fromEntries(kept), Kptfile: kptfile.text() },
  };
}

/** Returns a part whose files are in a folder of the package, except those of which it has one. */
function within({ step, files: { Kptfile = '', [CONTEXT]: context, ...files } }: Part, folder: string): Part {
  const moved = Object.entries(files).map(([path, text]) => [posix.join(folder, path), text] as const);
  return {
    step:
      step.configPath === undefined || step.configPath === CONTEXT
        ? step
        : { ...step, configPath: posix.join(folder, step.configPath) },
    files: { ...Object.fromEntries(moved), ...(context && { [CONTEXT]: context }), Kptfile },
  };
}
