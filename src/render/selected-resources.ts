import { newDocument, type NewValue } from '../yaml/index.ts';
import { Resource, type Location } from '../krm/resource.ts';
import { Resources, type Store } from '../krm/resources.ts';
import { KrmError } from '../krm/result.ts';
import { outsideFolder, placeOfOther } from '../messages/function-output.ts';
import { newLocation, subjectOf } from './new-location.ts';
import { TakenLocations } from './taken-locations.ts';
import { isSelected, isSelective, type FunctionSelection } from './selector.ts';

/** Resources selected for a function. */
export interface Selected {
  /** Changes to these also change the full set. */
  readonly resources: Resources;
  /** Zero-based positions among all resources; undefined if all are selected. */
  readonly positions: readonly number[] | undefined;
}

/**
 * Returns the resources that a function selects. New ones are added to all, by default each in a file of the folder
 * named after the resource.
 */
export function selectedResources(all: Resources, selection: FunctionSelection): Selected {
  const positions = [...all.items.keys()].filter((index) => isSelected(all.items[index] as Resource, selection));
  const selected = positions.map((index) => all.items[index] as Resource);
  const store = new SelectedStore(all, selected, isSelective(selection));
  return { resources: new Resources(selected, store), positions: store.isFiltered ? positions : undefined };
}

class SelectedStore implements Store {
  readonly isFiltered: boolean;
  readonly #all: Resources;
  readonly #selected: Resource[];
  /** Places of all resources, computed on the first addition. */
  #places: TakenLocations | undefined;

  constructor(all: Resources, selected: readonly Resource[], isFiltered: boolean) {
    this.#all = all;
    this.#selected = [...selected];
    this.isFiltered = isFiltered;
  }

  add(content: NewValue, location: Location): Resource {
    const { path: given, index } = location;
    const path = newLocation(
      new Resource(newDocument(content)),
      given === undefined ? {} : { path: given },
      ANY_FOLDER,
    )?.path;
    if (path === undefined) throw error(outsideFolder(subjectOf(location), given));
    const places = (this.#places ??= placesOf(this.#all));
    if (index !== undefined && places.has({ path, index })) throw error(placeOfOther(subjectOf(location), path, index));
    const added = this.#all.add(content, { path, ...(index !== undefined && { index }) });
    this.#selected.push(added);
    places.add(added.location);
    return added;
  }

  remove(index: number): void {
    for (const resource of this.#selected.splice(index, 1)) {
      this.#all.removeItem(resource);
      this.#places?.delete(resource.location);
    }
  }
}

const ANY_FOLDER = { root: '', folder: '', config: undefined };

function placesOf({ items }: Resources): TakenLocations {
  const places = new TakenLocations();
  for (const { location } of items) places.add(location);
  return places;
}

function error(message: string): KrmError {
  return new KrmError([{ severity: 'error', code: 'function-output', message }]);
}
