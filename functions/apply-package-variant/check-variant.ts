import type { Problems } from '../../src/function/index.ts';

/** Fields of a PackageVariant that Porch checks, besides those that are applied. */
interface VariantSpec {
  readonly upstream?: { readonly repo?: string; readonly package?: string };
  readonly downstream?: { readonly repo?: string; readonly package?: string };
  readonly adoptionPolicy?: string;
  readonly deletionPolicy?: string;
}

/** Runs the checks that Porch runs on every PackageVariant, with its messages. An empty policy means the default. */
export function checkVariant(spec: VariantSpec, problems: Problems): void {
  for (const side of ['upstream', 'downstream'] as const) {
    const fields = spec[side] === undefined ? [[side]] : missingOf(spec[side]).map((name) => [side, name]);
    for (const field of fields)
      problems.add({ code: 'missing-field', field: ['spec', ...field], message: 'missing required field' });
  }
  const { adoptionPolicy = '', deletionPolicy = '' } = spec;
  if (!['', 'adoptNone', 'adoptExisting'].includes(adoptionPolicy)) {
    const message = 'field can only be "adoptNone" or "adoptExisting"';
    problems.add({ field: ['spec', 'adoptionPolicy'], message, currentValue: adoptionPolicy });
  }
  if (!['', 'orphan', 'delete'].includes(deletionPolicy)) {
    const message = 'can only be "orphan" or "delete"';
    problems.add({ field: ['spec', 'deletionPolicy'], message, currentValue: deletionPolicy });
  }
}

function missingOf(place: { readonly repo?: string; readonly package?: string }): readonly string[] {
  return (['repo', 'package'] as const).filter((name) => (place[name] ?? '') === '');
}
