export { prepareData, type DataKind, type PreparedData, type TemplateData } from './data.ts';
export { TemplateError } from './error.ts';
export { expand, parseTemplate, type ExecuteOptions, type ExpandOptions, type Template } from './expand.ts';
export type { MissingKey } from './fields.ts';
export { quote as quoteGo } from './fmt/quote.ts';
