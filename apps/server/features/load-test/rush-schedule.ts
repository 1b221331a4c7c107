import { REQUEST_KINDS, type RequestKind } from "./rush-statistics.ts";

interface ScheduleOptions {
	/** The final rate. */
	readonly savesPerSecond: number;
	/** The seconds until the final rate is reached; 0 for the same rate from the start. */
	readonly growsFor: number;
}

/** Requests of each kind for one save. Captains and trades are the saves. A team is also read before its first save. */
const SHARES: Readonly<Record<RequestKind, number>> = {
	captain: 0.9,
	trade: 0.1,
	"show-my": 0.5,
	rankings: 0.25,
	static: 1,
	join: 0.02,
};
/** The share of the final rate at the start of a growing rush. */
const FIRST_SHARE = 0.1;

/**
 * Plans a rush. The function that it returns lists the requests that have become due since its last call, by the seconds
 * since the start.
 */
export function createRushSchedule({ savesPerSecond, growsFor }: ScheduleOptions): (elapsed: number) => RequestKind[] {
	const remainders = new Map<RequestKind, number>();
	let last = 0;
	return (elapsed) => {
		const part = growsFor === 0 ? 1 : Math.min(1, (last + elapsed) / 2 / growsFor);
		const saves = savesPerSecond * (FIRST_SHARE + (1 - FIRST_SHARE) * part) * (elapsed - last);
		last = elapsed;
		return REQUEST_KINDS.flatMap((kind) => {
			const due = (remainders.get(kind) ?? 0) + SHARES[kind] * saves;
			remainders.set(kind, due % 1);
			return Array.from({ length: Math.floor(due) }, () => kind);
		});
	};
}
