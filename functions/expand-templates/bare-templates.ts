import { isSecretField, type Resource, type Results } from '../../src/krm/index.ts';

/**
 * Reports templates of an object that lack quotes, each as an error: YAML takes their braces for maps, so none would be
 * expanded.
 */
export function refuseBareTemplates(resource: Resource, results: Results): void {
  for (const { path, text } of resource.document.findBareTemplates()) {
    const hint = isSecretField(resource, path) ? '' : `; quote it: ${quoted(text)}`;
    results.error(`a template must be a string: without quotes, YAML reads its braces as maps${hint}`, {
      code: 'invalid-value',
      resource,
      field: path,
    });
  }
}

/** Returns a text in quotes: in double quotes if that needs no escapes, else in single quotes. */
function quoted(text: string): string {
  return text.includes('"') || text.includes('\\') ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}
