import { Resource } from '../src/index.ts';
import { readDocument } from '../src/yaml/index.ts';
import { fileError } from './package/file-error.ts';
import type { RunArguments } from './package/arguments.ts';
import { readSource, readText } from './package/source-file.ts';

/**
 * Returns the requested function config; undefined if there is none. Throws a `KrmError` if its file does not hold
 * exactly one.
 */
export function readFunctionConfig({ configFile, data }: RunArguments): Resource | undefined {
  if (configFile !== undefined) return fromFile(configFile);
  return data === undefined ? undefined : fromData(data);
}

function fromFile(file: string): Resource {
  const { documents } = readSource(readText(file, file), file);
  const [document] = documents;
  if (document === undefined || documents.length > 1) {
    throw fileError(file, `the file of a function config must have exactly one document, not ${documents.length}`);
  }
  return new Resource(document, { path: file, index: 0 });
}

/** Returns the ConfigMap that kpt makes of `key=value` arguments. */
function fromData(data: ReadonlyMap<string, string>): Resource {
  const document = readDocument('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: function-input\n');
  for (const [key, value] of data) document.set(['data', key], value);
  return new Resource(document);
}
