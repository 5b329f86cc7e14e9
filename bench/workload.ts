import type { Flavour } from './flavour.ts';

/**
 * Returns the text of a resource: for an even number a Deployment with comments, for an odd one a ConfigMap with YAML
 * text. The last argument contains additional lines of annotations.
 */
export function workload(number: number, flavour: Flavour, more = ''): string {
  const annotations = `${flavour.annotations}${more}`;
  const parts: Parts = {
    name: workloadName(number),
    annotations: annotations === '' ? '' : `  annotations:\n${annotations}`,
    metadata: flavour.metadata(number),
  };
  return number % 2 === 0 ? deployment(parts, flavour) : configMap(parts, flavour);
}

/** Returns the text of the Service of the Deployment of that number. */
export function service(number: number): string {
  const name = workloadName(number);
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: shop
  labels:
    app.kubernetes.io/name: ${name}
spec:
  type: ClusterIP
  selector:
    app.kubernetes.io/name: ${name}
  ports:
  # The gateway knows it.
  - name: http
    port: 80
    targetPort: http
`;
}

/** Returns the name of that resource. */
export function workloadName(number: number): string {
  return `${number % 2 === 0 ? 'app' : 'config'}-${number}`;
}

/** Returns the lines of annotations that kpt adds to an item of that name before it calls a function. */
export function kptAnnotations(name: string, number: number): string {
  const path = `${name}.yaml`;
  return `    config.kubernetes.io/index: '0'
    config.kubernetes.io/path: '${path}'
    internal.config.kubernetes.io/index: '0'
    internal.config.kubernetes.io/path: '${path}'
    internal.config.kubernetes.io/seqindent: 'compact'
    internal.config.kubernetes.io/annotations-migration-resource-id: '${number}'
    internal.config.kubernetes.io/id: '${number + 1}'
    config.k8s.io/id: '${number + 1}'
`;
}

/** Parts that both kinds have. */
interface Parts {
  readonly name: string;
  readonly annotations: string;
  readonly metadata: string;
}

function deployment({ name, annotations, metadata }: Parts, flavour: Flavour): string {
  return `# Owned by the shop team.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name} # also the name of its service
  namespace: shop
${annotations}  labels:
    app.kubernetes.io/name: ${name}
    app.kubernetes.io/part-of: shop
${metadata}spec:
  replicas: 2 # one for each zone
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: ${name}
        app.kubernetes.io/part-of: shop
    spec:
      containers:
      - name: main
        image: ${flavour.image(name)}
        args: ["--config", "/etc/shop/config.yaml"]
        ports:
        - containerPort: 8080
          name: http
        # Measured under load in March.
        resources:
          requests:
            cpu: 100m
            memory: 128Mi
          limits:
            memory: 256Mi # never more
        env:
        - name: LOG_LEVEL
          value: "info"
        volumeMounts:
        - name: config
          mountPath: /etc/shop
      volumes:
      - name: config
        configMap:
          name: ${name}
${flavour.status}`;
}

function configMap({ name, annotations, metadata }: Parts, flavour: Flavour): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  namespace: shop
${annotations}  labels:
    app.kubernetes.io/name: ${name}
${metadata}data:
  LOG_LEVEL: info
  config.yaml: |
    # Read once, at start.
    server:
      host: 0.0.0.0
      port: 8080 # behind the proxy
      timeouts:
        read: 5s
        write: 10s
    database:
      # Ask the database team before you change this.
      host: ${flavour.host(name)}
      port: 5432
      pool:
        min: 2
        max: 20
    features:
      - name: search
        enabled: true
      - name: reviews
        enabled: false # until the new index is there
    cache:
      kind: memory
      size: 64Mi
      evict: lru
    logging:
      level: info
      format: json
      fields: [time, level, message]
    metrics:
      path: /metrics
      interval: 30s
    limits:
      requests: 1000
      body: "10Mi"
`;
}
