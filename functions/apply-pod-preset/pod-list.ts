import { isList, type Path, type SourceDocument, type Value } from '../../src/index.ts';
import { keyOf, type ListName } from './preset.ts';

/** An element that a list of a pod has. */
export interface Present {
  readonly key: string;
  readonly value: Value;
  readonly index: number;
}

interface ListOwner {
  readonly name: string;
  readonly path: Path;
  /** What sets its pod apart from others of its resource, in records. */
  readonly scope: string;
  /** Names of the volumes that a pod has by claims. */
  readonly claims?: readonly string[];
}

/** One list of a pod that presets add to: the volumes of the pod, or a list of one of its containers. */
export class PodList {
  readonly name: ListName;
  /** Name of the container; '' for the volumes, which are of the pod. */
  readonly container: string;
  readonly path: Path;
  readonly #scope: string;
  readonly present: readonly Present[];
  /** Keys that come into the list of each pod from elsewhere. */
  readonly claims: readonly string[];

  constructor(document: SourceDocument, name: ListName, owner: ListOwner) {
    this.name = name;
    this.container = owner.name;
    this.path = [...owner.path, name];
    this.#scope = owner.scope;
    this.claims = owner.claims ?? [];
    const values = document.value(this.path);
    this.present = (isList(values) ? values : []).map((value, index) => ({
      key: keyOf(name, value) ?? '',
      value,
      index,
    }));
  }

  /** Whose list it is, in messages. */
  get owner(): string {
    return this.container === '' ? 'the pod' : `container "${this.container}"`;
  }

  /** By which a record names an element of this list. */
  idOf(key: string): string {
    return `${this.#scope}${this.name} ${this.container}/${key}`;
  }

  /** The elements of a key: a pod may have several, of which the last counts. */
  withKey(key: string): readonly Present[] {
    return this.present.filter((element) => element.key === key);
  }
}
