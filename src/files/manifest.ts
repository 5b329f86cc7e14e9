import type { SourceDocument } from '../yaml/index.ts';

/** Reports whether a file at a path may hold resources: a Kptfile, YAML or JSON. */
export function isManifestPath(path: string): boolean {
  return /(?:^|\/)Kptfile$|\.(?:ya?ml|json)$/.test(path);
}

/** Reports whether a file at a path is a Kptfile. */
export function isKptfilePath(path: string): boolean {
  return /(?:^|\/)Kptfile$/.test(path);
}

/** Reports whether a file at a path is a kustomization that can be read as YAML. */
export function isKustomizationPath(path: string): boolean {
  return /(?:^|\/)kustomization\.ya?ml$/.test(path);
}

/** Reports whether the name of a file is that of a YAML file. */
export function isYamlPath(path: string): boolean {
  return /(?:^|\/)Kptfile$|\.ya?ml$/.test(path);
}

/** Reports whether a document is encrypted by sops, so that any edit would invalidate its checksum. */
export function isEncrypted(document: SourceDocument): boolean {
  return document.has(['sops']);
}

/** Reports whether a name is that of a temporary file or folder, which exists only after a run was killed. */
export function isTemporary(name: string): boolean {
  return /^\.krm-variants-.*\.tmp$/.test(name);
}
