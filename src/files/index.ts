export { contentOf, isSameContent, type FileContent, type FolderContent } from './content.ts';
export { ignoreMatcher, type PathMatcher } from './ignore-matcher.ts';
export { joinPath } from './join-path.ts';
export { isEncrypted, isKptfilePath, isKustomizationPath, isManifestPath, isYamlPath } from './manifest.ts';
export { isTemporary } from './temporary-name.ts';
export { isUtf16, strictText, utf8Damage } from './utf8.ts';
