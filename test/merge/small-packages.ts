/** Files in layouts that people write and that a merge can get wrong, by name. */
export const ODD_FILES: Readonly<Record<string, string>> = {
  'tight.yaml': `{apiVersion: apps/v1,kind: Deployment,metadata: {name: tight,labels: {app: tight,tier: front}},spec: {replicas: 2,template: {spec: {containers: [{name: web,image: "web:1",args: [--a,--b]},{name: log,image: "log:1"}]}}}}
`,
  'half-flow.yaml': `apiVersion: v1
kind: Service
metadata: {name: half,labels: {app: half}} # beside a flow map
spec:
  selector: {app: half,tier: front}
  ports: [
    # of the first port
    {name: http, port: 80, targetPort: 8080},
    {name: https,port: 443,targetPort: 8443}, # of the second
  ]
`,
  'comments.yaml': `# heading of the file

# of the version
apiVersion: apps/v1 # beside the version
kind: Deployment
# above metadata
metadata: # beside metadata
  # above name
  name: comments # beside name
  # at the end of metadata
spec: # beside spec

  # heading of replicas

  # of replicas
  replicas: 3
  template:
    spec:
      # above containers
      containers: # beside containers
        # of the first container
        - name: web # beside its name
          # of the image
          image: registry.example.com/web:1.0
          env:
            # of A
            - name: A
              value: "1" # beside A
            # of B
            - name: B
              value: two
          # at the end of the first container
        # of the second container
        - name: side
          image: side:2

        # at the end of the containers
      # at the end of the pod
# at the end of the file
`,
  'white-space.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: white-space
   
  labels:
      
    app: white

data:

  first: one
      
  second: two
  

  third: three
`,
  'anchors.yaml': `apiVersion: fleet.example.com/v1
kind: Fleet
metadata:
  name: anchored
  labels: &labels
    app: fleet
    tier: &tier front
spec:
  selector: *labels
  tier: *tier
  crew: 3
  ships:
    - name: one
      size: 4
    - name: two
      size: 5
`,
  'merge-keys.yaml': `defaults: &defaults
  crew: 3
  fuel: diesel
ships:
  one:
    <<: *defaults
    berth: 7
  two:
    <<: *defaults # as the first
    crew: 4
other: text
`,
  'deep.yaml': `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: deep
  annotations:
    example.com/note: a
spec:
  replicas: 1
  selector:
    matchLabels:
      app: deep
  template:
    metadata:
      labels:
        app: deep
    spec:
      affinity:
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 100
              podAffinityTerm:
                topologyKey: kubernetes.io/hostname
                labelSelector:
                  matchExpressions:
                    - key: app
                      operator: In
                      values:
                        - deep
                        - deeper
      initContainers:
        - name: prepare
          image: busybox:1
          command: ["sh", "-c", "echo ready"]
      containers:
        - name: db
          image: db:9
          ports:
            - containerPort: 5432
              name: db
            - containerPort: 9187
              protocol: TCP
              name: metrics
          resources:
            limits:
              cpu: "1"
              memory: 512Mi
            requests:
              cpu: 100m
          volumeMounts:
            - mountPath: /data
              name: data
            - mountPath: /etc/db
              name: config
              readOnly: true
          livenessProbe:
            httpGet:
              path: /healthz
              port: 9187
            periodSeconds: 10
        - name: exporter
          image: exporter:3
          env:
            - name: HOST
              value: db
            - name: TOKEN
              valueFrom:
                secretKeyRef:
                  name: token
                  key: value
      volumes:
        - name: data
          emptyDir: {}
        - name: config
          configMap:
            name: db
`,
  'several.yaml': `# heading
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: first
data:
  a: "1"
--- # beside a marker
apiVersion: v1
kind: ConfigMap
metadata:
  name: second
data:
  b: "2"
---

# above the third
apiVersion: v1
kind: ServiceAccount
metadata:
  name: third
secrets:
- name: one
- name: two
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: fourth
data:
  d: "4"
`,
  'blocks.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: blocks
data:
  clip: |
    one
    two

    three
  strip: |-
    a = 1
    b = 2
    c = 3
  keep: |+
    x

  folded: >
    a long line
    and another

    and a third
  folded-strip: >-
    only
    two
  indented: |2
      deep
    less
  last: |
    the
    end
`,
  'embedded.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: embedded
data:
  app.yaml: |
    server:
      port: 8080
      host: localhost
    features:
      - one
      - two
  app.json: |
    {
      "a": 1,
      "b": [1, 2]
    }
  app.conf: |
    # configuration
    [main]
    level = info
    size = 10

    [other]
    level = debug
`,
  'object.json': `{
  "apiVersion": "v1",
  "kind": "ConfigMap",
  "metadata": {
    "name": "object",
    "labels": { "app": "object" }
  },
  "data": {
    "a": "1",
    "b": "2",
    "c": "3"
  },
  "list": ["x", "y"]
}
`,
  'four.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
    name: four
    labels:
        app: four
spec:
    replicas: 2
    template:
        spec:
            containers:
                -   name: web
                    image: web:1
                    args:
                        -   --one
                        -   --two
                -   name: log
                    image: log:1
`,
  'same-column.yaml': `apiVersion: v1
kind: Service
metadata:
  name: same-column
spec:
  ports:
  - name: http
    port: 80
    targetPort: 8080
  - name: dns
    port: 53
    protocol: UDP
  # at the end of the ports
  selector:
    app: same
`,
  'explicit.yaml': `? apiVersion
: v1
? kind
: ConfigMap
metadata:
  name: explicit
data:
  ? a
  : "1"
  "b": '2'
  'c c': "3"
`,
  'no-end.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: no-end
data:
  a: "1"
  b: "2"`,
  'windows.yaml': [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    '  name: windows # beside',
    'data:',
    '  # above',
    '  a: "1"',
    '  text: |',
    '    one',
    '    two',
    '  b: "2"',
    '',
  ].join('\r\n'),
  Kptfile: `apiVersion: kpt.dev/v1
kind: Kptfile
metadata:
  name: example
  annotations:
    config.kubernetes.io/local-config: "true"
info:
  description: Example # of a package
  keywords:
    - one
    - two
pipeline:
  mutators:
    # labels first
    - image: ghcr.io/kptdev/krm-functions-catalog/set-labels:v0.2.0
      configMap:
        app: example
    - image: ghcr.io/kptdev/krm-functions-catalog/set-namespace:v0.4.1
      configMap:
        namespace: example
  validators:
    - image: ghcr.io/kptdev/krm-functions-catalog/kubeval:v0.3.0
`,
  'crd.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: berths.harbour.example.com
spec:
  group: harbour.example.com
  names:
    kind: Berth
    plural: berths
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                crews:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [team]
                  items:
                    type: object
                    properties:
                      team: {type: string}
                      size: {type: integer}
                flags:
                  type: array
                  x-kubernetes-list-type: set
                  items: {type: string}
`,
  'berth.yaml': `apiVersion: harbour.example.com/v1
kind: Berth
metadata:
  name: north
spec:
  crews:
    - team: day
      size: 3
    - team: night
      size: 2
  flags: [open, lit]
`,
  'list.yaml': `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata:
      name: one
    data:
      a: "1"
  - apiVersion: v1
    kind: Service
    metadata:
      name: two
    spec:
      ports:
        - port: 80
        - port: 443
`,
  'values.yaml': `# plain values
image:
  repository: example/app
  tag: "1.0"
replicas: 1
hosts:
- a.example.com
- b.example.com
nothing:
empty: {}
none: []
number: 1.10
yes: "on"
`,
  'rbac.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: reader
  namespace: example
rules:
- apiGroups: [""]
  resources: ["pods", "pods/log"]
  verbs: ["get", "list"]
- apiGroups:
  - apps
  resources:
  - deployments
  verbs:
  - get
`,
  'secret.yaml': `apiVersion: v1
kind: Secret
metadata:
  name: secret
stringData:
  password: one
  user: two
`,
  'README.md': `# Example

A package.

- one
- two
`,
  '.gitignore': `*.log
`,
  'only-comments.yaml': `# nothing here
# but comments
`,
};

/** A Kptfile with fields that are the package's own, and others. */
export const KPTFILE = `apiVersion: kpt.dev/v1
kind: Kptfile
metadata:
  name: shop # of the variant
  namespace: north
  annotations:
    config.kubernetes.io/local-config: "true"
upstream:
  type: git
  git:
    repo: https://git.example.com/blueprints
    directory: /shop
    ref: v1
  updateStrategy: resource-merge
upstreamLock:
  type: git
  git:
    repo: https://git.example.com/blueprints
    directory: /shop
    ref: v1
    commit: 4a0b3c
# what it is for
info:
  description: a shop
  keywords: [shop, web]
pipeline:
  mutators:
    - image: registry.example.com/set-labels:v1
      configMap:
        tier: front
inventory:
  namespace: north
  name: inventory-1
  inventoryID: "17"
`;
