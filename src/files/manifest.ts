import type { SourceDocument } from '../yaml/index.ts';

/** Reports whether a file at a path may hold resources: a Kptfile, YAML or JSON. */
export function isManifestPath(path: string): boolean {
  return /(?:^|\/)Kptfile$|\.(?:ya?ml|json)$/.test(path);
}

/** Reports whether a file at a path is YAML by its name. */
export function isYamlPath(path: string): boolean {
  return /(?:^|\/)Kptfile$|\.ya?ml$/.test(path);
}

/** Reports whether a document is encrypted by sops: any edit would make its checksum wrong. */
export function isEncrypted(document: SourceDocument): boolean {
  return document.has(['sops']);
}
