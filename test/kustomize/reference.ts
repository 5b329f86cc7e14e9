import type { FieldSpec } from '../../src/kustomize/index.ts';

type Data = Record<string, unknown>;

/**
 * Sets entries in plain data, in place, as kustomize's field spec filter does: for each entry, one spec after the
 * other. For data whose types fit, and paths without escaped slashes.
 */
export function setEntriesInData(item: Data, specs: readonly FieldSpec[], entries: ReadonlyMap<string, string>): void {
  const { apiVersion, kind } = item as { readonly apiVersion: string; readonly kind: string };
  const at = apiVersion.indexOf('/');
  const [group, version] = [apiVersion.slice(0, Math.max(0, at)), apiVersion.slice(at + 1)];
  for (const [key, value] of entries) {
    for (const spec of specs) {
      const wrong = [[spec.kind, kind] as const, [spec.group, group] as const, [spec.version, version] as const].some(
        ([want = '', got]) => want !== '' && want !== got,
      );
      if (!wrong) visit(item, spec.path.split('/'), spec.create === true, (map) => (map[key] = value));
    }
  }
}

/** Calls a function with each map that a path leads to. */
function visit(value: unknown, path: readonly string[], create: boolean, set: (map: Data) => void): void {
  const [first, ...rest] = path;
  if (value === null || value === undefined) return;
  if (first === undefined) return set(value as Data);
  if (Array.isArray(value)) return value.forEach((element) => visit(element, path, create, set));
  const [map, key, isList] = [value as Data, first.replace('[]', ''), first.endsWith('[]')];
  if (isList) map[key] = map[key] === null ? [] : map[key];
  else if (create) map[key] ??= {};
  if (map[key] === undefined) delete map[key];
  visit(map[key], rest, create, set);
}
