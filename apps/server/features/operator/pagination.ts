/** A pattern for ILIKE that finds the literal text. */
export const buildLikePattern = (text: string): string => `%${text.replaceAll(/[%_\\]/g, "\\$&")}%`;

/** Of one row more than a page holds: the page, and below which id the next one begins; null on the last. */
export function buildPage<Row extends { readonly id: number }>(rows: readonly Row[], size: number) {
	const page = rows.slice(0, size);
	return { page, nextBefore: rows.length > size ? (page.at(-1)?.id ?? null) : null };
}

export const formatInstant = (at: Date | null): string | null => at?.toISOString() ?? null;
