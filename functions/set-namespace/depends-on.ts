import type { Resource } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';

const DEPENDS_ON = 'config.kubernetes.io/depends-on';

export const DEPENDS_ON_FIELD: Path = ['metadata', 'annotations', DEPENDS_ON];

/** Reference to a namespaced resource: `group/namespaces/namespace/kind/name`. */
const REFERENCE = /^([-.\w]*)\/namespaces\/([-.\w]*)\/([-.\w]*)\/([-.\w]*)$/;

/** One reference of an annotation to a namespaced resource. */
export interface Reference {
  readonly text: string;
  readonly namespace: string;
  /** Key of what it refers to, without the namespace: see `targetKey`. */
  readonly target: string;
  /** True if the image takes the reference for one to a resource of the package. */
  readonly isRead: boolean;
}

/** Returns a key of a resource, or of what a reference names: equal for both, whatever the namespace. */
export function targetKey({ group, kind, name }: Pick<Resource, 'group' | 'kind' | 'name'>): string {
  return `${group}/${kind}/${name}`;
}

/** References of the annotation of a resource, and the text between them. */
export class DependsOn {
  readonly #resource: Resource;
  /** Separators at odd positions. */
  readonly #parts: string[];

  constructor(resource: Resource) {
    this.#resource = resource;
    const text = resource.document.value(DEPENDS_ON_FIELD, 'kpt');
    this.#parts = typeof text === 'string' ? text.split(/(\s*,\s*|^\s+|\s+$)/) : [];
  }

  /** References to namespaced resources. */
  get references(): readonly Reference[] {
    const isSingle = this.#parts.length === 1;
    return this.#parts.flatMap((part) => {
      const [, group = '', namespace = '', kind = '', name = ''] = REFERENCE.exec(part) ?? [];
      if (kind === '' && name === '') return [];
      // The image takes the version of the core group for its name.
      const target = targetKey({ group: group === 'v1' ? '' : group, kind, name });
      return [{ text: part, namespace, target, isRead: isSingle && group !== '' }];
    });
  }

  /** Sets the namespace of all references that a test accepts. Returns the number of these. */
  setNamespace(namespace: string, accepts: (reference: Reference) => boolean): number {
    const chosen = new Set(this.references.filter(accepts).map(({ text }) => text));
    if (chosen.size === 0) return 0;
    const changed = this.#parts.filter((part) => chosen.has(part)).length;
    for (const [index, part] of this.#parts.entries())
      if (chosen.has(part)) this.#parts[index] = part.replace(REFERENCE, `$1/namespaces/${namespace}/$3/$4`);
    this.#resource.document.set(DEPENDS_ON_FIELD, this.#parts.join(''));
    return changed;
  }
}
