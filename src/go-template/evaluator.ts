import { type Builtin, BUILTINS } from './builtins.ts';
import { Failure } from './failure.ts';
import { fieldOf, type MissingKey } from './fields.ts';
import { FormattedTooLong } from './fmt/format-length.ts';
import { BYTES_PER_STEP, MAX_BYTES, MAX_STEPS } from './limits.ts';
import { nodeText } from './node-text.ts';
import type {
  ChainNode,
  CommandNode,
  FieldNode,
  IdentifierNode,
  OperandNode,
  PipeNode,
  PlacedNode,
  SimpleNode,
  VariableNode,
} from './nodes.ts';
import { isTrue, NIL, type Operand, operandType, unwrap } from './operand.ts';
import type { Scope } from './scope.ts';

/** Evaluates pipelines. Errors are thrown as a Failure, which belongs to the node visited last. */
export class Evaluator {
  readonly budget = new Budget();
  readonly #missingKey: MissingKey;
  /** Variables of the current template. */
  scope: Scope;
  node: PlacedNode | undefined;

  constructor(scope: Scope, missingKey: MissingKey) {
    this.scope = scope;
    this.#missingKey = missingKey;
  }

  /** Returns the value of a pipeline, after assigning it to the variables that it declares. */
  evaluate(pipe: PipeNode, dot: Operand): Operand {
    return complete(this.#pipe(pipe, dot));
  }

  *#pipe(pipe: PipeNode, dot: Operand): Work {
    this.node = pipe;
    let value: Operand | undefined;
    for (const command of pipe.commands) {
      this.budget.step();
      const result = this.#command(command, dot, value);
      value = unwrap(isWork(result) ? yield result : result);
    }
    const last = value ?? NIL;
    for (const { name } of pipe.variables) {
      if (pipe.assigns) this.scope.set(name, last);
      else this.scope.declare(name, last);
    }
    return last;
  }

  /** Evaluates a command. The final argument is the value of the previous command, if any. */
  #command(command: CommandNode, dot: Operand, final: Operand | undefined): Operand | Work {
    const { operand, args } = command;
    const hasArguments = args.length > 0 || final !== undefined;
    if (operand.kind === 'identifier') return this.#call(operand, command, args, dot, final);
    if (isSimple(operand)) this.node = operand;
    if (hasArguments && (isSimple(operand) || operand.kind === 'pipe')) throw notAFunction(operand);
    if (operand.kind === 'nil') throw new Failure('nil is not a command');
    return this.#operand(operand, dot, hasArguments);
  }

  #argument(arg: OperandNode, dot: Operand, takesString: boolean): Operand | Work {
    this.node = arg;
    if (takesString && isSimple(arg)) refuseLiteral(arg);
    return this.#operand(arg, dot, false);
  }

  #operand(operand: OperandNode, dot: Operand, hasArguments: boolean): Operand | Work {
    if (isSimple(operand)) return this.#simple(operand, dot);
    switch (operand.kind) {
      case 'field':
        return this.#field(operand, dot, hasArguments);
      case 'variable':
        return this.#variable(operand, hasArguments);
      case 'chain':
        return this.#chain(operand, dot, hasArguments);
      case 'pipe':
      case 'identifier':
      default:
        return this.#nested(operand, dot);
    }
  }

  #simple(operand: SimpleNode, dot: Operand): Operand {
    if (operand.kind === 'dot') return dot;
    if (operand.kind === 'nil') return NIL;
    if (operand.value === undefined) throw new Failure(`${operand.text} overflows int`);
    return operand.value;
  }

  #field(field: FieldNode, dot: Operand, hasArguments: boolean): Operand {
    this.node = field;
    return fieldOf(dot, field.fields, this.#missingKey, hasArguments);
  }

  #variable(variable: VariableNode, hasArguments: boolean): Operand {
    this.node = variable;
    const value = this.scope.get(variable.name);
    if (hasArguments && variable.fields.length === 0) throw notAFunction(variable);
    return fieldOf(value, variable.fields, this.#missingKey, hasArguments);
  }

  *#chain({ operand, fields }: ChainNode, dot: Operand, hasArguments: boolean): Work {
    this.node = operand;
    const receiver = yield this.#nested(operand, dot);
    return fieldOf(receiver, fields, this.#missingKey, hasArguments);
  }

  #nested(operand: IdentifierNode | PipeNode, dot: Operand): Work {
    if (operand.kind === 'pipe') return this.#pipe(operand, dot);
    return this.#call(operand, operand, [], dot, undefined);
  }

  /** Calls a function. The place is the position of errors of the function itself. */
  *#call(
    identifier: IdentifierNode,
    place: PlacedNode,
    args: readonly OperandNode[],
    dot: Operand,
    final: Operand | undefined,
  ): Work {
    const { name } = identifier;
    const builtin = BUILTINS.get(name);
    this.node = identifier;
    if (builtin === undefined) throw new Failure(`function ${name} is not defined`);
    checkCount(name, builtin, args.length, final !== undefined);
    const values: Operand[] = [];
    for (const arg of args) {
      const takesString = builtin.takesString === true && values.length === 0;
      const result = this.#argument(arg, dot, takesString);
      const value = checkType(isWork(result) ? yield result : result, takesString);
      if (builtin.stopsAt === isTrue(unwrap(value))) return value;
      values.push(value);
    }
    if (final !== undefined) values.push(checkType(final, builtin.takesString === true && values.length === 0));
    return this.#run(name, builtin, values, place, () => describe(args[0], final));
  }

  #run(name: string, builtin: Builtin, args: readonly Operand[], place: PlacedNode, described: () => string): Operand {
    try {
      const result = builtin.run(args, described);
      this.budget.spendOn(result);
      if (result.kind === 'bool') for (const arg of args) this.budget.spendOn(arg);
      return result;
    } catch (error) {
      if (!(error instanceof Failure || error instanceof FormattedTooLong)) throw error;
      this.node = place;
      throw new Failure(`error calling ${name}: ${error.message}`);
    }
  }
}

