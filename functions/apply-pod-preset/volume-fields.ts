/** Fields of a map, or of each map in a list, with those of their values; undefined for a value that is not checked. */
export interface VolumeSourceFields {
  readonly [name: string]: VolumeSourceFields | undefined;
}

const items = fields('key path mode user');
const filesOfKeys = { ...fields('name optional'), items };
const downwardItems = {
  ...fields('path mode user'),
  fieldRef: fields('apiVersion fieldPath'),
  resourceFieldRef: fields('containerName resource divisor'),
};
const defaults = fields('defaultMode defaultUser');

/** Fields of the common volume sources of Kubernetes' core/v1, as of Kubernetes 1.37. */
export const VOLUME_SOURCE_FIELDS: VolumeSourceFields = {
  secret: { ...fields('secretName optional'), ...defaults, items },
  configMap: { ...filesOfKeys, ...defaults },
  emptyDir: fields('medium sizeLimit mode'),
  persistentVolumeClaim: fields('claimName readOnly'),
  hostPath: fields('path type'),
  nfs: fields('server path readOnly'),
  image: fields('reference pullPolicy'),
  csi: { ...fields('driver fsType readOnly volumeAttributes'), nodePublishSecretRef: fields('name') },
  downwardAPI: { ...defaults, items: downwardItems },
  projected: {
    ...defaults,
    sources: {
      secret: filesOfKeys,
      configMap: filesOfKeys,
      downwardAPI: { items: downwardItems },
      serviceAccountToken: fields('audience expirationSeconds path user'),
      clusterTrustBundle: fields('name signerName labelSelector optional path user'),
      podCertificate: fields(
        'signerName keyType maxExpirationSeconds keyPath certificateChainPath credentialBundlePath userAnnotations user',
      ),
    },
  },
};

function fields(names: string): VolumeSourceFields {
  return Object.fromEntries(names.split(' ').map((name) => [name, undefined]));
}
