import type { DataEdit } from './data-edit.ts';
import { startsWith, type Path } from '../tree/value.ts';

/**
 * Returns where the value at a path is after edits, which may move elements and rename keys; undefined if it is
 * removed.
 */
export function pathAfter(path: Path, edits: readonly DataEdit[]): Path | undefined {
  return edits.reduce<Path | undefined>((at, edit) => at && after(at, edit), path);
}

/** Returns where the value at a path was before edits; undefined if one of them inserted it. */
export function pathBefore(path: Path, edits: readonly DataEdit[]): Path | undefined {
  return edits.reduceRight<Path | undefined>((at, edit) => at && before(at, edit), path);
}

function after(path: Path, edit: DataEdit): Path | undefined {
  if (edit.kind === 'insert') return moved(path, edit.path, (index) => (index >= edit.index ? index + 1 : index));
  if (edit.kind === 'set' || edit.kind === 'comment') return path;
  if (!startsWith(path, edit.path)) return edit.kind === 'remove' ? closedUp(path, edit) : path;
  if (edit.kind === 'remove') return undefined;
  return [...edit.path.slice(0, -1), edit.key, ...path.slice(edit.path.length)];
}

function before(path: Path, edit: DataEdit): Path | undefined {
  if (edit.kind === 'set' || edit.kind === 'comment') return path;
  if (edit.kind === 'insert') {
    if (startsWith(path, [...edit.path, edit.index])) return undefined;
    return moved(path, edit.path, (index) => (index > edit.index ? index - 1 : index));
  }
  const holder = edit.path.slice(0, -1);
  if (edit.kind === 'remove') return moved(path, holder, (index) => (index >= lastIndex(edit) ? index + 1 : index));
  const name = [...holder, edit.key];
  return startsWith(path, name) ? [...edit.path, ...path.slice(name.length)] : path;
}

/** Returns a path after the removal of an element before it. */
function closedUp(path: Path, edit: DataEdit): Path {
  return moved(path, edit.path.slice(0, -1), (index) => (index > lastIndex(edit) ? index - 1 : index));
}

/** Returns the index of a removed element; infinite for a removed key, which moves no element. */
function lastIndex({ path }: DataEdit): number {
  const last = path.at(-1);
  return typeof last === 'number' ? last : Infinity;
}

/** Changes the index of an element in a path that leads into a list. */
function moved(path: Path, list: Path, move: (index: number) => number): Path {
  const index = path[list.length];
  if (typeof index !== 'number' || !startsWith(path, list)) return path;
  return [...list, move(index), ...path.slice(list.length + 1)];
}