const SIMPLE_KINDS: ReadonlySet<string> = new Set<SimpleNode['kind']>(['bool', 'dot', 'nil', 'number', 'string']);

function isSimple(operand: OperandNode): operand is SimpleNode {
  return SIMPLE_KINDS.has(operand.kind);
}

function notAFunction(operand: OperandNode): Failure {
  return new Failure(`can't give argument to non-function ${nodeText(operand)}`);
}

function checkCount(name: string, { fixed, isVariadic }: Builtin, count: number, hasFinal: boolean): void {
  const all = count + (hasFinal ? 1 : 0);
  if (isVariadic ? all >= fixed : all === fixed) return;
  const got = isVariadic ? `at least ${fixed} got ${count}` : `${fixed} got ${all}`;
  throw new Failure(`wrong number of args for ${name}: want ${got}`);
}

function checkType(operand: Operand, takesString: boolean): Operand {
  const value = unwrap(operand);
  if (!takesString || value.kind === 'string') return operand;
  if (operand.kind === 'nil') throw new Failure('invalid value; expected string');
  const type = operandType(value.kind === 'nil' ? operand : value);
  throw new Failure(`wrong type for value; expected string; got ${type}`);
}

function refuseLiteral(arg: SimpleNode): void {
  if (arg.kind === 'nil') throw new Failure('cannot assign nil to string');
  if (arg.kind !== 'string' && arg.kind !== 'dot') throw new Failure(`expected string; found ${nodeText(arg)}`);
}

/** Returns the first argument of `call` for messages: in source form, or as Go prints a value. */
function describe(arg: OperandNode | undefined, final: Operand | undefined): string {
  if (arg !== undefined) return nodeText(arg);
  if (final?.kind === 'string') return final.value;
  return `<${operandType(final ?? NIL)} Value>`;
}

/** Remaining steps and output of an expansion. */
class Budget {
  #steps = MAX_STEPS;
  #bytes = MAX_BYTES;

  step(): void {
    this.#spend(1);
  }

  /** Counts the work for a value that was made or read. */
  spendOn(operand: Operand): void {
    if (operand.kind === 'slice') this.#spend(operand.items.length + (operand.beyond?.length ?? 0));
    if (operand.kind !== 'string') return;
    if (operand.value.length > MAX_BYTES) throw new Failure(`exceeded maximum string length (${MAX_BYTES} bytes)`);
    this.#spend(Math.floor(operand.value.length / BYTES_PER_STEP));
  }

  write(bytes: string): void {
    this.#bytes -= bytes.length;
    if (this.#bytes < 0) throw new Failure(`exceeded maximum output length (${MAX_BYTES} bytes)`);
  }

  #spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new Failure(`exceeded maximum number of steps (${MAX_STEPS})`);
  }
}

/**
 * Evaluation of an expression, as a generator: to get the value of another expression, it yields that one's evaluation,
 * and receives the value. Parentheses may thus be nested deeper than calls.
 */
interface Work extends Generator<Work, Operand, Operand> {}

/** Runs an evaluation until its value is known. */
function complete(work: Work): Operand {
  const waiting: Work[] = [];
  let current = work;
  let step = current.next();
  for (;;) {
    if (step.done !== true) {
      waiting.push(current);
      current = step.value;
      step = current.next();
      continue;
    }
    const next = waiting.pop();
    if (next === undefined) return step.value;
    current = next;
    step = current.next(step.value);
  }
}

/** Reports whether there is still something to evaluate. */
function isWork(result: Operand | Work): result is Work {
  return !('kind' in result);
}
