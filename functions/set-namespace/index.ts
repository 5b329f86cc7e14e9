import { defineFunction } from '../../src/function/index.ts';
import { fromConfigMap, fromSetNamespace } from './kinds/set-namespace.ts';
import { setNamespace } from './set-namespace.ts';

/** Sets the namespace of resources, and of what refers to it, as the image `set-namespace` of kpt's catalog does. */
export default defineFunction({
  name: 'set-namespace',
  summary: 'Sets the namespace of all resources, and of the fields that name it.',
  origin: 'kpt catalog `set-namespace`',
  configs: [fromSetNamespace, fromConfigMap],
  originalTags: ['v0.4.1', 'v0.4.0'],
  run: setNamespace,
});
