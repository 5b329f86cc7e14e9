import type { CST } from 'yaml';

/** A token with the number of collections around it. */
export interface PlacedToken {
  readonly token: CST.Token;
  readonly depth: number;
}

/** Yields all tokens, without recursion: tokens nest deeper than functions can. `depth`: that of the outermost ones. */
export function* allTokens(tokens: readonly CST.Token[], outer: number): Generator<PlacedToken> {
  const open: PlacedToken[] = tokens.map((token) => ({ token, depth: outer }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    yield next;
    if (token.type === 'document' && token.value) open.push({ token: token.value, depth });
    if (!('items' in token)) continue;
    for (const item of token.items) {
      if (item.key) open.push({ token: item.key, depth: depth + 1 });
      if (item.value) open.push({ token: item.value, depth: depth + 1 });
    }
  }
}
