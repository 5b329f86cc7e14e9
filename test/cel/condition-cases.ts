/** Outcome of a condition: its value, or the phase in which it fails. */
export type ConditionOutcome = 'true' | 'false' | 'compile' | 'eval';

/** Resources of the conditions below, in YAML. */
export const CONDITION_RESOURCES: readonly string[] = [
  `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  labels: {app: web, tier: front}
spec:
  replicas: 3
  template:
    spec:
      containers:
        - name: web
          image: example.com/web:latest
          resources: {limits: {cpu: 1}}
`,
  `apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
  labels:
    app.kubernetes.io/name: web
spec:
  ports: [{port: 80}]
`,
  `apiVersion: v1
kind: Service
metadata:
  name: web-2
  namespace: shop
spec: {}
`,
  `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
data:
  port: '8080'
  on: yes
  day: 2026-01-31
  quoted: '2026-01-31'
  ratio: 1.0
  big: 18446744073709551615
  none:
  hex: 0x1F
  list: [1, 2, no]
`,
];

/** Conditions with the outcomes of cel-go 0.26.1 in the environment of kpt, which the test beside it asks again. */
export const CONDITIONS: readonly (readonly [expression: string, outcome: ConditionOutcome])[] = [
  ['true', 'true'],
  ['false', 'false'],
  ["resources.exists(r, r.kind == 'Deployment')", 'true'],
  ["resources.exists(r, r.kind == 'StatefulSet')", 'false'],
  ["resources.all(r, r.apiVersion.contains('v1'))", 'true'],
  ["resources.exists_one(r, r.kind == 'ConfigMap')", 'true'],
  ["resources.filter(r, r.kind == 'Service').size() == 1", 'false'],
  ["resources.filter(r, r.kind == 'Service').size() > 1", 'true'],
  ['size(resources) == 4', 'true'],
  ['resources.size() >= 4.0', 'true'],
  ["resources[0].kind == 'Deployment'", 'true'],
  ['resources[0].spec.replicas == 3', 'true'],
  ['resources[0].spec.replicas > 2.5', 'true'],
  ['resources[0].spec.replicas == 3.0', 'true'],
  ['resources[0].spec.x', 'compile'],
  ['resources[0].spec.replicas', 'compile'],
  ['resources', 'compile'],
  ["'true'", 'compile'],
  ["resources[9].kind == 'x'", 'eval'],
  ['resources[?9].kind.hasValue()', 'false'],
  ["resources[?0].kind.orValue('') == 'Deployment'", 'true'],
  ['resources[0].?spec.?replicas.orValue(1) == 3', 'true'],
  ['resources[0].?spec.replicas.orValue(1) == 3', 'true'],
  ['resources[1].?spec.?replicas.orValue(1) == 1', 'true'],
  ['resources[1].spec.replicas == 1', 'eval'],
  ['has(resources[0].spec.replicas)', 'true'],
  ['has(resources[1].spec.replicas)', 'false'],
  ['has(resources[0].metadata.annotations)', 'false'],
  ["has(resources[1].metadata.labels) && resources[1].metadata.labels['app.kubernetes.io/name'] == 'web'", 'true'],
  ["resources[0].metadata.labels.app in ['web', 'shop']", 'true'],
  ["'app' in resources[0].metadata.labels", 'true'],
  ["resources[0].metadata.labels.exists(k, k.startsWith('a'))", 'true'],
  ["resources[0].metadata.labels.exists(k, v, k == 'app' && v == 'web')", 'true'],
  ["resources[0].metadata.labels.all(k, v, v != '')", 'true'],
  ["resources.exists(i, r, i == 3 && r.kind == 'ConfigMap')", 'true'],
  ["resources.existsOne(i, r, r.kind == 'Service')", 'false'],
  ['resources.exists_one(i, r, i < 2)', 'false'],
  ["resources.transformList(i, r, r.kind)[0] == 'Deployment'", 'true'],
  ['resources.transformList(i, r, i > 1, i) == [2, 3]', 'true'],
  ["resources[0].metadata.labels.transformMap(k, v, v.size()) == {'app': 3, 'tier': 5}", 'true'],
  ["resources[0].metadata.labels.transformMap(k, v, k == 'app', v) == {'app': 'web'}", 'true'],
  ['resources.transformMapEntry(i, r, {r.metadata.name: r.kind}).size() == 3', 'eval'],
  ['resources.transformMapEntry(i, r, {r.kind + r.metadata.name: i}).size() == 4', 'true'],
  ['resources.map(r, r.kind).distinct().size() == 3', 'true'],
  ["resources.map(r, r.kind).sort() == ['ConfigMap', 'Deployment', 'Service', 'Service']", 'true'],
  ["resources.map(r, r.metadata.name).sort()[0] == 'settings'", 'true'],
  ["resources.sortBy(r, r.metadata.name)[0].kind == 'ConfigMap'", 'true'],
  ['resources.sortBy(r, r.spec.replicas).size() == 4', 'eval'],
  ["sets.contains(resources.map(r, r.kind), ['Service', 'Deployment'])", 'true'],
  ["sets.contains(['Service'], resources.map(r, r.kind))", 'false'],
  ["sets.intersects(resources.map(r, r.kind), ['Ingress', 'Service'])", 'true'],
  ['sets.equivalent([1, 2, 2], [2, 1])', 'true'],
  ['sets.equivalent([1], [1.0])', 'compile'],
  ['sets.contains([1, 2], dyn([1.0, 2u]))', 'compile'],
  ['lists.range(3) == [0, 1, 2]', 'true'],
  ['lists.range(-1) == []', 'true'],
  ['[1, 2, 3].slice(1, 3) == [2, 3]', 'true'],
  ['[1, 2, 3].slice(2, 1) == []', 'eval'],
  ['[1, 2, 3].slice(0, 4) == []', 'eval'],
  ['[[1], [2, 3]].flatten() == [1, 2, 3]', 'true'],
  ['[[1, [2, [3]]]].flatten(2) == [1, 2, [3]]', 'compile'],
  ['dyn([[1, [2, [3]]]]).flatten(2) == [1, 2, [3]]', 'compile'],
  ['dyn([1]).flatten(-1) == [1]', 'eval'],
  ['[3, 1, 2].reverse() == [2, 1, 3]', 'true'],
  ['[3, 1, 2].first().value() == 3', 'true'],
  ['[].first().hasValue()', 'false'],
  ['[3, 1, 2].last() == optional.of(2)', 'true'],
  ["['a', 'b'].join() == 'ab'", 'true'],
  ["['a', 'b'].join('-') == 'a-b'", 'true'],
  ['[1].join()', 'compile'],
  ["'a,b,c'.split(',') == ['a', 'b', 'c']", 'true'],
  ["'a,b,c'.split(',', 2) == ['a', 'b,c']", 'true'],
  ["'abc'.split('') == ['a', 'b', 'c']", 'true'],
  ["'a,b'.split(',', 0) == []", 'true'],
  ["'a,b'.split(',', -1).size() == 2", 'true'],
  ["'hello'.substring(1, 3) == 'el'", 'true'],
  ["'hello'.substring(4, 1) == ''", 'eval'],
  ["'hello'.substring(6) == ''", 'eval'],
  ["'héllo'.charAt(1) == 'é'", 'true'],
  ["'hello'.charAt(5) == ''", 'true'],
  ["'hello'.charAt(6) == ''", 'eval'],
  ["'hello'.indexOf('l') == 2", 'true'],
  ["'hello'.indexOf('l', 3) == 3", 'true'],
  ["'hello'.indexOf('', 9) == 9", 'true'],
  ["'hello'.indexOf('l', 9) == -1", 'true'],
  ["'hello'.indexOf('l', -1) == -1", 'eval'],
  ["'hello'.lastIndexOf('l') == 3", 'true'],
  ["'hello'.lastIndexOf('l', 2) == 2", 'true'],
  ["''.lastIndexOf('a') == -1", 'true'],
  ["'hello'.lastIndexOf('') == 5", 'true'],
  ["'a'.lastIndexOf('ab') == -1", 'true'],
  ["'aXa'.replace('a', 'b') == 'bXb'", 'true'],
  ["'aXa'.replace('a', 'b', 1) == 'bXa'", 'true'],
  ["'ab'.replace('', '-') == '-a-b-'", 'true'],
  ["'ab'.replace('', '-', 2) == '-a-b'", 'true'],
  ["' a\\t'.trim() == 'a'", 'true'],
  ["'ÄaB'.lowerAscii() == 'Äab'", 'true'],
  ["'äaB'.upperAscii() == 'äAB'", 'true'],
  [`strings.quote('a"b\\n') == '"a\\\\"b\\\\n"'`, 'true'],
  ["'abc'.reverse() == 'cba'", 'compile'],
  ["'x'.matches('[a-z')", 'eval'],
  ["'web-1'.matches('^web-[0-9]+$')", 'true'],
  ['optional.none().hasValue()', 'false'],
  ['optional.of(1).value() == 1', 'true'],
  ['optional.none().value() == 1', 'eval'],
  ['optional.of(1).or(optional.of(2)) == optional.of(1)', 'true'],
  ['optional.none().or(optional.of(2)).value() == 2', 'true'],
  ['optional.none().orValue(3) == 3', 'true'],
  ["optional.of(1).orValue('a') == 1", 'compile'],
  ["optional.ofNonZeroValue('').hasValue()", 'false'],
  ['optional.ofNonZeroValue(0.0).hasValue()', 'false'],
  ['optional.ofNonZeroValue([0]).hasValue()', 'true'],
  ['optional.ofNonZeroValue(null) == optional.none()', 'true'],
  ['optional.of(2).optMap(x, x * 2).value() == 4', 'true'],
  ['optional.none().optMap(x, x * 2).hasValue()', 'false'],
  ['resources[0].?spec.optMap(s, s.replicas).orValue(0) == 3', 'true'],
  ['resources[0].?spec.optFlatMap(s, s.?paused).orValue(false)', 'compile'],
  ['optional.of(2).optFlatMap(x, x + 1) == 3', 'compile'],
  ['[?resources[0].?spec, ?resources[1].?nothing].size() == 1', 'true'],
  ["{?'a': resources[0].?kind}.a == 'Deployment'", 'true'],
  ["{?'a': resources[0].?nothing} == {}", 'true'],
  ['[?1] == [1]', 'compile'],
  ['[optional.of(1), optional.none()].unwrapOpt() == [1]', 'true'],
  ["optional.unwrap([optional.none(), optional.of('a')]) == ['a']", 'true'],
  ['has(resources[0].?spec.replicas)', 'true'],
  ['resources[0].?kind.?x.hasValue()', 'false'],
  ['resources[0].?items[0].hasValue()', 'false'],
  ['dyn(optional.of(1)) == 1', 'false'],
  ['1 < 2.0 && 1u < 2 && 3.0 > 2u', 'true'],
  ['1 == 1.0', 'compile'],
  ['dyn(1) == 1.0', 'true'],
  ['[1, 2.0].size() == 2', 'compile'],
  ["{'a': 1, 'b': 'c'}.size() == 2", 'compile'],
  ["resources[3].data.port == '8080'", 'true'],
  ['resources[3].data.port == 8080', 'false'],
  ["resources[3].data.on == 'yes'", 'true'],
  ['type(resources[3].data.day) == google.protobuf.Timestamp', 'true'],
  ["resources[3].data.day < timestamp('2026-02-01T00:00:00Z')", 'true'],
  ['resources[3].data.day.getFullYear() == 2026', 'true'],
  ["resources[3].data.quoted == '2026-01-31'", 'true'],
  ['type(resources[3].data.ratio) == double', 'true'],
  ['resources[3].data.ratio == 1', 'true'],
  ['type(resources[3].data.big) == uint', 'true'],
  ['resources[3].data.none == null', 'true'],
  ['resources[3].data.hex + 1 == 32', 'true'],
  ["resources[3].data.list[2] == 'no'", 'true'],
  ['resources.map(r, r.metadata.name, r.kind).size() == 4', 'eval'],
  ["resources.exists(r, r.kind.startsWith('S') || r.nothing)", 'true'],
  ['resources.all(r, r.nothing)', 'eval'],
  ["false && resources[9].kind == ''", 'false'],
  ["resources[9].kind == '' || true", 'true'],
  ["resources.exists(r, x.kind == 'a')", 'compile'],
  ['nothing == 1', 'compile'],
  ['resources.exist(r, true)', 'compile'],
  ["resources.kind == 'a'", 'compile'],
  ['resources.exists(r, r, true)', 'compile'],
  ['resources.exists(r.kind, true)', 'compile'],
  ['if', 'compile'],
  ['1 +', 'compile'],
  ['google.protobuf.BoolValue{value: true}', 'compile'],
  ['type(true) == bool', 'true'],
  ["resources.map(r, r.metadata.?namespace.orValue('default')).all(n, n == 'shop')", 'true'],
  [
    "resources.exists(r, r.kind == 'Deployment' && r.spec.template.spec.containers.exists(c, c.image.endsWith(':latest')))",
    'true',
  ],
  [
    "resources.filter(r, r.kind == 'Deployment').all(r, r.spec.template.spec.containers.all(c, c.?resources.?limits.hasValue()))",
    'true',
  ],
  ["'%d items, %s'.format([1234567, 'x']) == '1234567 items, x'", 'true'],
  ["'%.2f|%f'.format([1234.5, 0.5]) == '1,234.50|0.500000'", 'true'],
  [`'%s'.format([[1, 2.5, 'a', null, b'x', true]]) == '[1, 2.500000, "a", null, b"x", true]'`, 'true'],
  [`'%s'.format([{'b': 1, 'a': [1u]}]) == '{"a":[1], "b":1}'`, 'true'],
  ["'%x %X %o %b %b %x'.format([255, 255u, 8, 5, true, 'ab']) == 'ff FF 10 101 1 6162'", 'true'],
  ["'%s 100%%'.format([timestamp('2026-01-02T03:04:05Z')]) == '2026-01-02T03:04:05Z 100%'", 'true'],
  ["'%.0f %.0f %.0f'.format([0.5, 1.5, 2.5]) == '0 2 2'", 'true'],
  ["'%d'.format([dyn('a')]) == 'a'", 'eval'],
  ["'%s %s'.format([1]) == '1'", 'compile'],
  ["'%s'.format([1, 2]) == '1'", 'compile'],
  ["'%s'.format(dyn([1, 2])) == '1'", 'true'],
];
