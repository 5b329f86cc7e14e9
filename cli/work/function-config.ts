import { existsSync } from 'node:fs';
import { Resource, fileError } from '../../src/krm/index.ts';
import { oneOf } from '../../src/wording.ts';
import { readDocument } from '../../src/yaml/index.ts';
import type { ConfigArguments } from '../arguments/config-arguments.ts';
import { readText } from '../package/source-file.ts';
import { readSource } from '../../src/package/index.ts';

/** Configuration that the command line names. */
export interface NamedConfig {
  readonly config: Resource | undefined;
  /** The one policy, if the function config has only options. */
  readonly policy: Resource | undefined;
}

/**
 * Reads the requested configuration: a file, data, or a policy in a file with options as data. Throws a `KrmError` if the
 * file does not hold exactly one.
 */
export function readFunctionConfig({ configFile, data }: ConfigArguments): NamedConfig {
  const file = configFile === undefined ? undefined : fromFile(configFile);
  return data === undefined ? { config: file, policy: undefined } : { config: fromData(data), policy: file };
}

function fromFile(named: string): Resource {
  const [file, name] = splitName(named);
  const { documents } = readSource(readText(file, file), file);
  const all = documents.map((document, index) => new Resource(document, { path: file, index, isFile: true }));
  const chosen = name === undefined ? all : all.filter((resource) => resource.name === name);
  const [config, ...others] = chosen;
  if (config !== undefined && others.length === 0) return config;
  const names = all.map((resource) => JSON.stringify(resource.name));
  if (chosen.length > 1 && name !== undefined)
    throw fileError(
      file,
      'duplicate-resource',
      `must have exactly one configuration with the name ${JSON.stringify(name)}, not ${chosen.length}`,
    );
  if (name !== undefined)
    throw fileError(
      file,
      'unresolved-reference',
      `has no configuration with the name ${JSON.stringify(name)}: use ${oneOf(names)}`,
    );
  const hint = all.length > 1 ? `: add \`#NAME\` to the path, where NAME is ${oneOf(names)}` : '';
  const message = `the file of a function config must have exactly one document, not ${all.length}${hint}`;
  throw fileError(file, 'document-count', message);
}

/** Splits `FILE#NAME`. The name of a file that exists may have a `#`. */
export function splitName(text: string): readonly [file: string, name: string | undefined] {
  const hash = text.lastIndexOf('#');
  return hash < 1 || existsSync(text) ? [text, undefined] : [text.slice(0, hash), text.slice(hash + 1)];
}

/** Returns the ConfigMap that kpt makes of `key=value` arguments. */
function fromData(data: ReadonlyMap<string, string>): Resource {
  const document = readDocument('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: function-input\n');
  for (const [key, value] of data) document.set(['data', key], value);
  return new Resource(document, { writtenIn: { resource: undefined, field: [] } });
}
