import type { Schema } from './function.ts';

/** `metadata` of any kind: open, since the API server and kpt add to it. */
export const objectMeta = { type: 'object', description: 'Standard metadata of an object.' } as const satisfies Schema;

/** `status` of any kind: nobody's configuration, so anything goes. */
export const objectStatus = { type: 'object', description: 'Not read.' } as const satisfies Schema;

/** A map of strings, as labels and ConfigMaps have them. */
export const stringMap = { type: 'object', additionalProperties: { type: 'string' } } as const satisfies Schema;
