import { hidesKeys } from '../krm/redaction.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import { suggestion } from '../nearest-name.ts';
import { describePath, nearestKey, type NearKey, type Tokens } from '../patch/index.ts';
import type { Path, SourceDocument } from '../yaml/index.ts';
import type { FieldOverrider } from './field-overrider.ts';
import type { IfMissing } from './overrider.ts';

/**
 * Reports the fields of overriders that a resource lacks, each once, with the gravest severity that any of them has in
 * `ifMissing`: beside errors, no warnings. Returns that severity.
 */
export function reportLackingFields(
  resource: Resource,
  lacking: readonly FieldOverrider[],
  results: Results,
): IfMissing | undefined {
  const gravest = (['error', 'warn'] as const).find((each) => lacking.some(({ ifMissing }) => ifMissing === each));
  if (gravest === undefined) return undefined;
  const reported = lacking.filter(({ ifMissing }) => ifMissing === gravest);
  for (const overrider of new Map(reported.map((each) => [each.fieldPath, each])).values())
    reportLackingField(resource, overrider, gravest === 'warn' ? 'warning' : 'error', results);
  return gravest;
}

/** Reports that a resource lacks the field whose text an overrider edits. */
export function reportLackingField(
  resource: Resource,
  overrider: Tokens,
  severity: 'error' | 'warning',
  results: Results,
): void {
  const { document } = resource;
  const hint = keyHint(nearestKey(document, overrider), document);
  results[severity](`no such field: nothing to override${hint}`, {
    code: 'target-missing',
    resource,
    field: describePath(document, overrider),
  });
}

/**
 * Returns the end of a message about a pointer that leads to nothing in a document: `; did you mean "/data/a.yaml"?`.
 * Returns '' if there is no such key, or if it must not be shown.
 */
export function keyHint(near: NearKey | undefined, document: SourceDocument): string {
  if (near === undefined || hidesKeys({ text: (path) => textAt(document, path) }, near.map)) return '';
  return suggestion(JSON.stringify(near.pointer));
}

function textAt(document: SourceDocument, path: Path): string {
  const value = document.get(path)?.kind === 'scalar' ? document.value(path) : undefined;
  return typeof value === 'string' ? value : '';
}
