export { setEntries } from './apply-field-spec.ts';
export { fieldSpecList, readFieldSpecs } from './field-spec-list.ts';
export { ANNOTATION_FIELDS, LABEL_FIELDS, type FieldSpec } from './field-specs.ts';
export { acceptItems, reportLists } from './kustomize-items.ts';
export { readTexts, reportQuotes, reportRefusedKeys, textMap, warnOfTexts, type Texts } from './texts.ts';
