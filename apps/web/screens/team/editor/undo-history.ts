export interface History<Value> {
	readonly past: readonly Value[];
	readonly present: Value;
	readonly future: readonly Value[];
}

/** Whether undo or redo may go to a value; others are skipped. */
export type CanMoveTo<Value> = (target: Value, present: Value) => boolean;

const MAX_STEPS = 100;
const allowAll = (): boolean => true;

export const createHistory = <Value>(present: Value): History<Value> => ({ past: [], present, future: [] });

export const pushState = <Value>({ past, present }: History<Value>, next: Value): History<Value> => ({
	past: [...past, present].slice(-MAX_STEPS),
	present: next,
	future: [],
});

/** The history at the previous allowed value; null if there is none. */
export function undo<Value>(
	{ past, present, future }: History<Value>,
	canMoveTo: CanMoveTo<Value> = allowAll,
): History<Value> | null {
	const index = past.findLastIndex((value) => canMoveTo(value, present));
	const previous = past[index];
	if (previous === undefined) return null;
	return { past: past.slice(0, index), present: previous, future: [present, ...future] };
}

/** The history at the next allowed value; null if there is none. */
export function redo<Value>(
	{ past, present, future }: History<Value>,
	canMoveTo: CanMoveTo<Value> = allowAll,
): History<Value> | null {
	const index = future.findIndex((value) => canMoveTo(value, present));
	const next = future[index];
	if (next === undefined) return null;
	return { past: [...past, present], present: next, future: future.slice(index + 1) };
}
