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
const REPLACED: Readonly<Record<string, string>> = { '_[_]': '@index', '@in': '@contains' };

/** Converts an expression to the form that the library evaluates. */
export function lower(expr: Expr, guesses: Guesses): Lowered {
  const lowering = new Lowering(guesses);
  return { expr: lowering.lower(expr), nodes: lowering.nodes };
}

class Lowering {
  readonly nodes: Expr[] = [];
  readonly #guesses: Guesses;

  constructor(guesses: Guesses) {
    this.#guesses = guesses;
  }

  lower(expr: Expr): LibraryExpr {
    if (expr.kind === 'literal') return this.#constant(expr, expr.constant);
    if (expr.kind === 'ident') return this.#name(expr, expr.name);
    if (expr.kind === 'select') return this.#select(expr);
    if (expr.kind === 'call') return this.#call(expr);
    if (expr.kind === 'list') return this.#list(expr, expr.elements);
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
    const number = ENUM_VALUES.get(plain);
    if (number !== undefined) return this.#constant(from, { type: 'int', value: number });
    return this.#node(from, { case: 'identExpr', value: { $typeName: 'cel.expr.Expr.Ident', name: plain } });
  }

  #select(expr: Select): LibraryExpr {
    const name = withoutDot(qualifiedName(expr) ?? '');
    if (TYPE_NAMES.has(name) || ENUM_VALUES.has(name)) return this.#name(expr, name);
    const field = this.#constant(expr, { type: 'string', value: expr.field });
    return this.#apply(expr, expr.isTest ? '@has' : '@select', [this.lower(expr.operand), field]);
  }

  #call(expr: Call): LibraryExpr {
    const name = withoutDot(expr.name);
    const [first, ...others] = (expr.target === undefined ? expr.args : [expr.target, ...expr.args]).map((arg) =>
      this.lower(arg),
    );
    const guess = this.#guesses.get(expr);
    const operand = guess && first ? this.#assertType(expr, first, guess) : first;
    if (isInNothing(expr)) return this.#constant(expr, { type: 'bool', value: false });
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
    return this.#node(from, {
      case: 'listExpr',
      value: {
        $typeName: 'cel.expr.Expr.CreateList',
        elements: elements.map((element) => this.lower(element)),
        optionalIndices: [],
      },
    });
  }

  #map(expr: MapLiteral): LibraryExpr {
    return this.#apply(expr, '@map', [this.#list(expr, expr.entries.flat())]);
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
    const before = this.nodes.length;
    const condition = this.lower(expr.condition);
    const loopStep = this.lower(expr.step);
    const iteration = this.#name(expr, iterationVariable(this.nodes.length - before));
    return this.#node(expr, {
      case: 'comprehensionExpr',
      value: {
        $typeName: 'cel.expr.Expr.Comprehension',
        iterVar: expr.variable,
        iterVar2: '',
        iterRange: this.#apply(expr.range, '@range', [this.lower(expr.range)]),
        accuVar: ACCUMULATOR,
        accuInit: this.lower(expr.init),
        loopCondition: this.#apply(expr, '_&&_', [iteration, condition]),
        loopStep,
        result: this.lower(expr.result),
      },
    });
  }
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
