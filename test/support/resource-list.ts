/** Returns a ResourceList as text, given the texts of its items and of the function config. */
export function resourceList(items: readonly string[], functionConfig?: string): string {
  const list = items.length === 0 ? 'items: []\n' : `items:\n${items.map(asElement).join('')}`;
  const config = functionConfig === undefined ? '' : `functionConfig:\n${indented(functionConfig)}`;
  return `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n${list}${config}`;
}

/** Returns a resource as text, with additional text after its metadata. */
export function resource(apiVersion: string, kind: string, name: string, rest = '', metadata = ''): string {
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${metadata}${rest}`;
}

/** Returns kpt's annotations for the location of an item. */
export function keptAt(path: string, packagePath?: string): string {
  const rows = [`internal.config.kubernetes.io/path: '${path}'`, `internal.config.kubernetes.io/index: '0'`];
  if (packagePath !== undefined) rows.push(`internal.config.kubernetes.io/package-path: '${packagePath}'`);
  return `  annotations:\n${rows.map((row) => `    ${row}\n`).join('')}`;
}

function asElement(item: string): string {
  return `- ${indented(item).slice(2)}`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
