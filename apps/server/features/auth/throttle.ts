import { refuse } from "../../plugins/refusal.ts";

/** Attempts within a moving minute, by whatever they are counted for. Each process counts for itself. */
export interface Throttle {
	/** Counts an attempt; refuses with 429 from the one after `most` on. */
	readonly attempt: (subject: string) => void;
	/** Forgets a subject's attempts: it was the right person after all. */
	readonly forgive: (subject: string) => void;
}

const MINUTE = 60_000;
/** Beyond this many subjects the quiet ones are swept out. */
const SWEEP_AT = 10_000;

export function createThrottle(most: number, wallNow: () => number): Throttle {
	const attempts = new Map<string, number[]>();
	const recent = (subject: string, now: number) => (attempts.get(subject) ?? []).filter((at) => now - at < MINUTE);
	const sweep = (now: number) => {
		for (const subject of attempts.keys()) if (recent(subject, now).length === 0) attempts.delete(subject);
	};
	return {
		attempt: (subject) => {
			const now = wallNow();
			if (attempts.size >= SWEEP_AT) sweep(now);
			const before = recent(subject, now);
			const [first] = before;
			if (before.length >= most && first !== undefined)
				throw refuse(429, "too-many-requests", { seconds: Math.ceil((first + MINUTE - now) / 1000) });
			attempts.set(subject, [...before, now]);
		},
		forgive: (subject) => {
			attempts.delete(subject);
		},
	};
}
