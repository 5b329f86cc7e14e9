import { isKptfile, Resource } from '../../krm/resource.ts';
import type { FileRef } from '../../krm/result.ts';
import { documentPiece, type SourceDocument } from '../../yaml/index.ts';

/** A document of a file in one version, with its resource. */
export class Unit {
  readonly document: SourceDocument;
  readonly file: FileRef;
  readonly resource: Resource;
  #text: string | undefined;
  #identity: Identified | undefined;

  constructor(document: SourceDocument, file: FileRef) {
    this.document = document;
    this.file = file;
    this.resource = new Resource(document, file);
  }

  /** Text of the document, with its document marker if it has one. */
  get text(): string {
    return (this.#text ??= documentPiece(this.document).text);
  }

  get bareText(): string {
    return this.text.replace(/^---[ \t]*\n/, '');
  }

  /**
   * Text of the upstream identity: group, kind, namespace and name; for a Kptfile, its path. Undefined for documents
   * that are not resources.
   */
  get identity(): string | undefined {
    return this.#identified.identity;
  }

  /** True if the name and namespace equal those of the upstream identity. */
  get isNamedAsUpstream(): boolean {
    return this.#identified.isNamedAsUpstream;
  }

  get #identified(): Identified {
    return (this.#identity ??= this.#identify());
  }

  #identify(): Identified {
    const { group, kind, name, namespace } = this.resource;
    const [upstreamNamespace, upstreamName] = this.#mergeComment ?? [namespace, name];
    const isNamedAsUpstream = upstreamName === name && (upstreamNamespace || 'default') === (namespace || 'default');
    if (isKptfile(this.resource)) return { identity: `Kptfile of ${this.file.path}`, isNamedAsUpstream };
    if (kind === '' || name === '') return { identity: undefined, isNamedAsUpstream };
    return { identity: [group, kind, upstreamNamespace || 'default', upstreamName].join('|'), isNamedAsUpstream };
  }

  /** Namespace and name in kpt's comment at `metadata`: `# kpt-merge: NAMESPACE/NAME`. */
  get #mergeComment(): readonly [string, string] | undefined {
    const [, namespace, name] = /^metadata:[^\n]*# kpt-merge: *([^\s/]*)\/(\S+)/m.exec(this.text) ?? [];
    return namespace === undefined || name === undefined ? undefined : [namespace, name];
  }
}

type Identified = Pick<Unit, 'identity' | 'isNamedAsUpstream'>;
