import { Resources, type Resource } from '../../src/krm/index.ts';
import { progress } from '../terminal/progress.ts';

/** Resources that update the progress line while a function iterates over them. */
export class VisitedResources extends Resources {
  override *[Symbol.iterator](): IterableIterator<Resource> {
    for (const resource of super[Symbol.iterator]()) {
      progress.refresh();
      yield resource;
    }
  }
}
