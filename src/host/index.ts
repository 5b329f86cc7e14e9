export { callHosted, type HostedFunction, type HostedReport } from './hosted-call.ts';
export type { CommentSource } from './answered-comments.ts';
export { endText, shortStderr, type ProgramCall, type ProgramEnd } from './program.ts';
