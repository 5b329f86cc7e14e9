import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defaulted, hashOf, sameElement } from '../../../functions/apply-pod-preset/equality.ts';
import type { ListName } from '../../../functions/apply-pod-preset/preset.ts';
import { readDocument, type Value } from '../../../src/yaml/index.ts';
import { elements, spellings } from './preset-elements.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1000);

/** Elements in YAML, without the `name`. */
type Row = readonly [list: ListName, a: string, b: string];

const same: readonly Row[] = [
  ['env', '{}', '{value: ""}'],
  ['env', '{value: ""}', '{value: null, valueFrom: null}'],
  ['env', '{valueFrom: {fieldRef: {fieldPath: p}}}', '{valueFrom: {fieldRef: {apiVersion: v1, fieldPath: p}}}'],
  ['env', '{valueFrom: {fieldRef: {fieldPath: p}}}', '{valueFrom: {fieldRef: {fieldPath: p, apiVersion: ""}}}'],
  [
    'env',
    '{valueFrom: {secretKeyRef: {key: k, name: s}}}',
    '{valueFrom: {secretKeyRef: {name: s, key: k, optional: false}}}',
  ],
  [
    'env',
    '{valueFrom: {resourceFieldRef: {resource: r}}}',
    '{valueFrom: {resourceFieldRef: {resource: r, divisor: "0"}}}',
  ],
  [
    'env',
    '{valueFrom: {resourceFieldRef: {resource: r}}}',
    '{valueFrom: {resourceFieldRef: {resource: r, divisor: 1}}}',
  ],
  ['env', '{valueFrom: {resourceFieldRef: {divisor: 1Mi}}}', '{valueFrom: {resourceFieldRef: {divisor: 1048576}}}'],
  ['envFrom', '{configMapRef: {name: c}}', '{prefix: "", configMapRef: {optional: false, name: c}, secretRef: null}'],
  ['volumeMounts', '{mountPath: /a}', '{mountPath: /a, readOnly: false, subPath: "", subPathExpr: ""}'],
  ['volumeMounts', '{mountPath: /a}', '{mountPath: /a, mountPropagation: None, recursiveReadOnly: Disabled}'],
  ['volumes', '{}', '{emptyDir: {}}'],
  ['volumes', '{}', '{emptyDir: null, secret: null}'],
  ['volumes', '{emptyDir: {}}', '{emptyDir: {medium: "", sizeLimit: null, mode: 0o777}}'],
  ['volumes', '{emptyDir: {sizeLimit: 1Gi}}', '{emptyDir: {sizeLimit: 1024Mi}}'],
  ['volumes', '{emptyDir: {sizeLimit: 1Gi}}', '{emptyDir: {sizeLimit: 1073741824}}'],
  ['volumes', '{emptyDir: {sizeLimit: 1k}}', '{emptyDir: {sizeLimit: 1e3}}'],
  ['volumes', '{emptyDir: {sizeLimit: much}}', '{emptyDir: {sizeLimit: much}}'],
  ['volumes', '{secret: {secretName: s}}', '{secret: {secretName: s, defaultMode: 0644, optional: false, items: []}}'],
  ['volumes', '{configMap: {name: c}}', '{configMap: {name: c, defaultMode: 420}}'],
  ['volumes', '{downwardAPI: {}}', '{downwardAPI: {defaultMode: 420, items: []}}'],
  ['volumes', '{downwardAPI: {items: [{fieldRef: {}}]}}', '{downwardAPI: {items: [{fieldRef: {apiVersion: v1}}]}}'],
  ['volumes', '{projected: {sources: [{secret: {}}]}}', '{projected: {sources: [{secret: {}}], defaultMode: 0644}}'],
  [
    'volumes',
    '{projected: {sources: [{serviceAccountToken: {path: p}}]}}',
    '{projected: {sources: [{serviceAccountToken: {path: p, expirationSeconds: 3600}}]}}',
  ],
  [
    'volumes',
    '{projected: {sources: [{podCertificate: {keyType: k}}]}}',
    '{projected: {sources: [{podCertificate: {keyType: k, maxExpirationSeconds: 86400, userAnnotations: {}}}]}}',
  ],
  ['volumes', '{hostPath: {path: /p}}', '{hostPath: {path: /p, type: ""}}'],
  ['volumes', '{iscsi: {iqn: q}}', '{iscsi: {iqn: q, iscsiInterface: default, lun: 0}}'],
  ['volumes', '{rbd: {image: i}}', '{rbd: {image: i, pool: rbd, user: admin, keyring: /etc/ceph/keyring}}'],
  [
    'volumes',
    '{azureDisk: {diskName: d}}',
    '{azureDisk: {diskName: d, cachingMode: ReadWrite, fsType: ext4, readOnly: false, kind: Shared}}',
  ],
  ['volumes', '{scaleIO: {system: s}}', '{scaleIO: {system: s, storageMode: ThinProvisioned, fsType: xfs}}'],
  ['volumes', '{csi: {driver: d}}', '{csi: {driver: d, readOnly: false, fsType: "", volumeAttributes: {}}}'],
  [
    'volumes',
    '{ephemeral: {volumeClaimTemplate: {spec: {resources: {requests: {storage: 1Gi}}}}}}',
    '{ephemeral: {volumeClaimTemplate: {metadata: {creationTimestamp: null, labels: {}}, spec: {volumeMode: Filesystem, resources: {limits: {}, requests: {storage: 1024Mi}}}}}}',
  ],
  ['volumes', '{image: {reference: a/b}}', '{image: {reference: a/b, pullPolicy: Always}}'],
  ['volumes', '{image: {reference: "h:5000/b"}}', '{image: {reference: "h:5000/b", pullPolicy: Always}}'],
  ['volumes', '{image: {reference: "b:latest"}}', '{image: {reference: "b:latest", pullPolicy: Always}}'],
  [
    'volumes',
    '{image: {reference: "b:latest@sha256:0"}}',
    '{image: {reference: "b:latest@sha256:0", pullPolicy: Always}}',
  ],
  ['volumes', '{image: {reference: "b:1"}}', '{image: {reference: "b:1", pullPolicy: IfNotPresent}}'],
  ['volumes', '{image: {reference: "b@sha256:0"}}', '{image: {reference: "b@sha256:0", pullPolicy: IfNotPresent}}'],
  ['volumes', '{image: {}}', '{image: {pullPolicy: IfNotPresent, reference: ""}}'],
  ['volumes', '{fromTheFuture: {a: 1}}', '{fromTheFuture: {a: 1, b: false, c: "", d: 0, e: [], f: null}}'],
];

