import { useState } from "react";

/** Cursor pagination of a list whose newest entries come first. */
export function usePagination() {
	const [path, setPath] = useState<readonly number[]>([]);
	return {
		before: path.at(-1),
		isAtHead: path.length === 0,
		older: (next: number) => setPath([...path, next]),
		newer: () => setPath(path.slice(0, -1)),
		reset: () => setPath([]),
	};
}
