/** Directive of a format: `%-08.3f`. */
export interface Directive {
  /** Bytes of one rune. */
  readonly verb: string;
  /** Pads on the right. */
  readonly minus: boolean;
  readonly plus: boolean;
  readonly sharp: boolean;
  readonly space: boolean;
  /** Pads with zeros, where it pads on the left. */
  readonly zero: boolean;
  /** `%#v`: prints Go source; `sharp` and `plus` are then false, as with every `v` and `w`. */
  readonly goSyntax: boolean;
  /** Width in runes; 0 by default. */
  readonly width: number;
  readonly precision: number | undefined;
}

/** `%v`. */
export const PLAIN: Directive = {
  verb: 'v',
  minus: false,
  plus: false,
  sharp: false,
  space: false,
  zero: false,
  goSyntax: false,
  width: 0,
  precision: undefined,
};
