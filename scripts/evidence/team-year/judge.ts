import { readdirSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { tokensIn, type Person } from './person.ts';
import { shopFiles } from './shop.ts';

/**
 * Compares the folder of each variant with the version that its PackageVariant asks for, as the package `yaml` reads
 * both. Returns what differs and has no edit. `decided`: files and folders whose text a person has chosen.
 */
export function judge(reader: Person, decided: ReadonlySet<string>): readonly string[] {
  return [...reader.folders()].flatMap(([name, folder]) => {
    if (decided.has(folder)) return [];
    const { spec } = parse(reader.read(`variants/${name}.yaml`)) as { spec: { upstream: { revision: string } } };
    const wanted = shopFiles(Number(spec.upstream.revision.slice(1)));
    const found = readdirSync(reader.path(folder)).filter((path) => !OWN.includes(path));
    const paths = new Set([...Object.keys(wanted), ...found]);
    return [...paths].flatMap((path) => {
      if (decided.has(`${folder}/${path}`)) return [];
      const text = found.includes(path) ? reader.read(`${folder}/${path}`) : undefined;
      return differences(wanted[path]?.toString(), text, path).map(
        (each) => `${name} (${spec.upstream.revision}): ${path}: ${each}`,
      );
    });
  });
}

function differences(wanted: string | undefined, found: string | undefined, path: string): readonly string[] {
  if (found === undefined) return ['is missing'];
  if (wanted === undefined) return tokensIn(found).size > 0 ? [] : ['has no edit, and is not of this version'];
  const [before, after] = [wanted, found].map((text) => (path.endsWith('.yaml') ? leavesIn(text) : text.split('\n')));
  const missing = before?.filter((line) => after?.includes(line) === false) ?? [];
  const added = (after ?? []).filter(
    (line) => before?.includes(line) === false && tokensIn(line).size === 0 && line !== '',
  );
  // An edit of a value stands in place of the line of the version.
  const replaced = (after ?? []).filter((line) => tokensIn(line).size > 0).map(placeOf);
  return [
    ...missing.filter((line) => !replaced.includes(placeOf(line))).map((line) => `lacks ${line}`),
    ...added.map((line) => `has ${line}, without an edit`),
  ];
}

function placeOf(line: string): string {
  return line.slice(0, line.indexOf('='));
}

/** Returns the scalars of YAML, each with its path; elements of lists have no index. */
function leavesIn(text: string): readonly string[] {
  const leaves = (value: unknown, path: string): readonly string[] => {
    if (typeof value !== 'object' || value === null) return [`${path}=${String(value)}`];
    return Object.entries(value).flatMap(([key, each]) =>
      leaves(each, Array.isArray(value) ? `${path}[]` : `${path}.${key}`),
    );
  };
  return parseAllDocuments(text).flatMap((document) => leaves(document.toJS(), ''));
}

/** Files that `fleet` writes for the variant. */
const OWN = ['Kptfile', 'package-context.yaml'];
