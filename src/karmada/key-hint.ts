import { hidesKeys } from '../krm/redaction.ts';
import { suggestion } from '../nearest-name.ts';
import type { NearKey } from '../patch/index.ts';
import type { Path, SourceDocument } from '../yaml/index.ts';

/**
 * Returns the end of a message about a pointer that leads to nothing in a document: `; did you mean "/data/a.yaml"?`.
 * Returns '' if there is no such key, or if it must not be shown.
 */
export function keyHint(near: NearKey | undefined, document: SourceDocument): string {
  if (near === undefined || hidesKeys({ text: (path) => textAt(document, path) }, near.map)) return '';
  return suggestion(JSON.stringify(near.pointer));
}

function textAt(document: SourceDocument, path: Path): string {
  const value = document.get(path)?.kind === 'scalar' ? document.value(path) : undefined;
  return typeof value === 'string' ? value : '';
}
