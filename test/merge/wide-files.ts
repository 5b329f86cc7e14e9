/** Numbers from 0 below a count. */
const upTo = (count: number): readonly number[] => [...Array(count).keys()];

const lines = (count: number, line: (n: number) => string): string =>
  upTo(count)
    .map((n) => line(n))
    .join('');

/**
 * Files on the far side of each number from which the merge goes another way: maps that are indexed (17 keys), flow
 * maps whose keys are not moved any more (more than 50), lists whose elements are too many to compare each with each
 * (100).
 */
export const WIDE_FILES: Readonly<Record<string, string>> = {
  'wide.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: wide
  labels:
${lines(20, (n) => `    label-${n}: value-${n}\n`)}data:
${lines(40, (n) => `${n % 7 === 0 ? `  # of key ${n}\n` : ''}  key-${n}: "${n}"${n % 5 === 0 ? ` # beside ${n}` : ''}\n`)}`,
  'wide-tight.yaml': `{apiVersion: v1,kind: ConfigMap,metadata: {name: wide-tight},data: {${upTo(60)
    .map((n) => `key-${n}: "${n}"`)
    .join(',')}}}
`,
  'wide.json': `{
  "apiVersion": "v1",
  "kind": "ConfigMap",
  "metadata": { "name": "wide-json" },
  "data": {
${upTo(30)
  .map((n) => `    "key-${n}": "${n}"`)
  .join(',\n')}
  }
}
`,
  'long-lists.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: long-lists
spec:
  template:
    spec:
      containers:
      - name: web
        image: web:1
        args:
${lines(60, (n) => `        - --flag-${n}\n`)}        env:
${lines(40, (n) => `        - name: V${n}\n          value: "${n}"\n`)}`,
  'long-rules.yaml': `apiVersion: monitoring.example.com/v1
kind: Rules
metadata:
  name: long-rules
rules:
${lines(55, (n) => `- alert: Alert${n}\n  for: ${n % 3}m\n`)}`,
};
