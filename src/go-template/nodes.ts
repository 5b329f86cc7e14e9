import type { GoValue } from './value.ts';

/** Node of a template. Positions are byte offsets in the template, for error messages. */
export type Node = TextNode | ActionNode | BranchNode | TemplateNode | JumpNode;

/** Text between actions, as bytes. */
interface TextNode {
  readonly kind: 'text';
  readonly text: string;
}

/** Pipeline whose value is written, unless it sets variables. */
interface ActionNode {
  readonly kind: 'action';
  readonly pipe: PipeNode;
}

/** `{{if}}`, `{{with}}` or `{{range}}`. */
export interface BranchNode {
  readonly kind: 'if' | 'with' | 'range';
  readonly pipe: PipeNode;
  readonly list: readonly Node[];
  readonly otherwise: readonly Node[] | undefined;
}

/** `{{template}}`, or the call that a `{{block}}` leaves in its place. */
export interface TemplateNode {
  readonly kind: 'template';
  readonly position: number;
  readonly name: string;
  readonly pipe: PipeNode | undefined;
}

/** `{{break}}` or `{{continue}}`. */
interface JumpNode {
  readonly kind: 'break' | 'continue';
}

/**
 * Commands, each of which receives the value of the previous one, and the variables that the last value is assigned to.
 */
export interface PipeNode {
  readonly kind: 'pipe';
  readonly position: number;
  /** Set if it assigns to existing variables instead of declaring new ones. */
  readonly assigns: boolean;
  readonly variables: readonly VariableNode[];
  readonly commands: readonly CommandNode[];
}

/** Function or value, and the arguments after it. */
export interface CommandNode {
  readonly kind: 'command';
  readonly position: number;
  readonly operand: OperandNode;
  readonly args: readonly OperandNode[];
}

/** Operands of a command. */
export type OperandNode = ChainNode | FieldNode | IdentifierNode | PipeNode | SimpleNode | VariableNode;

/** Literals and the dot, which take no arguments. */
export type SimpleNode = BoolNode | DotNode | NilNode | NumberNode | StringNode;

/** `true` or `false`. */
interface BoolNode {
  readonly kind: 'bool';
  readonly position: number;
  readonly text: string;
  readonly value: GoValue;
}

/** Fields of the value of a pipeline in parentheses or of a function. */
export interface ChainNode {
  readonly kind: 'chain';
  readonly position: number;
  readonly operand: IdentifierNode | PipeNode;
  readonly fields: readonly string[];
}

/** `.` */
interface DotNode {
  readonly kind: 'dot';
  readonly position: number;
}

/** Fields of the dot. */
export interface FieldNode {
  readonly kind: 'field';
  readonly position: number;
  readonly fields: readonly string[];
}

/** Name of a function. */
export interface IdentifierNode {
  readonly kind: 'identifier';
  readonly position: number;
  readonly name: string;
}

/** `nil` */
interface NilNode {
  readonly kind: 'nil';
  readonly position: number;
}

/** Number or character. */
interface NumberNode {
  readonly kind: 'number';
  readonly position: number;
  readonly text: string;
  /** Undefined for an integer that is out of range. */
  readonly value: GoValue | undefined;
}

/** String: its literal and its bytes. */
interface StringNode {
  readonly kind: 'string';
  readonly position: number;
  readonly text: string;
  readonly value: GoValue;
}

/** Variable, including its dollar, and fields of it. */
export interface VariableNode {
  readonly kind: 'variable';
  readonly position: number;
  readonly name: string;
  readonly fields: readonly string[];
}

/** Nodes that an error can refer to. */
export type PlacedNode = CommandNode | OperandNode | TemplateNode;
