import type { FunctionDefinition } from '../../src/index.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { EXECUTABLE } from './archive.ts';

/** The Dockerfile's stage of each function, and, last, so that it is the default, the one with all of them. */
export function imageStages(definitions: readonly FunctionDefinition[]): string {
  const stages = definitions.map(({ name, summary }) => stage(name, summary, [EXECUTABLE, name]));
  return [...stages, stage(packageJson.name, packageJson.description, [EXECUTABLE])].join('\n');
}

/** Porch runs nothing but the ENTRYPOINT: it is the whole command. */
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

/** A word of a Dockerfile, where a dollar sign stands for a variable in quotes, too. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\$]/g, '\\$&')}"`;
}
