import { REQUEST_KINDS, type RequestKind } from "./rush-statistics.ts";

interface ScheduleOptions {
	/** The final rate. */
	readonly savesPerSecond: number;
	/** The seconds until the final rate is reached; 0 for the same rate from the start. */
	readonly growthSeconds: number;
}

export interface DueRequest {
	readonly kind: RequestKind;
	/** Seconds after the start. */
	readonly at: number;
}

/** How many requests of each kind are sent for each save. Changes of captain and trades are the saves. */
const SHARES: Readonly<Record<RequestKind, number>> = {
	captain: 0.9,
	trade: 0.1,
	"show-my": 1.5,
	rankings: 0.25,
	static: 1,
	join: 0.02,
};
/** The share of the final rate at the start of a growing rush. */
const FIRST_SHARE = 0.1;

/**
 * Plans a rush. The returned function gets the seconds since the start, and lists the requests that have become due since its
 * last call.
 */
export function createRushSchedule({
	savesPerSecond,
	growthSeconds,
}: ScheduleOptions): (elapsed: number) => DueRequest[] {
	const remainders = new Map<RequestKind, number>();
	let last = 0;
	return (elapsed) => {
		const previous = last;
		// The rate grows linearly, so its average over the interval is the rate in the middle.
		const growth = growthSeconds === 0 ? 1 : Math.min(1, (previous + elapsed) / 2 / growthSeconds);
		const saves = savesPerSecond * (FIRST_SHARE + (1 - FIRST_SHARE) * growth) * (elapsed - previous);
		last = elapsed;
		return REQUEST_KINDS.flatMap((kind) => {
			const remainder = remainders.get(kind) ?? 0;
			const added = SHARES[kind] * saves;
			remainders.set(kind, (remainder + added) % 1);
			return Array.from({ length: Math.floor(remainder + added) }, (_, index) => ({
				kind,
				at: previous + ((index + 1 - remainder) / added) * (elapsed - previous),
			}));
		});
	};
}
