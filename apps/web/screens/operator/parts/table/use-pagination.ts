import { useState } from "react";

/** Cursor pagination of a list whose newest entries come first. */
export function usePagination() {
	const [cursors, setCursors] = useState<readonly number[]>([]);
	return {
		before: cursors.at(-1),
		isFirstPage: cursors.length === 0,
		older: (next: number) => setCursors([...cursors, next]),
		newer: () => setCursors(cursors.slice(0, -1)),
		reset: () => setCursors([]),
	};
}
