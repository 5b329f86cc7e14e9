import type { Expr as LibraryExpr } from '@bufbuild/cel-spec/cel/expr/syntax_pb.js';
import { NullValue } from '@bufbuild/protobuf/wkt';
import { qualifiedName, withoutDot, type Guesses } from './checker.ts';
import {
  ACCUMULATOR,
  isInNothing,
  type Call,
  type Comprehension,
  type Constant,
  type Expr,
  type ListLiteral,
  type MapLiteral,
  type Message,
  type Select,
} from './expr.ts';
import { ENUM_VALUES, TYPE_NAMES } from './messages.ts';
import { formatType, type Type } from './types.ts';
import { iterationVariable } from './iterations.ts';

/** Expression in the form that the library evaluates. */
export interface Lowered {
  readonly expr: LibraryExpr;
  /** Original nodes, indexed by the ids of the lowered ones. */
  readonly nodes: readonly Expr[];
}

type ExprKind = LibraryExpr['exprKind'];
type ConstantKind = Extract<ExprKind, { case: 'constExpr' }>['value']['constantKind'];

/** Operators that the library evaluates in its own way, and the functions called instead. */
const REPLACED: Readonly<Record<string, string>> = {
  '_[_]': '@index',
  '_[?_]': '@optional_index',
  '_?._': '@optional_select',
  '@in': '@contains',
};

/** Converts an expression to the form that the library evaluates. `isOptimized`: true to search no empty list. */
export function lower(expr: Expr, guesses: Guesses, isOptimized: boolean): Lowered {
  const lowering = new Lowering(guesses, isOptimized);
  return { expr: lowering.lower(expr), nodes: lowering.nodes };
}

class Lowering {
  readonly nodes: Expr[] = [];
  readonly #guesses: Guesses;
  readonly #isOptimized: boolean;
  /** Variables of loops with two: a part of the loop's entry each. */
  #parts: ReadonlyMap<string, EntryPart> = new Map();
  #loops = 0;

  constructor(guesses: Guesses, isOptimized: boolean) {
    this.#guesses = guesses;
    this.#isOptimized = isOptimized;
  }

  lower(expr: Expr): LibraryExpr {
    if (expr.kind === 'literal') return this.#constant(expr, expr.constant);
    if (expr.kind === 'ident') return this.#name(expr, expr.name);
    if (expr.kind === 'select') return this.#select(expr);
    if (expr.kind === 'call') return this.#call(expr);
    if (expr.kind === 'list') return this.#elements(expr);
    if (expr.kind === 'map') return this.#map(expr);
    return expr.kind === 'message' ? this.#message(expr) : this.#comprehension(expr);
  }

