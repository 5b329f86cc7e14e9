import type { Resource } from '../krm/resource.ts';
import { describePath } from '../patch/index.ts';
import type { FieldOverrider } from './field-overrider.ts';
import type { OverrideContext } from './overrider.ts';

/** Reports that a resource lacks the field whose text an overrider edits. */
export function reportLackingField(
  resource: Resource,
  { tokens }: Pick<FieldOverrider, 'tokens'>,
  severity: 'error' | 'warning',
  { results, elementsByField = false }: Pick<OverrideContext, 'results' | 'elementsByField'>,
): void {
  const field = describePath(resource.document, { tokens, elementsByField });
  results[severity]('no such field: nothing to override', { resource, field });
}
