import assert from 'node:assert/strict';
import { resource } from '../../support/resource-list.ts';
import { look, only, preset } from './pod-presets.ts';

/** A spec and its errors, sorted. */
type Row = readonly [name: string, spec: string, errors: readonly string[]];

const SELECTOR = 'selector: {matchLabels: {role: frontend}}';
const ONE_OF_VALUE =
  'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef`, `fileKeyRef`';
const ENV_NAME = 'must be printable ASCII without "=", and not empty';
const SUBDOMAIN = 'must be a DNS subdomain (RFC 1123)';

const variables: readonly Row[] = [
  [
    'a number without quotes, as in the design',
    `{${SELECTOR}, env: [{name: DB_PORT, value: 6379}]}`,
    ['error spec.env[0].value: must be a string, not a number'],
  ],
  [
    'a boolean and a map as a value',
    `{env: [{name: A, value: true}, {name: B, value: {}}]}`,
    [
      'error spec.env[0].value: must be a string, not a boolean',
      'error spec.env[1].value: must be a string, not a map',
    ],
  ],
  ['a variable without a name', '{env: [{value: a}]}', ['error spec.env[0].name: must be set']],
  [
    'names with "=", outside ASCII, empty, with a line break',
    '{env: [{name: A=B}, {name: Ä}, {name: ""}, {name: "A\\nB"}]}',
    [0, 1, 2, 3].map((index) => `error spec.env[${index}].name: ${ENV_NAME}`),
  ],
  [
    'a value of a selector that is not a string, without reporting the list as empty',
    '{selector: {matchExpressions: [{key: a, operator: In, values: [no]}]}, env: [{name: A, value: a}]}',
    ['error spec.selector.matchExpressions[0].values[0]: must be a string, not a boolean'],
  ],
  ['names that Kubernetes accepts since 1.30', '{env: [{name: "1 a.b-c~"}, {name: "!"}, {name: .}]}', []],
  ['a variable without a value', '{env: [{name: A}, {name: B, value: null}]}', []],
  [
    'valueFrom together with a value that is not empty',
    '{env: [{name: A, value: a, valueFrom: {fieldRef: {fieldPath: b}}}, {name: B, value: "", valueFrom: {fieldRef: {fieldPath: b}}}]}',
    ['error spec.env[0].valueFrom: may not be specified when `value` is not empty'],
  ],
  [
    'valueFrom without a source, or with two',
    '{env: [{name: A, valueFrom: {}}, {name: B, valueFrom: {fieldRef: {fieldPath: b}, secretKeyRef: {name: s, key: k}}}]}',
    [
      `error spec.env[0].valueFrom: ${ONE_OF_VALUE}`,
      'error spec.env[1].valueFrom: may not have more than one field specified at a time',
    ],
  ],
  [
    'every source of a value',
    `{env: [{name: A, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: metadata.name}}},
      {name: B, valueFrom: {resourceFieldRef: {containerName: c, resource: limits.cpu, divisor: 1m}}},
      {name: C, valueFrom: {resourceFieldRef: {resource: limits.memory, divisor: 1}}},
      {name: D, valueFrom: {configMapKeyRef: {name: c, key: k, optional: true}}},
      {name: E, valueFrom: {secretKeyRef: {name: s, key: k}}},
      {name: F, valueFrom: {fileKeyRef: {volumeName: v, path: a/b, key: k, optional: false}}}]}`,
    [],
  ],
  [
    'sources with missing fields',
    '{env: [{name: A, valueFrom: {fieldRef: {}}}, {name: B, valueFrom: {configMapKeyRef: {name: c}}}, {name: C, valueFrom: {secretKeyRef: {key: k}}}]}',
    [
      'error spec.env[0].valueFrom.fieldRef.fieldPath: must be set',
      'error spec.env[1].valueFrom.configMapKeyRef.key: must be set',
      'error spec.env[2].valueFrom.secretKeyRef.name: must be set',
    ],
  ],
  [
    'sources with empty fields or invalid names',
    '{env: [{name: A, valueFrom: {fieldRef: {fieldPath: ""}}}, {name: B, valueFrom: {configMapKeyRef: {name: C_, key: ""}}}, {name: C, valueFrom: {resourceFieldRef: {resource: ""}}}, {name: D, valueFrom: {fileKeyRef: {volumeName: "", path: "", key: ""}}}]}',
    [
      'error spec.env[0].valueFrom.fieldRef.fieldPath: must not be empty',
      'error spec.env[1].valueFrom.configMapKeyRef.key: must not be empty',
      `error spec.env[1].valueFrom.configMapKeyRef.name: ${SUBDOMAIN}`,
      'error spec.env[2].valueFrom.resourceFieldRef.resource: must not be empty',
      'error spec.env[3].valueFrom.fileKeyRef.key: must not be empty',
      'error spec.env[3].valueFrom.fileKeyRef.path: must not be empty',
      'error spec.env[3].valueFrom.fileKeyRef.volumeName: must not be empty',
    ],
  ],
  [
    'differing variables with the same name, case-sensitively',
    '{env: [{name: A, value: a}, {name: B, value: ""}, {name: A, value: b}, {name: B}, {name: a}]}',
    ['error spec.env[2]: Duplicate value: must be equal to `spec.env[0]`'],
  ],
];

