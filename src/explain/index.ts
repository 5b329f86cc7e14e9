export { AlignedLines, type LinePlace } from './aligned-lines.ts';
export { explainChanges, type Explanations } from './explain-changes.ts';
export { explainLines } from './explain-lines.ts';
export { type ExplainedLines, type ExplainedOrigin, formatExplainedLines } from './explained-lines.ts';
export { linesOf, type TextPart, textParts } from './text-parts.ts';
