import assert from 'node:assert/strict';
import * as models from '@kubernetes/client-node/dist/gen/models/all.js';
import { VOLUME_SOURCE_FIELDS, type VolumeSourceFields } from '../../../functions/apply-pod-preset/matching.ts';

/** Class of a type of Kubernetes' API, with its fields. */
interface Model {
  getAttributeTypeMap(): readonly { readonly baseName: string; readonly type: string }[];
}

/** Returns the fields of a type; undefined for one without fields. */
function fieldsOf(type: string): ReadonlyMap<string, string> | undefined {
  const name = /V1\w+/.exec(type)?.[0] ?? '';
  const model = new Map<string, unknown>(Object.entries(models)).get(name) as Model | undefined;
  return model && new Map(model.getAttributeTypeMap().map((field) => [field.baseName, field.type]));
}

/** Checks that all fields of a type are known, with those of their values, as far as these are checked. */
function assertKnown(known: VolumeSourceFields, type: string): void {
  for (const [name, inner] of fieldsOf(type) ?? []) {
    assert.ok(Object.hasOwn(known, name), `${type} ${name}`);
    const fields = known[name];
    if (fields !== undefined) assertKnown(fields, inner);
  }
}

describe('VOLUME_SOURCE_FIELDS', () => {
  const sources = fieldsOf('V1Volume');
  for (const [source, fields = {}] of Object.entries(VOLUME_SOURCE_FIELDS)) {
    it(`has the fields that Kubernetes' API has in ${source}`, () => {
      const type = sources?.get(source) ?? '';
      assert.ok(fieldsOf(type), type);
      assertKnown(fields, type);
    });
  }
});
