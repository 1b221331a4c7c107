export const countColumns = (table: HTMLTableElement): number[] =>
	[...table.rows].map((row) => [...row.cells].reduce((sum, { colSpan }) => sum + colSpan, 0));
