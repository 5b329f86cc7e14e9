import type { Path, SourceDocument } from '../yaml/index.ts';

/** Reports whether the value at a path is absent or null, which are the same in Kubernetes. */
export function isNull(document: SourceDocument, path: Path): boolean {
  const node = document.get(path);
  return node === undefined || (node.kind === 'scalar' && document.value(path) === null);
}
