/** Output of `helm template` for a small chart: comments with the source, a Deployment, a Service and a test hook. */
export const CHART = `---
# Source: shop/templates/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: shop
  labels:
    helm.sh/chart: shop-0.1.0
    app.kubernetes.io/name: shop
spec:
  type: ClusterIP
  ports:
    - port: 80
      targetPort: http
---
# Source: shop/templates/deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
  labels:
    helm.sh/chart: shop-0.1.0
    app.kubernetes.io/name: shop
spec:
  replicas: 1
  selector:
    matchLabels:
      app.kubernetes.io/name: shop
  template:
    metadata:
      labels:
        app.kubernetes.io/name: shop
    spec:
      containers:
        - name: shop
          image: "docker.io/acme/shop:1.16.0"
          imagePullPolicy: IfNotPresent
          resources:
            {}
---
# Source: shop/templates/tests/test-connection.yaml
apiVersion: v1
kind: Pod
metadata:
  name: "shop-test-connection"
  annotations:
    "helm.sh/hook": test
spec:
  containers:
    - name: wget
      image: busybox
      command: ['wget']
      args: ['shop:80']
  restartPolicy: Never
`;