const ONE_OF_REFS = 'must specify one of: `configMapRef`, `secretRef`';

const sources: readonly Row[] = [
  [
    'each kind of source, with a prefix',
    '{envFrom: [{configMapRef: {name: a}}, {prefix: "P.", secretRef: {name: a, optional: true}}]}',
    [],
  ],
  [
    "the design's example, where the name is beside `configMapRef`",
    '{envFrom: [{configMapRef: null, name: etcd-env-config}]}',
    [
      `error spec.envFrom[0]: ${ONE_OF_REFS}`,
      'error spec.envFrom[0].name: unknown field; known fields: `prefix`, `configMapRef`, `secretRef`',
    ],
  ],
  [
    'both kinds of source, and none',
    '{envFrom: [{configMapRef: {name: a}, secretRef: {name: b}}, {prefix: a}]}',
    [
      'error spec.envFrom[0]: may not have more than one field specified at a time',
      `error spec.envFrom[1]: ${ONE_OF_REFS}`,
    ],
  ],
  ['a missing name', '{envFrom: [{configMapRef: {}}]}', ['error spec.envFrom[0].configMapRef.name: must be set']],
  [
    'an empty name, an invalid name, an invalid prefix',
    '{envFrom: [{configMapRef: {name: ""}}, {secretRef: {name: a_b}}, {prefix: a=, secretRef: {name: a}}]}',
    [
      `error spec.envFrom[0].configMapRef.name: ${SUBDOMAIN}`,
      `error spec.envFrom[1].secretRef.name: ${SUBDOMAIN}`,
      `error spec.envFrom[2].prefix: ${ENV_NAME}`,
    ],
  ],
  [
    'one source both optional and required, with the same prefix',
    '{envFrom: [{configMapRef: {name: a}}, {configMapRef: {name: a, optional: true}}, {configMapRef: {name: a, optional: false}}, {prefix: p, configMapRef: {name: a, optional: true}}]}',
    ['error spec.envFrom[1]: Duplicate value: must be equal to `spec.envFrom[0]`'],
  ],
];

/** Fields of `VolumeSource` in core/v1, in some version of Kubernetes. */
const VOLUME_SOURCES =
  'awsElasticBlockStore azureDisk azureFile cephfs cinder configMap csi downwardAPI emptyDir ephemeral fc flexVolume ' +
  'flocker gcePersistentDisk gitRepo glusterfs hostPath image iscsi nfs persistentVolumeClaim photonPersistentDisk ' +
  'portworxVolume projected quobyte rbd scaleIO secret storageos vsphereVolume';

const volumes: readonly Row[] = [
  ...VOLUME_SOURCES.split(' ').map((source): Row => [
    `the volume source ${source}`,
    `{volumes: [{name: a, ${source}: {}}]}`,
    [],
  ]),
  [
    'secretName directly in a volume, as in the design',
    '{volumes: [{name: a, secretName: b}, {name: c, claimName: d}]}',
    [
      'error spec.volumes[0].secretName: unknown field; write `secret: {secretName: ...}`',
      'error spec.volumes[1].claimName: unknown field; write `persistentVolumeClaim: {claimName: ...}`',
    ],
  ],
  [
    'a misspelled source',
    '{volumes: [{name: a, emptydir: {}}]}',
    ['error spec.volumes[0].emptydir: unknown field; did you mean `emptyDir`?'],
  ],
  [
    'sources with any content, and none',
    '{volumes: [{name: a, csi: {driver: d, volumeAttributes: {a: b}}}, {name: b}, {name: c, image: {reference: r}}, {name: d, emptyDir: {sizeLimit: 99999999999999999999}}]}',
    [],
  ],
  [
    'two sources that are not null',
    '{volumes: [{name: a, emptyDir: {}, secret: {secretName: s}}, {name: b, emptyDir: null, secret: {secretName: s}}]}',
    ['error spec.volumes[0].secret: may not specify more than 1 volume type'],
  ],
  [
    'invalid names',
    `{volumes: [{name: a.b}, {name: ""}, {name: ${'a'.repeat(64)}}]}`,
    [0, 1, 2].map((index) => `error spec.volumes[${index}].name: must be a DNS label (RFC 1123)`),
  ],
  [
    'two volumes with the same name, even if equal',
    '{volumes: [{name: a}, {name: b}, {name: a}]}',
    ['error spec.volumes[2].name: Duplicate value: "a"'],
  ],
];

