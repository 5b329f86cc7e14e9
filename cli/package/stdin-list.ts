import {
  refuseDuplicateKeys,
  Resource,
  ResourceList,
  verifyOutput,
  type Resources,
  type Result,
} from '../../src/krm/index.ts';
import { newDocument, readDocument, type Scan } from '../../src/yaml/index.ts';
import type { EditedFile, FileChange, FileOptions } from '../../src/package/index.ts';

/** A ResourceList on standard input. */
export class StdinList {
  readonly resources: Resources;
  readonly functionConfig: Resource | undefined;
  readonly passedOver: readonly Result[] = [];
  readonly #list: ResourceList;

  /** Throws a `KrmError` or `YamlError` if the text is not a ResourceList. `verify`: refuses duplicate keys. */
  constructor(text: string, { verify = false }: Pick<FileOptions, 'verify'> = {}) {
    this.#list = new ResourceList(text);
    if (verify) refuseDuplicateKeys([new Resource(this.#list.document)]);
    this.resources = this.#list.resources;
    this.functionConfig = this.#list.functionConfig;
  }

  texts(): FileChange[] {
    const after = this.#list.text();
    verifyOutput(after, this.#list);
    return [{ path: 'stdin', before: this.#list.read, after }];
  }

  edits(): EditedFile[] {
    return [{ path: 'stdin', documents: [{ edits: this.#list.document.edits, removed: undefined }] }];
  }

  /** Returns the list, edited or original, with results appended to existing ones. */
  readonly list = (results: readonly Result[], isDone: boolean): string => {
    const list = isDone ? this.#list : new ResourceList(this.#list.read);
    list.append(results);
    const text = list.text();
    verifyOutput(text, list);
    return text;
  };

  /** Returns the text of each item as a document, with the comments below it. */
  readonly documents = (): readonly string[] => {
    const written = readDocument(this.#list.text());
    return written.elements(['items']).map((scan, index) => {
      const item = written.view(['items', index]);
      const indent = (item.position([])?.column ?? 1) - 1;
      // An item in flow style has no scan and no lines.
      return scan === undefined ? newDocument(item.get([]) ?? null).text() : dedented(scan, indent);
    });
  };
}

/** Returns the lines of an element, moved to the first column. */
function dedented({ text, start, lines }: Scan, indent: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const whole = `${' '.repeat(start - lineStart)}${lines}`;
  return whole.replaceAll(new RegExp(`(?<=^|\\n) {0,${indent}}`, 'g'), '');
}
