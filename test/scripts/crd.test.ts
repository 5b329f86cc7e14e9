import assert from 'node:assert/strict';
import { crd } from '../../scripts/crd.ts';
import type { ConfigForm, Schema } from '../../src/function/index.ts';

function form(spec: Schema): ConfigForm<unknown> {
  const metadata = { type: 'object', description: 'Ours.' } as const;
  const schema = { type: 'object', properties: { metadata, spec }, additionalProperties: false } as const;
  return { apiVersion: 'krm-variants.dev/v1alpha1', kind: 'EdgeCase', schema, read: () => undefined };
}

describe('CRD of a kind', () => {
  it('has the names of the kind, no closed objects, and leaves metadata to the API server', () => {
    const open = { type: 'object', properties: { x: { type: 'string' } } } as const;
    const labels = { type: 'object', additionalProperties: { type: 'string' } } as const;
    const list = { type: 'array', items: { ...open, additionalProperties: false } } as const;
    assert.deepEqual(crd(form({ type: 'object', properties: { list, labels } })), {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'edgecases.krm-variants.dev' },
      spec: {
        group: 'krm-variants.dev',
        scope: 'Namespaced',
        names: { kind: 'EdgeCase', listKind: 'EdgeCaseList', plural: 'edgecases', singular: 'edgecase' },
        versions: [
          {
            name: 'v1alpha1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  apiVersion: { type: 'string' },
                  kind: { type: 'string' },
                  metadata: { type: 'object' },
                  spec: { type: 'object', properties: { list: { type: 'array', items: open }, labels } },
                },
              },
            },
          },
        ],
      },
    });
  });

  it('refuses a schema that is not structural', () => {
    const spec = { type: 'object', patternProperties: { x: { type: 'string' } } } as const;
    assert.throws(() => crd(form(spec)), /a structural schema cannot have "patternProperties"/);
  });
});
