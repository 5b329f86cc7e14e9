import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument, type SourceDocument, type Value } from '../../src/yaml/index.ts';
import { root } from '../../scripts/functions.ts';

/** A package in `examples/<function>/<name>/`, and how it is to be called. */
export interface Example {
  /** Name of the function, which is that of its executable. */
  readonly functionName: string;
  readonly title: string;
  readonly folder: string;
  /** Whether the Kptfile names the function (`kpt fn render`), or the command does (`kpt fn eval`). */
  readonly testType: 'render' | 'eval';
  /** Function config: a file relative to the package, or data of a ConfigMap. */
  readonly configFile: string | undefined;
  readonly data: readonly (readonly [string, string])[];
  readonly exitCode: number;
  /** What stderr must contain. */
  readonly stdErr: string;
}

const examples = join(root, 'examples');

/** All examples: every folder that has `.expected/config.yaml`. Finding none is an error. */
export function findExamples(): Example[] {
  const found = folders(examples).flatMap((functionName) =>
    folders(join(examples, functionName)).map((name) => readExample(functionName, name)),
  );
  if (found.length === 0) throw new Error(`no example in ${examples}`);
  return found;
}

function folders(parent: string): string[] {
  const entries = readdirSync(parent, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function readExample(functionName: string, name: string): Example {
  const folder = join(examples, functionName, name);
  const config = readYaml(join(folder, '.expected/config.yaml'));
  const testType = config.value(['testType']);
  if (testType !== 'render' && testType !== 'eval') throw new Error(`${folder}: testType must be render or eval`);
  return {
    functionName,
    title: `${functionName}/${name}`,
    folder,
    testType,
    ...(testType === 'render' ? pipelineConfig(folder, functionName) : evalConfig(config)),
    exitCode: Number(config.value(['exitCode']) ?? 0),
    stdErr: text(config.value(['stdErr'])) ?? '',
  };
}

type FunctionConfig = Pick<Example, 'configFile' | 'data'>;

function evalConfig(config: SourceDocument): FunctionConfig {
  return { configFile: text(config.value(['fnConfig'])), data: entries(config.value(['args'])) };
}

/** The function config of the one function in the pipeline of an example. */
function pipelineConfig(folder: string, functionName: string): FunctionConfig {
  const kptfile = readYaml(join(folder, 'Kptfile'));
  const mutator = ['pipeline', 'mutators', 0] as const;
  const isOnly = kptfile.length(['pipeline', 'mutators']) === 1;
  if (!isOnly || kptfile.value([...mutator, 'exec']) !== functionName) {
    throw new Error(`${folder}: the pipeline must have one mutator, exec: ${functionName}`);
  }
  return {
    configFile: text(kptfile.value([...mutator, 'configPath'])),
    data: entries(kptfile.value([...mutator, 'configMap'])),
  };
}

/** Reads a file that holds one YAML document. */
export function readYaml(file: string): SourceDocument {
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  return readDocument(readFileSync(file, 'utf8'));
}

function text(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function entries(value: Value | undefined): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, item]) => [key, String(item)] as const);
}
