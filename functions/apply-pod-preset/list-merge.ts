import type { Value } from '../../src/yaml/index.ts';
import { hashOf, sameElement } from './equality.ts';
import type { PodList, Present } from './pod-list.ts';
import type { Preset, PresetElement } from './preset.ts';
import type { Options } from './kinds/pod-preset-application.ts';
import type { InjectionRecord } from './record.ts';

/** An element to inject, and its preset. */
export interface Wanted {
  readonly preset: Preset;
  readonly element: PresetElement;
}

/** A conflict that keeps an element of a preset out of a list. */
export interface InjectionConflict extends Wanted {
  readonly list: PodList;
  /** Description of the other owner of that key. */
  readonly party: string;
  /** Value of the other owner; undefined if it is not in the list. */
  readonly theirs: Value | undefined;
  /** Outcome of `onConflict: keep` or `override`; undefined for the others. */
  readonly resolution: 'kept' | 'overridden' | undefined;
}

/** An element that an earlier run injected into a list and that has been changed or removed since. */
export interface Touched {
  /** Name of the preset that injected it. */
  readonly preset: string;
  readonly list: PodList;
  readonly key: string;
  /** Undefined if the element was removed. */
  readonly present: Present | undefined;
}

/** Edits to a list. */
export interface ListEdit {
  readonly list: PodList;
  /** Replacements by index. */
  readonly changed: ReadonlyMap<number, Wanted>;
  readonly removed: readonly number[];
  readonly added: readonly Wanted[];
}

/** Merges the elements of presets into one list of a pod. Elements injected by an earlier run count as absent. */
export class ListMerge {
  readonly list: PodList;
  readonly #earlier: InjectionRecord;
  readonly #onConflict: Options['onConflict'];
  readonly #isHeld: (preset: string) => boolean;
  /** Elements by key that presets injected, may remove, and that are unchanged since. */
  readonly #own = new Map<string, Present>();
  /** Names of held presets, by the elements that they injected. */
  readonly #held = new Map<Present, string>();
  readonly #wanted = new Map<string, Wanted>();
  /** Preset and key of every offered element. */
  readonly #offered = new Set<string>();

  /** `isHeld` reports whether the elements injected by a preset stay as they are. */
  constructor(
    list: PodList,
    earlier: InjectionRecord,
    onConflict: Options['onConflict'],
    isHeld: (preset: string) => boolean,
  ) {
    this.list = list;
    this.#earlier = earlier;
    this.#onConflict = onConflict;
    this.#isHeld = isHeld;
    for (const element of list.present) {
      const owner = this.#ownerOf(element);
      if (owner === undefined) continue;
      if (isHeld(owner)) this.#held.set(element, owner);
      else this.#own.set(element.key, element);
    }
  }

