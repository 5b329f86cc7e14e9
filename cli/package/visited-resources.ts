import { Resources, type Resource } from '../../src/krm/index.ts';
import { progress } from '../terminal/progress.ts';

/** Resources that keep the line of progress up to date while a function goes through them. */
export class VisitedResources extends Resources {
  override *[Symbol.iterator](): IterableIterator<Resource> {
    for (const resource of super[Symbol.iterator]()) {
      progress.refresh();
      yield resource;
    }
  }
}
