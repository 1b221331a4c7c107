/** What was done to something, step by step. */
export interface History<Value> {
	readonly past: readonly Value[];
	readonly present: Value;
	readonly future: readonly Value[];
}

/** Whether a step may lead from here to there; others are passed over. */
export type Leads<Value> = (there: Value, here: Value) => boolean;

const LONGEST = 100;
const everywhere = (): boolean => true;

export const begin = <Value>(present: Value): History<Value> => ({ past: [], present, future: [] });

export const advance = <Value>({ past, present }: History<Value>, next: Value): History<Value> => ({
	past: [...past, present].slice(-LONGEST),
	present: next,
	future: [],
});

/** One step back; null where none leads anywhere. */
export function undo<Value>(
	{ past, present, future }: History<Value>,
	leads: Leads<Value> = everywhere,
): History<Value> | null {
	const at = past.findLastIndex((value) => leads(value, present));
	const previous = past[at];
	if (previous === undefined) return null;
	return { past: past.slice(0, at), present: previous, future: [present, ...future] };
}

/** One step on again; null where none leads anywhere. */
export function redo<Value>(
	{ past, present, future }: History<Value>,
	leads: Leads<Value> = everywhere,
): History<Value> | null {
	const at = future.findIndex((value) => leads(value, present));
	const next = future[at];
	if (next === undefined) return null;
	return { past: [...past, present], present: next, future: future.slice(at + 1) };
}
