/** A text of a package with Secrets that hold some values. */
export type Disguise = (value: (index: number) => string) => string;

const encode = (text: string): string => Buffer.from(text).toString('base64');
const single = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const quoted = (text: string): string => JSON.stringify(text);
const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));

const secret: Disguise = (value) => `apiVersion: v1
kind: Secret
metadata:
  name: s
data:
  a: ${encode(value(0))}
  b: ${encode(`user=me\npassword=${value(1)}\n`)}
stringData:
  c: ${quoted(value(2))}
`;

const json: Disguise = (value) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's' },
    stringData: { a: value(0), c: value(1) },
  });

const configMap = (data: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n${data}`;

/** Ways in which a Secret can be in a file of a package. */
export const DISGUISES: Readonly<Record<string, Disguise>> = {
  'a Secret': secret,
  'a Secret with Windows lines': (value) => secret(value).replaceAll('\n', '\r\n'),
  'a Secret of another group': (value) => secret(value).replace('v1', 'example.com/v1'),
  'a Secret whose kind has a tag': (value) => secret(value).replace('kind: ', 'kind: !!str '),
  'a Secret whose kind is escaped': (value) => secret(value).replace('Secret', '"S\\u0065cret"'),
  'a Secret in JSON': (value) => `${json(value)}\n`,
  'a Secret with lines': (value) =>
    secret(value).replace(
      /c: .*/,
      `c: |\n    first line\n    key: ${quoted(value(2)).slice(1, -1)}\n  d: >-\n    ${value(3)}`,
    ),
  'a Secret with credentials in JSON': (value) =>
    secret(value).replace(
      /a: .*/,
      `a: ${encode(JSON.stringify({ auths: { host: { password: value(0), auth: value(3) } } }))}`,
    ),
  'a Secret with base64 of several lines': (value) =>
    secret(value).replace(
      /a: .*/,
      `a: |\n${encode(`${'x'.repeat(80)}${value(0)}`).replaceAll(/.{1,40}/g, '    $&\n')}`,
    ),
  'a Secret with an anchor': (value) => `${secret(value)}  d: &a ${single(value(3))}\nextra:\n  copied: *a\n`,
  'a Secret with merged values': (value) =>
    `extra: &m\n  d: ${single(value(3))}\n  e: ${single(value(4))}\n${secret(value)}  <<: *m\nother:\n  <<: *m\n`,
  'a Secret with what kubectl applied': (value) =>
    secret(value).replace(
      'metadata:\n',
      `metadata:\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n      ${json(value)}\n`,
    ),
  'a List with a Secret': (value) => `apiVersion: v1\nkind: List\nitems:\n- ${indented(secret(value), 2).slice(2)}`,
  'a SecretList': (value) =>
    `apiVersion: v1\nkind: SecretList\nitems:\n- metadata:\n    name: s\n  stringData: {a: ${quoted(value(0))}}\n`,
  'a resource with a Secret in it': (value) =>
    `apiVersion: example.com/v1\nkind: Foo\nmetadata:\n  name: f\nspec:\n  template:\n${indented(secret(value), 4)}`,
  'a ConfigMap with a Secret in a YAML file': (value) => configMap(`  s.yaml: |\n${indented(secret(value), 4)}`),
  'a ConfigMap with a Secret in a text': (value) => configMap(`  text: |\n${indented(secret(value), 4)}`),
  'a ConfigMap with a Secret in a JSON file': (value) =>
    configMap(`  s.json: '${json(value).replaceAll("'", "''")}'\n`),
  'a ConfigMap with a Secret in double quotes': (value) => configMap(`  s.yaml: ${quoted(secret(value))}\n`),
  'a ConfigMap with a Secret whose kind has a tag': (value) =>
    configMap(`  s.yaml: |\n${indented(secret(value).replace('kind: ', 'kind: !!str '), 4)}`),
  'a ConfigMap with a List of Secrets': (value) =>
    configMap(`  s.yaml: |\n    kind: List\n    items:\n    - ${indented(secret(value), 6).slice(6)}`),
  'a ConfigMap with a Secret in base64': (value) =>
    `${configMap('  a: b\n')}binaryData:\n  s: ${encode(secret(value))}\n`,
  'a ConfigMap with a Secret in JSON in JSON': (value) =>
    configMap(`  s.json: ${quoted(JSON.stringify({ inner: json(value) }))}\n`),
  'a ConfigMap with a template of a Secret': (value) =>
    configMap(`  t.yaml: |\n    {{ if x }}\n${indented(secret(value), 4)}    {{ end }}\n`),
};
