import { useState } from "react";

/** Pages of a list that grows at its head: the way down, and back up. */
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
