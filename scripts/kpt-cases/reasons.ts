/** Reasons why a case of kpt's tests has another outcome with `krm-variants render` than the recorded one, by case. */
export const REASONS: Readonly<Record<string, string>> = {};
