/** A value with what it was, to go back to, and what was gone back from, to go forward again. */
export interface History<Value> {
	readonly past: readonly Value[];
	readonly present: Value;
	readonly future: readonly Value[];
}

const LONGEST = 100;

export const begin = <Value>(present: Value): History<Value> => ({ past: [], present, future: [] });

export const advance = <Value>({ past, present }: History<Value>, next: Value): History<Value> => ({
	past: [...past, present].slice(-LONGEST),
	present: next,
	future: [],
});

export function undo<Value>(history: History<Value>): History<Value> {
	const previous = history.past.at(-1);
	if (previous === undefined) return history;
	const { past, present, future } = history;
	return { past: past.slice(0, -1), present: previous, future: [present, ...future] };
}

export function redo<Value>(history: History<Value>): History<Value> {
	const [next, ...future] = history.future;
	if (next === undefined) return history;
	return { past: [...history.past, history.present], present: next, future };
}
