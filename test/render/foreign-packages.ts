import type { Files } from '../cli/run-support.ts';

/** In kpt's own format, with lists that are not indented. */
export const COMPACT: Files = {
  'app.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  labels:
    app: web
spec:
  replicas: 1
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - name: a
        image: a:1
        args: [x, "y", 'z']
      - name: b
        image: b:1
---
apiVersion: v1
kind: Service
metadata:
  name: web-service
  namespace: shop
spec:
  ports:
  - port: 80
`,
  'cfg.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: cfg
  annotations:
    config.kubernetes.io/local-config: "true"
data:
  z: text
  a: "012"
  m: |
    two
    lines
`,
};

/** Comments everywhere, wide lists, four columns, blank lines, several styles of scalars. */
export const COMMENTED: Files = {
  'app.yaml': `# License of all

# The web server.
apiVersion: apps/v1
kind: Deployment # a kind
metadata:   # about it
    name: web

    # labels of the object
    labels:
        app: 'web'   # the name
spec:
    # for now
    replicas: 1   # one
    template:
        metadata:
            labels: {app: web} # in flow style
        spec:
            containers:
                # the first one
                - name: a # first
                  image: "a:1"   # its image
                  args: [x, "y",
                    'z']
                # the second one
                - name: b # second
                  image: b:1
            # after the list

# the end
---
# A comment of its own
---
# The service.
apiVersion: v1
kind: Service
metadata: {name: web-service} # flow
spec:
    ports:
        -   port: 80   # http
`,
  'cfg.yaml': `---
apiVersion: v1
kind: ConfigMap
metadata:
  name: cfg
  annotations: # of cfg
    # why
    config.kubernetes.io/local-config: "true"
data:
  # last letter first
  z: >-
    folded
    text

  a: "012"   # quoted
  m: |   # block

    two
    lines
  n: "\\u00e9"
# no more
`,
};

/** Subpackages with files of the same names. */
export const SUBPACKAGES: Files = {
  ...COMPACT,
  'below/Kptfile': 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: below\n',
  'below/app.yaml': COMPACT['app.yaml'] ?? '',
  'plain/extra.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: extra\n',
};

/** JSON, anchors, and numbers that a printer changes. */
export const ODD: Files = {
  'object.json': `{"kind": "ConfigMap", "apiVersion": "v1",
  "metadata": {"name": "object", "labels": {"b": "1"}},
  "data": {"s": "a\\u003cb", "z": "1"}
}
`,
  'odd.yaml': `apiVersion: example.com/v1
kind: Odd
metadata:
  name: odd
spec:
  anchor: &a {x: 1}
  alias: *a
  numbers: [1.10, 1e3, 9007199254740993]
  empty: {}
  none: []
  nothing:
  tagged: !!str 12
`,
};
