import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { configMap } from '../../cli/run-support.ts';

/** An edit of a variant by a person. */
export interface PersonEdit {
  /** Index of the variant. */
  readonly variant: number;
  readonly kind: EditKind;
  /** Chooses the place among those where this edit can be made. */
  readonly choice: number;
}

/** Edits of the text of a file. A mark is a word that no other edit has. */
const TEXT_EDITS = {
  comment: { at: /^metadata:\n/gm, by: (found: string, mark: string) => `# ${mark}\n${found}` },
  remark: { at: /^ +(replicas|last|setting): [^ \n]*$/gm, by: (found: string, mark: string) => `${found} # ${mark}` },
  annotation: { at: /^ {4}owner: shop\n/gm, by: (found: string, mark: string) => `${found}    ${mark}: mine\n` },
  key: { at: /^ {2}last: .*\n/gm, by: (found: string, mark: string) => `${found}  ${mark}: mine\n` },
  embedded: { at: /^ {4}end: end\n/gm, by: (found: string, mark: string) => `    ${mark}: mine\n${found}` },
  element: {
    at: /^ +- \{name: LAST, value: last\}\n/gm,
    by: (found: string, mark: string) => `${found}            - {name: ${mark.toUpperCase()}, value: mine}\n`,
  },
  level: { at: /^ {4}level: .*\n/gm, by: (_: string, mark: string) => `    level: ${mark}\n` },
  stage: { at: /^ {4}stage: .*\n/gm, by: (_: string, mark: string) => `    stage: ${mark}\n` },
  replicas: { at: /^ {2}replicas: \w+/gm, by: (_: string, mark: string) => `  replicas: ${mark.replace(/^m/, '1')}` },
  image: { at: /:\w+(?= # pinned)/gm, by: (_: string, mark: string) => `:${mark}` },
  registry: { at: /^ {12}value: \w+\n/gm, by: (_: string, mark: string) => `            value: ${mark}\n` },
  description: {
    at: /^info:\n {2}description: .*\n|$(?![^])/g,
    by: (_: string, mark: string) => `info:\n  description: ${mark}\n`,
  },
  note: { at: /^end\n/gm, by: (found: string, mark: string) => `${found}${mark}\n` },
  resource: {
    at: /$(?![^])/g,
    by: (_: string, mark: string) => `---\n${configMap(mark, 'data: {mine: mine}\n')}`,
  },
  removal: { at: /^---\n[^]*?(?=^---|$(?![^]))/gm, by: () => '' },
} as const satisfies Readonly<Record<string, TextEdit>>;

interface TextEdit {
  readonly at: RegExp;
  readonly by: (found: string, mark: string) => string;
}

/** Files that an edit is for. Default: all YAML files but Kptfiles. */
const FILES: Readonly<Partial<Record<EditKind, RegExp>>> = {
  description: /(^|\/)Kptfile$/,
  note: /\.md$/,
  registry: /(^|\/)policy\.yaml$/,
  embedded: /(settings|config)\.yaml$/,
  removal: /web\.yaml$/,
  mode: /\.(md|sh)$/,
  deletion: /\.(yaml|md|sh)$/,
};

export type EditKind = keyof typeof TEXT_EDITS | 'addition' | 'workload' | 'deletion' | 'move' | 'mode';

const KINDS = [...Object.keys(TEXT_EDITS), 'addition', 'workload', 'deletion', 'move', 'mode'] as EditKind[];

export const personEdit: fc.Arbitrary<PersonEdit> = fc.record({
  variant: fc.nat(4),
  kind: fc.constantFrom(...KINDS),
  choice: fc.nat(20),
});

/** Makes an edit in a folder. Returns what it did, for messages; undefined if it has no place there. */
export function makeEdit(folder: string, { kind, choice }: PersonEdit, mark: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const path = (name: string): string => join(folder, name);
  if (kind === 'addition') return write(path(`${mark}.yaml`), configMap(mark, 'data: {mine: mine}\n'));
  if (kind === 'workload') return write(path(`${mark}.yaml`), workload(mark));
  const pattern = FILES[kind] ?? /\.yaml$/;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name) && !name.endsWith('package-context.yaml') && statSync(path(name)).isFile())
    .toSorted();
  if (kind === 'mode' || kind === 'deletion' || kind === 'move') {
    const name = names[choice % names.length];
    if (name === undefined) return undefined;
    if (kind === 'mode') chmodSync(path(name), (statSync(path(name)).mode & 0o100) === 0 ? 0o755 : 0o644);
    else if (kind === 'deletion') rmSync(path(name));
    else renameSync(path(name), path(`${mark}.yaml`));
    return `${kind} of ${name}`;
  }
  const { at, by } = TEXT_EDITS[kind];
  const places = names.flatMap((name) =>
    [...readFileSync(path(name), 'utf8').matchAll(at)].map((found) => ({ name, found })),
  );
  const place = places[choice % places.length];
  if (place === undefined) return undefined;
  const { name, found } = place;
  const text = readFileSync(path(name), 'utf8');
  const end = found.index + found[0].length;
  write(path(name), `${text.slice(0, found.index)}${by(found[0], mark)}${text.slice(end)}`);
  return `${kind} in ${name}`;
}

function write(path: string, text: string): string {
  writeFileSync(path, text);
  return `write of ${path}`;
}

function workload(name: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  template:
    spec:
      containers:
        - name: web
          image: other/own:a
`;
}
