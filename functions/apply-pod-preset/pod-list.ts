import { isList, type Path, type SourceDocument, type Value } from '../../src/yaml/index.ts';
import { elementKey, type ListName } from './preset.ts';

/** An element present in a list of a pod. */
export interface Present {
  readonly key: string;
  readonly value: Value;
  readonly index: number;
}

interface ListOwner {
  readonly name: string;
  readonly path: Path;
  /** Distinguishes its pod from others of its resource, in records. */
  readonly scope: string;
  /** Names of the volumes that a pod gets from claims. */
  readonly claims?: readonly string[];
}

/** A list that presets add to: the volumes of a pod, or a list of one of its containers. */
export class PodList {
  readonly name: ListName;
  /** Name of the container; '' for the volumes, which belong to the pod. */
  readonly container: string;
  readonly path: Path;
  readonly #scope: string;
  readonly present: readonly Present[];
  /** Keys that claims add to the list of each pod. */
  readonly claims: readonly string[];

  constructor(document: SourceDocument, name: ListName, owner: ListOwner) {
    this.name = name;
    this.container = owner.name;
    this.path = [...owner.path, name];
    this.#scope = owner.scope;
    this.claims = owner.claims ?? [];
    const values = document.value(this.path);
    this.present = (isList(values) ? values : []).map((value, index) => ({
      key: elementKey(name, value) ?? '',
      value,
      index,
    }));
  }

  /** Describes the owner of the list, in messages. */
  get owner(): string {
    return this.container === '' ? 'the pod' : `container "${this.container}"`;
  }

  /** Returns the id of an element of this list in a record. */
  idOf(key: string): string {
    return `${this.#scope}${this.name} ${this.container}/${key}`;
  }

  /** Returns the elements with a key. A pod may have several, of which the last takes effect. */
  withKey(key: string): readonly Present[] {
    return this.present.filter((element) => element.key === key);
  }
}
