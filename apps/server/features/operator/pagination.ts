/** Builds a page from up to `size + 1` rows. The next page has ids below `nextBefore`, which is null on the last page. */
export function buildPage<Row extends { readonly id: number }>(rows: readonly Row[], size: number) {
	const page = rows.slice(0, size);
	return { page, nextBefore: rows.length > size ? (page.at(-1)?.id ?? null) : null };
}