  /** Accepts an element, or returns the obstacle. An equal element already in the list changes nothing. */
  offer(wanted: Wanted): InjectionConflict | Touched | undefined {
    const { key, value } = wanted.element;
    this.#offered.add(`${wanted.preset.name} ${key}`);
    const other = this.#wanted.get(key);
    if (other !== undefined)
      return this.#resolve(wanted, { party: titleOf(other.preset.name), theirs: other.element.value });
    const present = this.#others(key).at(-1);
    if (present && sameElement(this.list.name, present.value, value)) return undefined;
    if (this.#wasPut(wanted)) return { preset: wanted.preset.name, list: this.list, key, present };
    if (present) return this.#resolve(wanted, { party: this.#partyOf(present), theirs: present.value });
    if (this.list.claims.includes(key)) return this.#refuseClaimed(wanted);
    this.#wanted.set(key, wanted);
    return undefined;
  }

  /** Yields elements that an earlier run injected, that were changed since, and that no preset wants any more. */
  *abandoned(): Iterable<Touched> {
    for (const [preset, hashes] of this.#earlier) {
      for (const present of this.#isHeld(preset) ? [] : this.list.present) {
        const isTheirs = hashes.has(this.list.idOf(present.key)) && this.#own.get(present.key) !== present;
        if (isTheirs && !this.#offered.has(`${preset} ${present.key}`))
          yield { preset, list: this.list, key: present.key, present };
      }
    }
  }

  /** Returns the edits to the list. Elements with a key in `needed` are not removed. */
  edit(needed: ReadonlySet<string> = NONE): ListEdit {
    const changed = new Map<number, Wanted>();
    const added: Wanted[] = [];
    for (const [key, wanted] of this.#wanted) {
      const place = this.#others(key).at(-1) ?? this.#own.get(key);
      if (place === undefined) added.push(wanted);
      else if (!sameElement(this.list.name, place.value, wanted.element.value)) changed.set(place.index, wanted);
    }
    const removed = this.#unwanted.filter(({ key }) => !needed.has(key)).map(({ index }) => index);
    return { list: this.list, changed, removed, added };
  }

  /** Returns the elements that would be removed but for these keys. */
  needed(keys: ReadonlySet<string>): readonly Touched[] {
    const needed = this.#unwanted.filter(({ key }) => keys.has(key));
    return needed.map((present) => ({
      preset: this.#ownerOf(present) ?? '',
      list: this.list,
      key: present.key,
      present,
    }));
  }

  /** Yields the elements that this call injects, for the record; without those that override an element of the pod. */
  *injections(): Iterable<readonly [preset: string, id: string, hash: string]> {
    for (const [key, { preset, element }] of this.#wanted) {
      if (this.#others(key).length === 0)
        yield [preset.name, this.list.idOf(key), hashOf(this.list.name, element.value)];
    }
  }

  /** Elements that an earlier run injected and that are not wanted any more, or now override another element. */
  get #unwanted(): readonly Present[] {
    return [...this.#own.values()].filter(({ key }) => !this.#wanted.has(key) || this.#others(key).length > 0);
  }

  /** Returns the preset that injected an element, or undefined if the element has changed since. */
  #ownerOf({ key, value }: Present): string | undefined {
    const id = this.list.idOf(key);
    const presets = [...this.#earlier].filter(([, hashes]) => hashes.has(id));
    return presets.find(([, hashes]) => hashes.get(id) === hashOf(this.list.name, value))?.[0];
  }

  /** Reports whether an earlier run injected this element of the preset and it was since removed or changed by hand. */
  #wasPut({ preset, element: { key } }: Wanted): boolean {
    return !this.#own.has(key) && this.#earlier.get(preset.name)?.has(this.list.idOf(key)) === true;
  }

  /** Returns the elements with a key, without the one that counts as absent. */
  #others(key: string): readonly Present[] {
    return this.list.withKey(key).filter((element) => element !== this.#own.get(key));
  }

  #partyOf(element: Present): string {
    const held = this.#held.get(element);
    return held === undefined ? this.list.owner : `${titleOf(held)} of an earlier run`;
  }

  /** Returns the conflict with a claim. Its volume takes precedence over the template's, so it cannot be overridden. */
  #refuseClaimed(wanted: Wanted): InjectionConflict {
    const party = `volumeClaimTemplate "${wanted.element.key}" provides a volume of the same name`;
    const resolution = this.#onConflict === 'keep' ? 'kept' : undefined;
    return { ...wanted, list: this.list, party, theirs: undefined, resolution };
  }

  #resolve(wanted: Wanted, other: { readonly party: string; readonly theirs: Value }): InjectionConflict | undefined {
    const { key, value } = wanted.element;
    if (sameElement(this.list.name, other.theirs, value)) return undefined;
    const resolution = RESOLUTIONS[this.#onConflict];
    if (resolution === 'overridden') this.#wanted.set(key, wanted);
    return { ...wanted, list: this.list, ...other, resolution };
  }
}

const NONE: ReadonlySet<string> = new Set();

const RESOLUTIONS = { fail: undefined, skip: undefined, keep: 'kept', override: 'overridden' } as const;

function titleOf(preset: string): string {
  return `PodPreset "${preset}"`;
}
