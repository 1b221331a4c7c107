import { z } from "zod";
import { defineCall } from "./call.ts";
import { emptyObject, instant, roundId } from "./fields.ts";

/** Season time as the server sees it: `speed` season seconds pass in one of the wall's; 1 in a real season. */
export const seasonClock = z.object({
	seasonTime: instant,
	wallTime: instant,
	speed: z.number().nonnegative(),
	isDemo: z.boolean(),
	/** The round the demo is asked to play, while it plays. */
	playingRoundId: roundId.nullable(),
});
export type SeasonClock = z.infer<typeof seasonClock>;

export const showClock = defineCall({
	method: "GET",
	path: "/season/clock",
	access: "everyone",
	summary: "Season time and its speed",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: seasonClock,
});

export const playDemoRound = defineCall({
	method: "POST",
	path: "/demo/play-round",
	access: "active",
	summary: "Demo only: let the current round play at speed",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: seasonClock,
});

export const signInToDemo = defineCall({
	method: "POST",
	path: "/demo/sign-in",
	access: "everyone",
	summary: "Demo only: sign the demo manager in",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: z.object({ sessionId: z.string() }),
});