const different: readonly Row[] = [
  ['env', '{value: a}', '{value: A}'],
  ['env', '{value: "1"}', '{value: 1}'],
  ['env', '{value: ""}', '{value: 0}'],
  ['env', '{value: 1Gi}', '{value: 1024Mi}'],
  ['env', '{value: ""}', '{valueFrom: {fieldRef: {fieldPath: p}}}'],
  ['env', '{}', '{valueFrom: {}}'],
  ['env', '{valueFrom: {fieldRef: {fieldPath: p}}}', '{valueFrom: {fieldRef: {apiVersion: v2, fieldPath: p}}}'],
  ['env', '{valueFrom: {configMapKeyRef: {key: k}}}', '{valueFrom: {secretKeyRef: {key: k}}}'],
  ['env', '{valueFrom: {secretKeyRef: {key: k}}}', '{valueFrom: {secretKeyRef: {key: k, optional: true}}}'],
  ['env', '{valueFrom: {resourceFieldRef: {}}}', '{valueFrom: {resourceFieldRef: {divisor: 1k}}}'],
  ['envFrom', '{configMapRef: {name: c}}', '{configMapRef: {name: c, optional: true}}'],
  ['envFrom', '{configMapRef: {name: c}}', '{prefix: P, configMapRef: {name: c}}'],
  ['volumeMounts', '{mountPath: /a}', '{mountPath: /a/}'],
  ['volumeMounts', '{mountPath: /a}', '{mountPath: /a, readOnly: true}'],
  ['volumes', '{}', '{emptyDir: {medium: Memory}}'],
  ['volumes', '{emptyDir: {}}', '{emptyDir: {sizeLimit: 0}}'],
  ['volumes', '{emptyDir: {sizeLimit: 1G}}', '{emptyDir: {sizeLimit: 1Gi}}'],
  ['volumes', '{emptyDir: {sizeLimit: 1KB}}', '{emptyDir: {sizeLimit: 1000B}}'],
  ['volumes', '{secret: {secretName: s}}', '{secret: {secretName: s}, emptyDir: {}}'],
  ['volumes', '{secret: {secretName: s}}', '{secret: {secretName: s, defaultMode: 0}}'],
  ['volumes', '{secret: {secretName: s}}', '{secret: {secretName: s, defaultMode: 644}}'],
  ['volumes', '{configMap: {items: [{key: a}, {key: b}]}}', '{configMap: {items: [{key: b}, {key: a}]}}'],
  ['volumes', '{configMap: {items: [{key: a}]}}', '{configMap: {items: [{key: a, mode: 0}]}}'],
  ['volumes', '{configMap: {items: [{key: a}]}}', '{configMap: {items: [{key: a, mode: 420}]}}'],
  ['volumes', '{projected: {sources: [{secret: {}}]}}', '{projected: {sources: [{secret: {defaultMode: 420}}]}}'],
  ['volumes', '{csi: {volumeAttributes: {a: ""}}}', '{csi: {}}'],
  ['volumes', '{flexVolume: {options: {constructor: ""}}}', '{flexVolume: {}}'],
  ['volumes', '{fc: {lun: 0}}', '{fc: {}}'],
  [
    'volumes',
    '{ephemeral: {volumeClaimTemplate: {spec: {}}}}',
    '{ephemeral: {volumeClaimTemplate: {spec: {storageClassName: ""}}}}',
  ],
  [
    'volumes',
    '{ephemeral: {volumeClaimTemplate: {spec: {}}}}',
    '{ephemeral: {volumeClaimTemplate: {spec: {selector: {}}}}}',
  ],
  [
    'volumes',
    '{ephemeral: {volumeClaimTemplate: {spec: {accessModes: [A, B]}}}}',
    '{ephemeral: {volumeClaimTemplate: {spec: {accessModes: [B, A]}}}}',
  ],
  ...['labels', 'annotations'].map((field): Row => [
    'volumes',
    `{ephemeral: {volumeClaimTemplate: {metadata: {${field}: {a: ""}}}}}`,
    `{ephemeral: {volumeClaimTemplate: {metadata: {${field}: {}}}}}`,
  ]),
  [
    'volumes',
    '{ephemeral: {volumeClaimTemplate: {metadata: {labels: {a: 1Gi}}}}}',
    '{ephemeral: {volumeClaimTemplate: {metadata: {labels: {a: 1024Mi}}}}}',
  ],
  ['volumes', '{image: {reference: "b:1"}}', '{image: {reference: "b:1", pullPolicy: Always}}'],
  ['volumes', '{}', '{fromTheFuture: {}}'],
  ['volumes', '{a: 9007199254740993}', '{a: 9007199254740992}'],
];

