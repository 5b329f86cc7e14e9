import { groupOf } from '../../krm/resource.ts';

/**
 * Returns the identity of a resource whose text is not YAML, such as a template, from its lines in block style, in the form
 * of `Unit.identity`; undefined if the lines do not have its kind and name.
 */
export function identityInLines(text: string): string | undefined {
  const metadata = /^metadata:[ \t]*\n((?:[ \t]+\S.*\n|[ \t]*\n)*)/m.exec(text)?.[1] ?? '';
  const [indent = ''] = /^ +(?=\S)/m.exec(metadata) ?? [];
  const [kind, name] = [fieldIn(text, 'kind'), fieldIn(metadata, 'name', indent)];
  if (kind === undefined || name === undefined) return undefined;
  const group = groupOf(fieldIn(text, 'apiVersion') ?? '');
  return [group, kind, fieldIn(metadata, 'namespace', indent) ?? 'default', name].join('|');
}

/** Returns the value on the line of a key at an indentation, without quotes and comment. */
function fieldIn(lines: string, key: string, indent = ''): string | undefined {
  const [, value = ''] = new RegExp(`^${indent}${key}:[ \\t]+(.*)$`, 'm').exec(lines) ?? [];
  const bare = value.replace(/[ \t]+#.*$/, '').trim();
  return /^(["']?)(.+)\1$/.exec(bare)?.[2];
}
