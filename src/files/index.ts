export { contentOf, isSameContent, type FileContent } from './content.ts';
export { joinPath } from './join-path.ts';
export { isEncrypted, isKptfilePath, isManifestPath, isYamlPath } from './manifest.ts';
export { strictText, utf8Damage } from './utf8.ts';
