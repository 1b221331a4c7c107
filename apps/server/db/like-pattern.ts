/** Escapes the characters of a text that LIKE and ILIKE would take for wildcards. */
export const escapeLikePattern = (text: string): string => text.replaceAll(/[%_\\]/g, "\\$&");

/** Builds a pattern that finds a text anywhere, for LIKE or ILIKE. */
export const buildLikePattern = (text: string): string => `%${escapeLikePattern(text)}%`;
