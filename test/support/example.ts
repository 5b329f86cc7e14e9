import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFunctions, root } from '../../scripts/functions.ts';
import { readDocument, type Path, type SourceDocument } from '../../src/yaml/index.ts';

/** Package in `examples/<function>/<case>/`, and how to call the function on it. */
export interface Example {
  /** Name of the function and of its executable. */
  readonly functionName: string;
  /** `<function>/<case>`. */
  readonly title: string;
  readonly folder: string;
  /** Caller of the function: the pipeline of its Kptfile (`kpt fn render`), or the command (`kpt fn eval`). */
  readonly testType: 'render' | 'eval';
  /** File of the function config, relative to the package. */
  readonly configFile: string | undefined;
  /** Data of the ConfigMap that is the function config; {} for none. */
  readonly data: Readonly<Record<string, string>>;
  readonly exitCode: number;
  /** Text that stderr must contain. */
  readonly stdErr: string;
}

const examples = join(root, 'examples');

/** Returns all examples of functions, as their `.expected/config.yaml` describes them. Finding none is an error. */
export function findExamples(): Example[] {
  const found = findFunctions().flatMap((functionName) =>
    folders(join(examples, functionName)).map((name) => readExample(functionName, name)),
  );
  assert.notEqual(found.length, 0, `no example in ${examples}`);
  return found;
}

function folders(parent: string): string[] {
  const entries = readdirSync(parent, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function readExample(functionName: string, name: string): Example {
  const folder = join(examples, functionName, name);
  const config = readYaml(join(folder, '.expected/config.yaml'));
  const testType = text(config, ['testType']);
  assert.ok(testType === 'render' || testType === 'eval', `${folder}: testType must be render or eval`);
  return {
    functionName,
    title: `${functionName}/${name}`,
    folder,
    testType,
    ...(testType === 'render' ? pipelineConfig(folder, functionName) : evalConfig(config)),
    exitCode: Number(config.value(['exitCode']) ?? 0),
    stdErr: text(config, ['stdErr']) ?? '',
  };
}

type FunctionConfig = Pick<Example, 'configFile' | 'data'>;

function evalConfig(config: SourceDocument): FunctionConfig {
  return { configFile: text(config, ['fnConfig']), data: texts(config, ['args']) };
}

/** Returns the config of the only function in the pipeline of an example. */
function pipelineConfig(folder: string, functionName: string): FunctionConfig {
  const kptfile = readYaml(join(folder, 'Kptfile'));
  const step = ['pipeline', 'mutators', 0];
  assert.equal(kptfile.length(['pipeline', 'mutators']), 1, `${folder}: the pipeline must have one mutator`);
  assert.equal(text(kptfile, [...step, 'exec']), functionName, `${folder}: the pipeline must run the function`);
  return { configFile: text(kptfile, [...step, 'configPath']), data: texts(kptfile, [...step, 'configMap']) };
}

/** Reads a file that contains one YAML document. */
export function readYaml(file: string): SourceDocument {
  return readDocument(readFileSync(file, 'utf8'));
}

function text(document: SourceDocument, path: Path): string | undefined {
  const value = document.value(path) ?? undefined;
  assert.ok(value === undefined || typeof value === 'string', `${path.join('.')} must be a string`);
  return value;
}

function texts(document: SourceDocument, path: Path): Record<string, string> {
  const keys = document.keys(path) ?? [];
  return Object.fromEntries(keys.map((key) => [key, text(document, [...path, key]) ?? '']));
}
