import { makeResult } from '../krm/results.ts';
import type { Resource } from '../krm/resource.ts';
import type { Result } from '../krm/result.ts';
import { nearestName } from '../nearest-name.ts';
import type { Path } from '../yaml/index.ts';
import { fieldIgnored, fieldMisspelt } from './messages/inputs.ts';

/** Fields of a Repository that a version of Porch knows, by the map that has them. Only few of them matter to a fleet. */
const KNOWN: readonly (readonly [map: Path, names: readonly string[]])[] = [
  [[], ['apiVersion', 'kind', 'metadata', 'spec', 'status']],
  [
    ['spec'],
    [
      'content',
      'deployment',
      'description',
      'functions',
      'git',
      'mutators',
      'oci',
      'sync',
      'type',
      'upstream',
      'validators',
    ],
  ],
  [
    ['spec', 'git'],
    ['author', 'branch', 'createBranch', 'directory', 'email', 'repo', 'secretRef'],
  ],
];

/**
 * Returns a result for each field of a Repository that no version of Porch knows: an error if a known name is near, since the field is then
 * probably misspelt and would be ignored, else a warning.
 */
export function unknownFields(repository: Resource): readonly Result[] {
  return KNOWN.flatMap(([map, names]) =>
    (repository.document.keys(map) ?? [])
      .filter((name) => !names.includes(name))
      .map((name) => {
        const about = { code: 'unknown-field', resource: repository, field: [...map, name] } as const;
        const right = nearestName(name, names);
        if (right !== undefined) return makeResult('error', fieldMisspelt(quote(right)), about);
        return makeResult('warning', fieldIgnored(names.map(quote)), about);
      }),
  );
}

function quote(name: string): string {
  return `\`${name}\``;
}
