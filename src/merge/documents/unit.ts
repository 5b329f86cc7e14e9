import { isKptfile, Resource } from '../../krm/resource.ts';
import type { FileRef } from '../../krm/result.ts';
import { documentPiece, type SourceDocument } from '../../yaml/index.ts';

/** A document of a file in one version, and the resource in it. */
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
    return this.#identified.identity;
  }

  /** True if the name and namespace are those of its identity upstream. */
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

  /** The namespace and name in kpt's comment at `metadata`: `# kpt-merge: NAMESPACE/NAME`. */
  get #mergeComment(): readonly [string, string] | undefined {
    const [, namespace, name] = /^metadata:[^\n]*# kpt-merge: *([^\s/]*)\/(\S+)/m.exec(this.text) ?? [];
    return namespace === undefined || name === undefined ? undefined : [namespace, name];
  }
}

type Identified = Pick<Unit, 'identity' | 'isNamedAsUpstream'>;
