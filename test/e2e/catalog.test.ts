import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { findFunctions, loadDefinition, root } from '../../scripts/functions.ts';
import { isOwnKind } from '../../cli/reference/kind-schema.ts';
import { compileValidators } from '../../scripts/validators.ts';
import { readFiles } from '../cli/run-support.ts';
import { findExamples } from '../support/example.ts';
import { GoProgram } from '../support/go-program.ts';

describe('the catalog', function () {
  const go = new GoProgram('kyaml-catalog');

  for (const name of findFunctions()) {
    it(`kyaml reads the definition of ${name}, and accepts the same configs as the function`, async () => {
      const definition = definitionOf(name);
      const { apiVersion, kind } = definedKind(parse(definition) as Definition);
      const validator = compileValidators(await loadDefinition(name))[`${apiVersion}/${kind}`];
      assert.ok(validator !== undefined);

      const found = configs(name).filter((config) => config.apiVersion === apiVersion && config.kind === kind);
      const all = found.flatMap((config) => [config, withUnknownField(config), withoutSpec(config)]);
      const ours = all.map((config) => (validator(config) === true ? 'fits' : 'error'));
      assert.deepEqual(ask(go, definition, all), ours);
      assert.ok(ours.includes('fits') && ours.includes('error'), 'some fit, some do not');
    });

    it(`the metadata of ${name} reference existing files`, () => {
      const metadata = parse(readFileSync(join(root, 'functions', name, 'metadata.yaml'), 'utf8')) as Metadata;
      assert.equal(metadata.image, name);
      assert.equal(metadata.license, packageJson.license);
      assert.ok(['mutator', 'validator', 'generator'].includes(metadata.tags[0] ?? ''));
      assert.deepEqual(metadata.examplePackageURLs, exampleFolders(name));
      for (const path of [metadata.sourceURL, ...metadata.examplePackageURLs]) {
        assert.ok(existsSync(join(root, path, 'README.md')), path);
      }
    });

    it(`the definition of ${name} has its own kind, and references existing files`, async () => {
      const definition = parse(definitionOf(name)) as Definition;
      const [version, ...more] = definition.spec.versions;
      assert.ok(version !== undefined && more.length === 0);
      assert.equal(version.runtime.container.image, `${name}:v${packageJson.version}`);
      assert.deepEqual(
        version.examples,
        exampleFolders(name).map((path) => `${path}/README.md`),
      );
      assert.ok(existsSync(join(root, version.usage)), version.usage);
      const ours = (await loadDefinition(name)).configs.filter(isOwnKind);
      assert.ok(ours.length === 0 || definition.spec.group === 'krm-variants.dev', definition.spec.group);
    });
  }

  it('kyaml refuses a definition with an unknown field', () => {
    const definition = definitionOf('strip-transform');
    const [config] = configs('strip-transform').filter(({ kind }) => kind === 'StripTransform');
    assert.ok(config !== undefined);
    assert.deepEqual(ask(go, definition, [config]), ['fits']);
    assert.deepEqual(ask(go, definition.replace('idempotent:', 'idempotence:'), [config]), ['error']);
  });
});

interface Definition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly usage: string;
      readonly examples: readonly string[];
      readonly runtime: { readonly container: { readonly image: string } };
    }[];
  };
}

function definitionOf(name: string): string {
  return readFileSync(join(root, 'catalog', `${name}.yaml`), 'utf8');
}

function definedKind({ spec }: Definition): { readonly apiVersion: string; readonly kind: string } {
  const version = spec.versions[0]?.name ?? '';
  return { apiVersion: spec.group === '' ? version : `${spec.group}/${version}`, kind: spec.names.kind };
}

interface Metadata {
  readonly image: string;
  readonly tags: readonly string[];
  readonly sourceURL: string;
  readonly examplePackageURLs: readonly string[];
  readonly license: string;
}

interface Config {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly spec?: object;
}

function exampleFolders(name: string): string[] {
  const titles = findExamples().map(({ title }) => title);
  return titles.filter((title) => title.startsWith(`${name}/`)).map((title) => `examples/${title}`);
}

/** Returns all resources in the examples of a function. */
function configs(name: string): Config[] {
  const files = Object.entries(readFiles(join(root, 'examples', name)));
  const texts = files
    .filter(([path]) => path.endsWith('.yaml') && !path.includes('.expected/'))
    .map(([, text]) => text);
  return texts
    .flatMap((text) => [...parseAllDocuments(text)])
    .filter((document) => document.errors.length === 0)
    .map((document) => document.toJS() as Config | null)
    .filter((value) => value !== null);
}

function withUnknownField(config: Config): Config {
  return { ...config, spec: { ...config.spec, noSuchField: true } };
}

function withoutSpec({ apiVersion, kind }: Config): object {
  return { apiVersion, kind };
}

/** Returns kyaml's verdict on each config, without reasons. */
function ask(go: GoProgram, definition: string, all: readonly object[]): string[] {
  const questions = all.map((config) => ({ definition, config: stringify(config) }));
  return go.ask(questions).map((line) => line.replace(/:.*/, ''));
}
