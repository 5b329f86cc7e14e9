import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles, type Files } from '../../cli/run-support.ts';
import type { EditKind } from './person-edit.ts';

/** Edits that only add lines, documents or files, each with its mark. */
const ADDITIVE: readonly EditKind[] = [
  'comment',
  'remark',
  'annotation',
  'key',
  'embedded',
  'element',
  'note',
  'resource',
  'addition',
  'workload',
];

/** Edits of a variant by people, as they can be seen in its folder. */
export class VariantEdits {
  /** Marks that the folder has. */
  marks = new Set<string>();
  /** Resources and other files that people removed. */
  readonly removed = new Set<string>();
  /** Reports whether all differences from what is derived can be told by their marks. */
  isAdditive = true;
  isEdited = false;
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Lets a person do something, and records what the folder gained and lost. */
  record(kind: EditKind, act: () => void): void {
    const before = inventoryOf(this.read());
    act();
    const after = inventoryOf(this.read());
    this.isEdited = true;
    if (!ADDITIVE.includes(kind)) this.isAdditive = false;
    for (const each of before) if (!after.has(each)) this.removed.add(each);
    for (const each of after) this.removed.delete(each);
    this.marks = marksOf(this.read());
  }

  read(): Files {
    return existsSync(this.folder) ? readFiles(this.folder) : {};
  }

  modeOf(name: string): boolean | undefined {
    const path = join(this.folder, name);
    return existsSync(path) ? (statSync(path).mode & 0o100) !== 0 : undefined;
  }
}

/** Returns the marks in names and contents of files. */
export function marksOf(files: Files): Set<string> {
  const found = Object.entries(files).flatMap((entry) => [...entry.join('\n').matchAll(/(?<=m|M|1)(1\d{3})/g)]);
  return new Set(found.map(([, mark = '']) => mark));
}

/** Returns the resources of files, and the files that have none. */
export function inventoryOf(files: Files): Set<string> {
  const names = Object.entries(files).flatMap(([path, content]) => {
    if (path.endsWith('Kptfile') || path === 'package-context.yaml') return [];
    if (!path.endsWith('.yaml')) return [path];
    return [...String(content).matchAll(/^kind: (\w+)\nmetadata:\n(?:#.*\n)*  name: (\w+)/gm)].map(
      ([, kind, name]) => `${kind} ${name}`,
    );
  });
  return new Set(names);
}

/** Returns files without what additive edits added. */
export function withoutMarks(files: Files): Files {
  const kept = Object.entries(files).filter(([path]) => !/m\d{4}/.test(path));
  const without = kept.map(([path, content]) => [path, stripped(String(content))] as const);
  return Object.fromEntries(without.filter(([, content]) => content !== ''));
}

function stripped(text: string): string {
  return text
    .replace(
      /(?:---\n)?apiVersion: v1\nkind: ConfigMap\nmetadata:\n(?:#.*\n)*  name: m\d{4}\ndata: \{mine: mine\}\n/g,
      '',
    )
    .replace(/ # m\d{4}/g, '')
    .replace(/^.*m\d{4}.*\n/gim, '');
}
