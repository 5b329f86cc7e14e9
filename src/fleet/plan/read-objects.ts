import type { Sources } from '../../function/index.ts';
import type { Resource } from '../../krm/index.ts';
import { ClusterRecorder, type ClusterSnapshot } from './cluster-snapshot.ts';
import { ALL_OBJECTS, injectedNames } from '../inputs/injected-objects.ts';

/** Records the objects that functions read while a variant is derived and merged. */
export class ReadObjects {
  /** Sources that record what is read. */
  readonly given: Sources;
  readonly #recorder: ClusterRecorder | undefined;
  readonly #names = new Set<string>();

  constructor(sources: Sources) {
    this.#recorder = sources.askCluster && new ClusterRecorder(sources.askCluster);
    this.given = {
      ...sources,
      ...(this.#recorder && { askCluster: this.#recorder.ask }),
      onObjects: (names = [ALL_OBJECTS]) => {
        for (const name of names) this.#names.add(name);
      },
    };
  }

  /** Answers of a live cluster so far; undefined if none was given. */
  get cluster(): ClusterSnapshot | undefined {
    return this.#recorder?.snapshot();
  }

  /** Returns the names of the objects that were read so far, without those that a PackageVariant injects; none for a live cluster. */
  besides(variant: Resource): readonly string[] {
    if (this.#recorder !== undefined) return [];
    if (this.#names.has(ALL_OBJECTS)) return [ALL_OBJECTS];
    const injected = injectedNames(variant);
    return [...this.#names].filter((name) => !injected.has(name)).toSorted();
  }
}
