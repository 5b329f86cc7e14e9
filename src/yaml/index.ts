export { MAX_DEPTH } from './depth.ts';
export type { NewValue, SourceDocument } from './document.ts';
export { editText, type Embedding } from './embedded-text.ts';
export { YamlError, type YamlErrorCode } from './error.ts';
export type { SourceNode } from './node.ts';
export { UNKNOWN, type Scan } from './scan.ts';
export type { Reader } from './scalar-type.ts';
export { readDocument, readStream, type SourceStream } from './stream.ts';
export { equalValues, isList, isMap, type Path, type Value } from './value.ts';
