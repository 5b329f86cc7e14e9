import { EscapeError, unquoteBytes, unquoteString } from './escape.ts';
import type { Constant } from './expr.ts';
import type { Source } from './source.ts';
import type { TokenReader } from './token-reader.ts';
import type { Token } from './token.ts';

/** Reads a literal. Throws a CelError if the next token is not a literal or has no value. */
export function readConstant(source: Source, tokens: TokenReader): Constant {
  const isNegative = isSignable(tokens.peek(1)) && tokens.accept('-') !== undefined;
  const constant = constantOf(source, tokens.peek(), isNegative ? '-' : '');
  if (constant === undefined) return tokens.fail('an expression');
  tokens.next();
  return constant;
}

/** Reports whether a sign before the token can be part of the literal. */
export function isSignable({ kind }: Token): boolean {
  return kind === 'int' || kind === 'double';
}

function constantOf(source: Source, token: Token, sign: string): Constant | undefined {
  const { kind, text } = token;
  if (kind === 'int') return { type: 'int', value: readInt(source, token, sign) };
  if (kind === 'uint') return { type: 'uint', value: readUint(source, token) };
  if (kind === 'double') return { type: 'double', value: readDouble(source, token, sign) };
  if (kind === 'string') return { type: 'string', value: unquoted(source, token, unquoteString) };
  if (kind === 'bytes') return { type: 'bytes', value: unquoted(source, token, unquoteBytes) };
  if (text === 'null') return { type: 'null', value: null };
  return text === 'true' || text === 'false' ? { type: 'bool', value: text === 'true' } : undefined;
}

function readInt(source: Source, { text, at }: Token, sign: string): bigint {
  const value = BigInt(text) * (sign === '' ? 1n : -1n);
  if (BigInt.asIntN(64, value) !== value) throw source.error(at, 'invalid int literal: out of range');
  return value;
}

function readUint(source: Source, { text, at }: Token): bigint {
  const value = BigInt(text.slice(0, -1));
  if (BigInt.asUintN(64, value) !== value) throw source.error(at, 'invalid uint literal: out of range');
  return value;
}

function readDouble(source: Source, { text, at }: Token, sign: string): number {
  const value = Number(sign + text);
  if (!Number.isFinite(value)) throw source.error(at, 'invalid double literal: out of range');
  return value;
}

function unquoted<T>(source: Source, { text, at }: Token, unquote: (literal: string) => T): T {
  try {
    return unquote(text);
  } catch (error) {
    if (error instanceof EscapeError) throw source.error(at, error.message);
    throw error;
  }
}
