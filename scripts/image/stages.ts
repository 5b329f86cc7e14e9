import type { FunctionDefinition } from '../../src/function/index.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { EXECUTABLE } from './archive.ts';

/** Returns the Dockerfile's stage of each function, followed by the default, the one with all functions. */
export function imageStages(definitions: readonly FunctionDefinition[]): string {
  const stages = definitions.map(({ name, summary }) => stage(name, summary, [EXECUTABLE, name]));
  return [...stages, stage(packageJson.name, packageJson.description, [EXECUTABLE])].join('\n');
}

/** Porch runs only the ENTRYPOINT, so it is the whole command. */
function stage(name: string, description: string, command: readonly string[]): string {
  const labels = {
    title: name,
    description,
    version: packageJson.version,
    licenses: packageJson.license,
  };
  const pairs = Object.entries(labels).map(([key, value]) => `org.opencontainers.image.${key}=${quoted(value)}`);
  return `FROM files AS ${name}
LABEL ${pairs.join(' \\\n      ')}
ENTRYPOINT ${JSON.stringify(command).replaceAll(',', ', ')}
`;
}

/** Returns a quoted word of a Dockerfile, in which a dollar sign denotes a variable even in quotes. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\$]/g, '\\$&')}"`;
}
