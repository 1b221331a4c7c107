import { z } from "zod";
import { defineCall } from "./call.ts";
import { id, instant, roundId } from "./fields.ts";

/** Season time. `speed` is season seconds per second of wall time, 1 in a real season. */
export const seasonClock = z.object({
	seasonTime: instant,
	wallTime: instant,
	speed: z.number().nonnegative(),
	isDemo: z.boolean(),
	/** The round that the demo is playing. */
	playingRoundId: roundId.nullable(),
});
export type SeasonClock = z.output<typeof seasonClock>;

export const showClock = defineCall("GET", "/season/clock", {
	access: "everyone",
	summary: "Season time and its speed",
	success: seasonClock,
});

export const playDemoRound = defineCall("POST", "/demo/play-round", {
	access: "active",
	summary: "Demo only: play the current round in fast motion",
	success: seasonClock,
});

export const signInToDemo = defineCall("POST", "/demo/sign-in", {
	access: "everyone",
	summary: "Demo only: sign in as the demo manager",
	/** `draft=1` asks for a draft league that no other visitor is given. */
	query: z.strictObject({ draft: z.literal("1").optional() }),
	/** `draftLeagueId`: a draft league against robots that the manager may start; null once the season is over. */
	success: z.object({ sessionId: z.string(), draftLeagueId: id.nullable() }),
});