const V = 'volumes: [{name: v}]';

const mounts: readonly Row[] = [
  [
    'every field',
    `{${V}, volumeMounts: [{name: v, mountPath: /a, readOnly: true, recursiveReadOnly: Enabled, mountPropagation: None, subPath: a/b}, {name: v, mountPath: /b, subPathExpr: $(A)/b, mountPropagation: Bidirectional}]}`,
    [],
  ],
  [
    'one volume at two paths, one below the other',
    `{${V}, volumeMounts: [{name: v, mountPath: /a}, {name: v, mountPath: /a/b}]}`,
    [],
  ],
  [
    'a volume missing from the preset',
    `{${V}, volumeMounts: [{name: dne, mountPath: /a}]}`,
    ['error spec.volumeMounts[0].name: Not found: "dne"; must be one of `spec.volumes`'],
  ],
  [
    'a duplicate path, even if the mounts are equal',
    `{${V}, volumeMounts: [{name: v, mountPath: /a}, {name: v, mountPath: /a}]}`,
    ['error spec.volumeMounts[1].mountPath: must be unique'],
  ],
  ['a missing path', `{${V}, volumeMounts: [{name: v}]}`, ['error spec.volumeMounts[0].mountPath: must be set']],
  [
    'an empty path',
    `{${V}, volumeMounts: [{name: v, mountPath: ""}]}`,
    ['error spec.volumeMounts[0].mountPath: must not be empty'],
  ],
  [
    'unknown words',
    `{${V}, volumeMounts: [{name: v, mountPath: /a, mountPropagation: none}, {name: v, mountPath: /b, recursiveReadOnly: true}]}`,
    [
      'error spec.volumeMounts[0].mountPropagation: must be "None", "HostToContainer" or "Bidirectional"',
      'error spec.volumeMounts[1].recursiveReadOnly: must be a string, not a boolean',
    ],
  ],
  [
    'invalid paths in the volume',
    `{${V}, volumeMounts: [{name: v, mountPath: /a, subPath: /a}, {name: v, mountPath: /b, subPath: a/../b}, {name: v, mountPath: /c, subPathExpr: ..}, {name: v, mountPath: /d, subPath: a, subPathExpr: b}, {name: v, mountPath: /e, subPath: ..a}]}`,
    [
      'error spec.volumeMounts[0].subPath: must be a relative path',
      "error spec.volumeMounts[1].subPath: must not contain '..'",
      "error spec.volumeMounts[2].subPathExpr: must not contain '..'",
      'error spec.volumeMounts[3].subPathExpr: must not be set together with `subPath`',
    ],
  ],
  [
    'recursiveReadOnly without its required fields',
    `{${V}, volumeMounts: [{name: v, mountPath: /a, recursiveReadOnly: Disabled}, {name: v, mountPath: /b, recursiveReadOnly: IfPossible, mountPropagation: Bidirectional}]}`,
    [
      'error spec.volumeMounts[1].recursiveReadOnly: may only be specified when `mountPropagation` is "None"',
      'error spec.volumeMounts[1].recursiveReadOnly: may only be specified when `readOnly` is true',
    ],
  ],
];

const whole: readonly Row[] = [
  [
    'a spec without any of the lists',
    `{${SELECTOR}, env: null}`,
    ['error spec: must specify at least one of `env`, `envFrom`, `volumes`, `volumeMounts`'],
  ],
  ['an empty list', `{${SELECTOR}, env: []}`, []],
  ['a missing selector', '{env: [{name: A}]}', []],
  [
    'a malformed selector, even without any pods',
    '{selector: {matchLabels: {a: 1}, matchExpressions: [{key: b, operator: In}, {key: c, operator: in, values: [d]}, {key: e, operator: Exists, values: [f]}]}, env: [{name: A}]}',
    [
      'error spec.selector.matchExpressions[0].values: must not be empty for operator "In"',
      'error spec.selector.matchExpressions[1].operator: must be "In", "NotIn", "Exists" or "DoesNotExist"',
      'error spec.selector.matchExpressions[2].values: must be empty for operator "Exists"',
      'error spec.selector.matchLabels.a: must be a string, not a number',
    ],
  ],
  [
    'a map as a list, and unknown fields',
    '{env: {A: b}, tolerations: []}',
    [
      'error spec.env: must be a list, not a map: put "- " before `A`',
      'error spec.tolerations: unknown field; known fields: `selector`, `env`, `envFrom`, `volumes`, `volumeMounts`',
    ],
  ],
];

