const source = { type: 'object', description: 'As in a Pod.', 'x-kubernetes-preserve-unknown-fields': true } as const;

/**
 * Volume sources of Kubernetes' core/v1, including removed ones. `VOLUME_SOURCE_FIELDS` has the fields of common ones.
 */
export const volumeSources = {
  awsElasticBlockStore: source,
  azureDisk: source,
  azureFile: source,
  cephfs: source,
  cinder: source,
  configMap: source,
  csi: source,
  downwardAPI: source,
  emptyDir: source,
  ephemeral: source,
  fc: source,
  flexVolume: source,
  flocker: source,
  gcePersistentDisk: source,
  gitRepo: source,
  glusterfs: source,
  hostPath: source,
  image: source,
  iscsi: source,
  nfs: source,
  persistentVolumeClaim: source,
  photonPersistentDisk: source,
  portworxVolume: source,
  projected: source,
  quobyte: source,
  rbd: source,
  scaleIO: source,
  secret: source,
  storageos: source,
  vsphereVolume: source,
} as const;

export const VOLUME_SOURCES: readonly string[] = Object.keys(volumeSources);
