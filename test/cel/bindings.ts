import type { Bindings } from '../../src/cel/index.ts';

/** Bindings for expressions in tests. */
export const bindings: Bindings = {
  repoDefault: 'edge-1',
  packageDefault: 'shop',
  upstream: { name: 'shop.v1', namespace: 'default', labels: { app: 'web' } },
  target: { name: 'cluster-1', namespace: 'fleet', labels: { region: 'eu-1', é: '😀' }, annotations: { 'a.b/c': 'x' } },
  repository: { name: 'edge-1', namespace: 'default' },
};
