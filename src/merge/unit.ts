import { isKptfile, Resource } from '../krm/resource.ts';
import type { FileRef } from '../krm/result.ts';
import { documentPiece, type SourceDocument } from '../yaml/index.ts';

/** A document of a file in one version, and the resource in it. */
export class Unit {
  readonly document: SourceDocument;
  readonly file: FileRef;
  readonly resource: Resource;
  #text: string | undefined;

  constructor(document: SourceDocument, file: FileRef) {
    this.document = document;
    this.file = file;
    this.resource = new Resource(document, file);
  }

  /** Its text, with the document marker above it if it has one. */
  get text(): string {
    return (this.#text ??= documentPiece(this.document).text);
  }

  /** Its text without the document marker. */
  get bareText(): string {
    return this.text.replace(/^---[ \t]*\n/, '');
  }

  /**
   * Text of its identity upstream: group, kind, namespace and name; of a Kptfile, its path. Undefined if it is not a
   * resource.
   */
  get identity(): string | undefined {
    const { group, kind, name, namespace } = this.resource;
    if (isKptfile(this.resource)) return `Kptfile of ${this.file.path}`;
    if (kind === '' || name === '') return undefined;
    const [upstreamNamespace, upstreamName] = this.#mergeComment ?? [namespace, name];
    return [group, kind, upstreamNamespace || 'default', upstreamName].join('|');
  }

  /** True if the name and namespace are those of its identity upstream. */
  get isNamedAsUpstream(): boolean {
    const [namespace, name] = this.#mergeComment ?? [this.resource.namespace, this.resource.name];
    return name === this.resource.name && (namespace || 'default') === (this.resource.namespace || 'default');
  }

  /** The namespace and name in kpt's comment at `metadata`: `# kpt-merge: NAMESPACE/NAME`. */
  get #mergeComment(): readonly [string, string] | undefined {
    const [, namespace, name] = /^metadata:[^\n]*# kpt-merge: *([^\s/]*)\/(\S+)/m.exec(this.text) ?? [];
    return namespace === undefined || name === undefined ? undefined : [namespace, name];
  }
}
