export type { Bindings, BoundObject } from './bindings.ts';
export { CelError, type CelPhase, type Position } from './cel-error.ts';
export { compileCondition, integerValue, timestampValue, type Condition, type ConditionValue } from './condition.ts';
export { compile, type Program } from './program.ts';