describe('elements of apply-pod-preset', () => {
  describe('are equal', () => {
    for (const row of same) {
      it(row.join(' '), () => {
        const [list, a, b] = read(row);
        assert.deepEqual(plain(defaulted(list, a)), plain(defaulted(list, b)));
        assert.equal(sameElement(list, a, b), true);
        assert.equal(hashOf(list, a), hashOf(list, b));
      });
    }
  });

  describe('differ', () => {
    for (const row of different) {
      it(row.join(' '), () => {
        const [list, a, b] = read(row);
        assert.equal(sameElement(list, a, b), false);
        assert.equal(sameElement(list, b, a), false);
        assert.notEqual(hashOf(list, a), hashOf(list, b));
      });
    }
  });

  it('are equal however their defaults are spelled', () => {
    fc.assert(
      fc.property(spellings(), ({ list, a, b }) => {
        assert.equal(sameElement(list, a, b), true, JSON.stringify([list, a, b]));
        assert.equal(hashOf(list, a), hashOf(list, b));
      }),
      { numRuns: RUNS },
    );
  });

  it('have an idempotent canonical form that equals the original', () => {
    fc.assert(
      fc.property(elements(), ({ list, value }) => {
        const once = defaulted(list, value);
        assert.deepEqual(defaulted(list, once), once);
        assert.equal(sameElement(list, value, once), true);
        assert.equal(sameElement(list, value, value), true);
      }),
      { numRuns: RUNS },
    );
  });

  it('are equal symmetrically, and if and only if their hashes are', () => {
    fc.assert(
      fc.property(elements(), elements(), ({ list, value: a }, { value: b }) => {
        const isSame = sameElement(list, a, b);
        assert.equal(sameElement(list, b, a), isSame);
        assert.equal(hashOf(list, a) === hashOf(list, b), isSame);
      }),
      { numRuns: RUNS },
    );
  });

  it('are compared even if they are not maps', () => {
    for (const value of [null, '', 'a', 0, false, []] satisfies readonly Value[]) {
      assert.deepEqual(defaulted('volumes', value), value);
    }
    assert.equal(sameElement('env', 'a', 'b'), false);
  });

  it('have the same hashes in every version', () => {
    // SHA-1 of {"name":"A","value":"x"} and of {"emptyDir":{"sizeLimit":"1073741824"},"name":"v"}.
    assert.equal(hashOf('env', { value: 'x', name: 'A' }), '081f3636');
    assert.equal(hashOf('volumes', { name: 'v', emptyDir: { sizeLimit: '1Gi' } }), '538786c8');
  });
});

function read([list, ...texts]: Row): readonly [ListName, Value, Value] {
  const [a = null, b = null] = texts.map((text) => readDocument(text).value([]));
  return [list, a, b];
}

function plain(value: Value): unknown {
  return JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)));
}
