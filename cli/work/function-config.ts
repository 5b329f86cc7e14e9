import { existsSync } from 'node:fs';
import { Resource, fileError } from '../../src/krm/index.ts';
import { configurationRepeated, noConfiguration, oneConfigurationNeeded } from '../../src/messages/inputs.ts';
import { readDocument } from '../../src/yaml/index.ts';
import type { ConfigArguments } from '../arguments/config-arguments.ts';
import { namedPath } from '../package/named-path.ts';
import { readText } from '../package/source-file.ts';
import { readSource } from '../../src/package/index.ts';

/** Configuration that the command line names. */
export interface NamedConfig {
  readonly config: Resource | undefined;
  /** The one policy, if the function config has only options. */
  readonly policy: Resource | undefined;
}

/**
 * Reads the requested configuration: a file, data, or a policy in a file with options as data. Throws a `KrmError` if
 * the file does not hold exactly one.
 */
export function readFunctionConfig({ configFile, data }: ConfigArguments): NamedConfig {
  const file = configFile === undefined ? undefined : fromFile(configFile);
  return data === undefined ? { config: file, policy: undefined } : { config: fromData(data), policy: file };
}

function fromFile(named: string): Resource {
  const [file, name] = splitName(named);
  const { documents } = readSource(readText(file, file), file);
  const all = documents.map(
    (document, index) => new Resource(document, { path: namedPath(file), index, isFile: true }),
  );
  const chosen = name === undefined ? all : all.filter((resource) => resource.name === name);
  const [config, ...others] = chosen;
  if (config !== undefined && others.length === 0) return config;
  const names = all.map((resource) => resource.name);
  if (chosen.length > 1 && name !== undefined)
    throw fileError(file, 'duplicate-resource', configurationRepeated(name, chosen.length));
  if (name !== undefined) throw fileError(file, 'unresolved-reference', noConfiguration(name, names));
  throw fileError(file, 'document-count', oneConfigurationNeeded(names));
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
