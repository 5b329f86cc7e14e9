import { Containers } from './containers.ts';

let built: Containers | undefined;

/** Provides all images of the project: built when the first suite needs them, removed after the last. */
export function builtImages(): Containers {
  if (built !== undefined) return built;
  built = new Containers();
  built.build();
  return built;
}

after(() => built?.close());
