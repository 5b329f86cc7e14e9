import type { GoValue } from './value.ts';

/** What a template is made of. Positions are byte offsets in the template, of what an error is said to be at. */
export type Node = TextNode | ActionNode | BranchNode | TemplateNode | JumpNode;

/** Text between actions, as bytes. */
interface TextNode {
  readonly kind: 'text';
  readonly text: string;
}

/** A pipeline whose value is written, unless it sets variables. */
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

/** `{{template}}`, or what a `{{block}}` leaves in its place. */
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

/** Commands, of which each is given the value of the one before, and the variables that the last value is kept in. */
export interface PipeNode {
  readonly kind: 'pipe';
  readonly position: number;
  /** Sets variables that exist, rather than new ones. */
  readonly assigns: boolean;
  readonly variables: readonly VariableNode[];
  readonly commands: readonly CommandNode[];
}

/** A function or a value, and the arguments behind it. */
export interface CommandNode {
  readonly kind: 'command';
  readonly position: number;
  readonly operand: OperandNode;
  readonly args: readonly OperandNode[];
}

/** What can stand in a command. */
export type OperandNode = ChainNode | FieldNode | IdentifierNode | PipeNode | SimpleNode | VariableNode;

/** A literal or the dot, which take no arguments. */
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

/** The name of a function. */
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

/** A number or a character. */
interface NumberNode {
  readonly kind: 'number';
  readonly position: number;
  readonly text: string;
  /** Undefined where it is an integer that does not fit. */
  readonly value: GoValue | undefined;
}

/** A string: its literal and its bytes. */
interface StringNode {
  readonly kind: 'string';
  readonly position: number;
  readonly text: string;
  readonly value: GoValue;
}

/** A variable, its dollar included, and fields of it. */
export interface VariableNode {
  readonly kind: 'variable';
  readonly position: number;
  readonly name: string;
  readonly fields: readonly string[];
}

/** What an error can be at. */
export type PlacedNode = CommandNode | OperandNode | TemplateNode;
