export type { Bindings, BoundObject } from './bindings.ts';
export { CelError, type CelPhase, type Position } from './cel-error.ts';
export { compile, type Program } from './program.ts';