  #node(from: Expr, exprKind: ExprKind): LibraryExpr {
    this.nodes.push(from);
    return { $typeName: 'cel.expr.Expr', id: BigInt(this.nodes.length - 1), exprKind };
  }

  #constant(from: Expr, constant: Constant): LibraryExpr {
    return this.#node(from, {
      case: 'constExpr',
      value: { $typeName: 'cel.expr.Constant', constantKind: constantKind(constant) },
    });
  }

  #name(from: Expr, name: string): LibraryExpr {
    const plain = withoutDot(name);
    const part = this.#parts.get(plain);
    if (part !== undefined)
      return this.#apply(from, '@index', [
        this.#variable(from, part.entry),
        this.#constant(from, { type: 'int', value: part.index }),
      ]);
    const number = ENUM_VALUES.get(plain);
    if (number !== undefined) return this.#constant(from, { type: 'int', value: number });
    return this.#variable(from, plain);
  }

  #variable(from: Expr, name: string): LibraryExpr {
    return this.#node(from, { case: 'identExpr', value: { $typeName: 'cel.expr.Expr.Ident', name } });
  }

  #select(expr: Select): LibraryExpr {
    const name = withoutDot(qualifiedName(expr) ?? '');
    if (TYPE_NAMES.has(name) || ENUM_VALUES.has(name)) return this.#name(expr, name);
    const field = this.#constant(expr, { type: 'string', value: expr.field });
    return this.#apply(expr, expr.isTest ? '@has' : '@select', [this.lower(expr.operand), field]);
  }

  #call(expr: Call): LibraryExpr {
    const name = withoutDot(expr.name);
    const [alternative, ...more] = expr.args;
    if (expr.target !== undefined && (name === 'or' || name === 'orValue') && alternative && more.length === 0)
      return this.#alternative(expr, expr.target, alternative);
    if (name === '_[?_]' || (name === '_[_]' && !this.#isOptimized)) return this.#indexed(expr, name);
    const [first, ...others] = (expr.target === undefined ? expr.args : [expr.target, ...expr.args]).map((arg) =>
      this.lower(arg),
    );
    const guess = this.#guesses.get(expr);
    const operand = guess && first ? this.#assertType(expr, first, guess) : first;
    if (this.#isOptimized && isInNothing(expr)) return this.#constant(expr, { type: 'bool', value: false });
    if (expr.target !== undefined) return this.#apply(expr, name, others, operand);
    return this.#apply(expr, REPLACED[name] ?? name, operand === undefined ? [] : [operand, ...others]);
  }

  #assertType(from: Call, operand: LibraryExpr, type: Type): LibraryExpr {
    const texts = [formatType(type), withoutDot(from.name)].map((value) =>
      this.#constant(from, { type: 'string', value }),
    );
    return this.#apply(from, '@assert_type', [operand, ...texts]);
  }

  #apply(from: Expr, name: string, args: LibraryExpr[], target?: LibraryExpr): LibraryExpr {
    return this.#node(from, {
      case: 'callExpr',
      value: { $typeName: 'cel.expr.Expr.Call', function: name, args, ...(target && { target }) },
    });
  }

  #list(from: Expr, elements: readonly Expr[]): LibraryExpr {
    return this.#lowered(
      from,
      elements.map((element) => this.lower(element)),
    );
  }

  /** Returns the list of lowered elements. */
  #lowered(from: Expr, elements: LibraryExpr[]): LibraryExpr {
    return this.#node(from, {
      case: 'listExpr',
      value: { $typeName: 'cel.expr.Expr.CreateList', elements, optionalIndices: [] },
    });
  }

  /**
   * Lowers a list literal. With optional elements it is a concatenation of lists: of one element, and of optional ones.
   */
  #elements(expr: ListLiteral): LibraryExpr {
    const { elements, optionals } = expr;
    if (optionals === undefined || optionals.size === 0) return this.#list(expr, elements);
    const lists = elements.map((element, index) =>
      optionals.has(index) ? this.#apply(element, '@values', [this.lower(element)]) : this.#list(element, [element]),
    );
    return this.#apply(expr, '@concatenation', [this.#lowered(expr, lists)]);
  }

  #map(expr: MapLiteral): LibraryExpr {
    const { entries, optionals } = expr;
    if (optionals === undefined || optionals.size === 0)
      return this.#apply(expr, '@map', [this.#list(expr, entries.flat())]);
    const lists = entries.map(([key, value], index) =>
      optionals.has(index)
        ? this.#apply(value, '@entry', [this.lower(key), this.lower(value)])
        : this.#list(value, [key, value]),
    );
    return this.#apply(expr, '@map', [this.#apply(expr, '@concatenation', [this.#lowered(expr, lists)])]);
  }

  /**
   * Lowers `a.or(b)` and `a.orValue(b)`, which evaluate `b` only if `a` has no value: a loop over the one value of `a`.
   */
  #alternative(expr: Call, target: Expr, alternative: Expr): LibraryExpr {
    return this.#ifPresent(expr, target, (value) => [
      expr.name === 'or' ? value() : this.#apply(expr, '@value', [value()]),
      this.lower(alternative),
    ]);
  }

  /** Lowers an index of a value that may be optional: one without a value stays so, and the index is not evaluated. */
  #indexed(expr: Call, name: string): LibraryExpr {
    const [operand, index] = expr.args;
    const replaced = REPLACED[name] ?? name;
    if (operand === undefined || index === undefined || index.kind === 'literal')
      return this.#apply(
        expr,
        replaced,
        expr.args.map((arg) => this.lower(arg)),
      );
    return this.#ifPresent(expr, operand, (value) => [
      this.#apply(expr, replaced, [value(), this.lower(index)]),
      value(),
    ]);
  }

  /**
   * Lowers an expression that has one of two results, according to whether a value is an optional one without a value:
   * a loop over that one value.
   */
  #ifPresent(expr: Call, tested: Expr, results: (value: () => LibraryExpr) => LibraryExpr[]): LibraryExpr {
    const variable = `@tested${this.#loops++}`;
    const value = (): LibraryExpr => this.#variable(expr, variable);
    const test = this.#apply(expr, '@has_value', [value()]);
    return this.#loop(expr, {
      variable,
      range: this.#list(tested, [tested]),
      init: this.#constant(expr, { type: 'null', value: null }),
      condition: this.#constant(expr, { type: 'bool', value: true }),
      step: this.#apply(expr, '_?_:_', [test, ...results(value)]),
      result: this.#variable(expr, ACCUMULATOR),
    });
  }

  #message(expr: Message): LibraryExpr {
    const entries = expr.fields.map(({ name, value }) => ({
      $typeName: 'cel.expr.Expr.CreateStruct.Entry' as const,
      id: 0n,
      keyKind: { case: 'fieldKey' as const, value: name },
      value: this.lower(value),
      optionalEntry: false,
    }));
    const messageName = withoutDot(expr.name);
    return this.#node(expr, {
      case: 'structExpr',
      value: { $typeName: 'cel.expr.Expr.CreateStruct', messageName, entries },
    });
  }

  #comprehension(expr: Comprehension): LibraryExpr {
    const outer = this.#parts;
    const range = this.lower(expr.range);
    const init = this.lower(expr.init);
    const variable = expr.second === undefined ? expr.variable : `@entry${this.#loops++}`;
    const parts = [expr.variable, ...(expr.second === undefined ? [] : [expr.second])];
    this.#parts = new Map([...outer].filter(([name]) => !parts.includes(name)));
    if (expr.second !== undefined)
      this.#parts = new Map([
        ...this.#parts,
        ...parts.map((name, index) => [name, { entry: variable, index: BigInt(index) }] as const),
      ]);
    const before = this.nodes.length;
    const condition = this.lower(expr.condition);
    const step = this.lower(expr.step);
    const iteration = this.#variable(expr, iterationVariable(this.nodes.length - before));
    this.#parts = outer;
    return this.#loop(expr, {
      variable,
      range: this.#apply(expr.range, expr.second === undefined ? '@range' : '@entries', [range]),
      init,
      condition: this.#apply(expr, '_&&_', [iteration, condition]),
      step,
      result: this.lower(expr.result),
    });
  }

  #loop(from: Expr, { variable, range, init, condition, step, result }: Loop): LibraryExpr {
    return this.#node(from, {
      case: 'comprehensionExpr',
      value: {
        $typeName: 'cel.expr.Expr.Comprehension',
        iterVar: variable,
        iterVar2: '',
        iterRange: range,
        accuVar: ACCUMULATOR,
        accuInit: init,
        loopCondition: condition,
        loopStep: step,
        result,
      },
    });
  }
}

/** Part of the entry of a loop with two variables: its key or index (0), or its value (1). */
interface EntryPart {
  /** Variable that holds the entry. */
  readonly entry: string;
  readonly index: bigint;
}

/** Lowered parts of a loop. */
interface Loop {
  readonly variable: string;
  readonly range: LibraryExpr;
  readonly init: LibraryExpr;
  readonly condition: LibraryExpr;
  readonly step: LibraryExpr;
  readonly result: LibraryExpr;
}

function constantKind(constant: Constant): ConstantKind {
  const { type, value } = constant;
  if (type === 'int') return { case: 'int64Value', value };
  if (type === 'uint') return { case: 'uint64Value', value };
  if (type === 'double') return { case: 'doubleValue', value };
  if (type === 'string') return { case: 'stringValue', value };
  if (type === 'bytes') return { case: 'bytesValue', value };
  return type === 'bool' ? { case: 'boolValue', value } : { case: 'nullValue', value: NullValue.NULL_VALUE };
}
