export { contentOf, isSameContent, type FileContent, type FolderContent } from './content.ts';
export { ignoreMatcher, type PathMatcher } from './ignore-matcher.ts';
export { cleanPath, foldersAbove, joinPath } from './join-path.ts';
export {
  isEncrypted,
  isKptfilePath,
  isKustomizationPath,
  isManifestPath,
  isTemporary,
  isYamlPath,
} from './manifest.ts';
export { isUtf16, strictText, utf8Damage } from './utf8.ts';