const sections = { variables, 'sources of variables': sources, volumes, mounts, 'the whole preset': whole };

for (const [title, rows] of Object.entries(sections)) {
  describe(`apply-pod-preset: validation of ${title}`, () => {
    for (const [name, spec, want] of rows) {
      it(`${want.length === 0 ? 'accepts' : 'rejects'} ${name}`, async () => {
        for (const group of ['settings.k8s.io', 'redhatcop.redhat.io']) {
          const text = preset('a', spec, '', group);
          assert.deepEqual(errorsOf(await look([text])), want);
          assert.deepEqual(errorsOf(await look([], text)), want);
        }
      });
    }
  });
}

function errorsOf({ results }: { readonly results: readonly string[] }): readonly string[] {
  return results.filter((line) => line.startsWith('error '));
}

const ENV = '{selector: {matchLabels: {a: b}}, env: [{name: A}]}';

const resources: readonly (readonly [name: string, text: string, errors: readonly string[]])[] = [
  [
    'the group of the design, naming the correct ones',
    resource('settings/v1alpha1', 'PodPreset', 'a', `spec: ${ENV}\n`),
    ['error apiVersion: must be "settings.k8s.io/v1alpha1" or "redhatcop.redhat.io/v1alpha1" for kind PodPreset'],
  ],
  [
    'a preset without a name',
    preset('a', ENV).replace('  name: a\n', '  labels: {}\n'),
    ['error metadata.name: must be set'],
  ],
  ['an invalid name', preset('A_b', ENV), [`error metadata.name: ${SUBDOMAIN}`]],
  ['a name over the length limit', preset('a'.repeat(254), ENV), [`error metadata.name: ${SUBDOMAIN}`]],
  [
    'a name of maximum length, and a status',
    preset(`${'a'.repeat(126)}.${'b'.repeat(126)}`, `${ENV}\nstatus: {conditions: []}`),
    [],
  ],
  ['a missing spec', resource('settings.k8s.io/v1alpha1', 'PodPreset', 'a'), ['error spec: must be set']],
];

describe('apply-pod-preset: validation of the resource', () => {
  for (const [name, text, want] of resources) {
    it(`${want.length === 0 ? 'accepts' : 'rejects'} ${name}`, async () => {
      assert.deepEqual(errorsOf(await look([], text)), want);
    });
  }
});

describe('apply-pod-preset: reading a preset', () => {
  const FULL = `{env: [{name: A, value: a}, {name: B}, {name: A, value: a}], envFrom: [{configMapRef: {name: c}}, {prefix: P, secretRef: {name: c}}], ${V}, volumeMounts: [{name: v, mountPath: /a}, {name: v, mountPath: /b}]}`;

  it('reads its elements with their keys and paths, equal ones once', async () => {
    const { elements } = only((await look([preset('a', FULL)])).presets);
    assert.deepEqual(
      elements.map(({ list, key, path }) => [list, key, path.at(-1)]),
      [
        ['env', 'A', 0],
        ['env', 'B', 1],
        ['envFrom', 'configMapRef/c', 0],
        ['envFrom', 'PsecretRef/c', 1],
        ['volumes', 'v', 0],
        ['volumeMounts', '/a', 0],
        ['volumeMounts', '/b', 1],
      ],
    );
    assert.deepEqual(elements[0]?.path, ['spec', 'env', 0]);
    assert.equal(JSON.stringify(elements[5]?.value), '{"name":"v","mountPath":"/a"}');
  });

  const version = async (spec: string, metadata = ''): Promise<string> =>
    only((await look([preset('a', spec, metadata)])).presets).version;

  it('reads its resourceVersion as its version, quoted or not', async () => {
    assert.equal(await version(ENV, '  resourceVersion: "42"\n'), '42');
    assert.equal(await version(ENV, '  resourceVersion: 42\n'), '42');
  });

  it('hashes its spec without a resourceVersion, independent of key order', async () => {
    const hash = await version(ENV);
    assert.match(hash, /^[0-9a-f]{8}$/);
    assert.equal(await version('{env: [{name: A}], selector: {matchLabels: {a: "b"}}}'), hash);
    assert.equal(await version(ENV, '  resourceVersion: ""\n  labels: {a: b}\n'), hash);
    assert.notEqual(await version('{selector: {matchLabels: {a: b}}, env: [{name: A, value: b}]}'), hash);
  });

  it('hashes numbers too large for a double', async () => {
    const large = (digit: number): string => `{volumes: [{name: v, emptyDir: {sizeLimit: 900719925474099${digit}}}]}`;
    assert.match(await version(large(2)), /^[0-9a-f]{8}$/);
    assert.notEqual(await version(large(2)), await version(large(3)));
  });
});
