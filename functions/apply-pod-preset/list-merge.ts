import type { Value } from '../../src/index.ts';
import { hashOf, sameElement } from './equality.ts';
import type { PodList, Present } from './pod-list.ts';
import type { Preset, PresetElement } from './preset.ts';
import type { Options } from './kinds/pod-preset-application.ts';
import type { InjectionRecord } from './record.ts';

/** An element that a preset brings. */
export interface Wanted {
  readonly preset: Preset;
  readonly element: PresetElement;
}

/** What keeps an element of a preset from coming into a list. */
export interface Conflict extends Wanted {
  readonly list: PodList;
  /** Who else has something of that key. */
  readonly party: string;
  /** Undefined where it is none of the list. */
  readonly theirs: Value | undefined;
  /** Which of the two it is then; undefined where nothing says which. */
  readonly settled: 'kept' | 'overridden' | undefined;
}

/** An element that an earlier run put into a list, and that is not any more what it was. */
export interface Touched {
  /** Name of the preset that put it there. */
  readonly preset: string;
  readonly list: PodList;
  readonly key: string;
  /** Undefined where it is gone. */
  readonly present: Present | undefined;
}

/** What becomes of a list. */
export interface ListEdit {
  readonly list: PodList;
  /** By index. */
  readonly changed: ReadonlyMap<number, Wanted>;
  readonly removed: readonly number[];
  readonly added: readonly Wanted[];
}

/** Merges what presets bring into one list of a pod: what an earlier run put there counts as not there. */
export class ListMerge {
  readonly list: PodList;
  readonly #earlier: InjectionRecord;
  readonly #onConflict: Options['onConflict'];
  readonly #isHeld: (preset: string) => boolean;
  /** Put there by presets that may take it back, and untouched since. */
  readonly #own = new Map<string, Present>();
  /** The presets of which nothing is taken back, by what they put there. */
  readonly #held = new Map<Present, string>();
  readonly #wanted = new Map<string, Wanted>();
  /** Preset and key of all that presets bring. */
  readonly #offered = new Set<string>();

  /** `isHeld`: whether what a preset put there stays as it is. */
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

  /** Takes in an element, or says what keeps it out. One that is there already changes nothing. */
  offer(wanted: Wanted): Conflict | Touched | undefined {
    const { key, value } = wanted.element;
    this.#offered.add(`${wanted.preset.name} ${key}`);
    const other = this.#wanted.get(key);
    if (other !== undefined)
      return this.#settle(wanted, { party: titleOf(other.preset.name), theirs: other.element.value });
    const present = this.#others(key).at(-1);
    if (present && sameElement(this.list.name, present.value, value)) return undefined;
    if (this.#wasPut(wanted)) return { preset: wanted.preset.name, list: this.list, key, present };
    if (present) return this.#settle(wanted, { party: this.#partyOf(present), theirs: present.value });
    if (this.list.claims.includes(key)) return this.#refuseClaimed(wanted);
    this.#wanted.set(key, wanted);
    return undefined;
  }

  /** What somebody has changed that an earlier run put there, and that no preset wants any more. */
  *abandoned(): Iterable<Touched> {
    for (const [preset, hashes] of this.#earlier) {
      for (const present of this.#isHeld(preset) ? [] : this.list.present) {
        const isTheirs = hashes.has(this.list.idOf(present.key)) && this.#own.get(present.key) !== present;
        if (isTheirs && !this.#offered.has(`${preset} ${present.key}`))
          yield { preset, list: this.list, key: present.key, present };
      }
    }
  }

  /** What is to be done to the list. What has a key of these is not taken out. */
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

  /** What would be taken out if it had none of these keys. */
  needed(keys: ReadonlySet<string>): readonly Touched[] {
    const needed = this.#unwanted.filter(({ key }) => keys.has(key));
    return needed.map((present) => ({
      preset: this.#ownerOf(present) ?? '',
      list: this.list,
      key: present.key,
      present,
    }));
  }

  /** What presets of this call have put into the list, for the record: not what they have put over something of the pod. */
  *injections(): Iterable<readonly [preset: string, id: string, hash: string]> {
    for (const [key, { preset, element }] of this.#wanted) {
      if (this.#others(key).length === 0)
        yield [preset.name, this.list.idOf(key), hashOf(this.list.name, element.value)];
    }
  }

  /** What an earlier run put there, and is not wanted any more, or comes in another's place. */
  get #unwanted(): readonly Present[] {
    return [...this.#own.values()].filter(({ key }) => !this.#wanted.has(key) || this.#others(key).length > 0);
  }

  /** The preset that put an element there, where it is still as it was. */
  #ownerOf({ key, value }: Present): string | undefined {
    const id = this.list.idOf(key);
    const presets = [...this.#earlier].filter(([, hashes]) => hashes.has(id));
    return presets.find(([, hashes]) => hashes.get(id) === hashOf(this.list.name, value))?.[0];
  }

  /** Whether an earlier run put an element of this preset there, which is gone now or was changed by hand. */
  #wasPut({ preset, element: { key } }: Wanted): boolean {
    return !this.#own.has(key) && this.#earlier.get(preset.name)?.has(this.list.idOf(key)) === true;
  }

  /** The elements of a key that do not count as not there. */
  #others(key: string): readonly Present[] {
    return this.list.withKey(key).filter((element) => element !== this.#own.get(key));
  }

  #partyOf(element: Present): string {
    const held = this.#held.get(element);
    return held === undefined ? this.list.owner : `${titleOf(held)} of an earlier run`;
  }

  /** A volume by a claim goes before one of that name in the template, so it cannot be overridden. */
  #refuseClaimed(wanted: Wanted): Conflict {
    const party = `volumeClaimTemplate "${wanted.element.key}" gives a volume of that name`;
    const settled = this.#onConflict === 'keep' ? 'kept' : undefined;
    return { ...wanted, list: this.list, party, theirs: undefined, settled };
  }

  #settle(wanted: Wanted, other: { readonly party: string; readonly theirs: Value }): Conflict | undefined {
    const { key, value } = wanted.element;
    if (sameElement(this.list.name, other.theirs, value)) return undefined;
    const settled = SETTLED[this.#onConflict];
    if (settled === 'overridden') this.#wanted.set(key, wanted);
    return { ...wanted, list: this.list, ...other, settled };
  }
}

const NONE: ReadonlySet<string> = new Set();

const SETTLED = { fail: undefined, skip: undefined, keep: 'kept', override: 'overridden' } as const;

function titleOf(preset: string): string {
  return `PodPreset "${preset}"`;
}
