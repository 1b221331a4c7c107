import { z } from "zod";
import { seasonClock } from "./clock.ts";
import { id, roundId } from "./fields.ts";
import { checksumsFile } from "./stats/static-data.ts";

/**
 * Event `version`: what is published now. The first arrives with the connection, with every file in `changed`; a
 * client that was away compares `checksums` with those it has.
 */
export const liveVersion = z.object({
	/** Goes up with every message of one server; a new server begins anew. */
	version: z.int().nonnegative(),
	checksums: checksumsFile,
	/** Static files that are not what they were, by their names in `checksums`. */
	changed: z.array(z.string()),
	/** Whether scores, ranks and with them ladders are not what they were. */
	standings: z.boolean(),
	/** The round the standings are live in; null when none is playing. */
	liveRoundId: roundId.nullable(),
	clock: seasonClock,
});
export type LiveVersion = z.infer<typeof liveVersion>;

/** Event `clock`: the season clock was set. */
export const liveClock = seasonClock;

/**
 * Event `team`: the user's team was saved, on this device or another. Only connections opened with her session get it.
 * A client that does not have this version asks for the team and its trades again.
 */
export const liveTeam = z.object({
	teamId: id,
	/** As `version` of the team in `team/show-my`. */
	version: z.int().nonnegative(),
});
export type LiveTeam = z.infer<typeof liveTeam>;

/** Milliseconds between two heartbeats; a client that hears nothing for three of them connects anew. */
export const LIVE_HEARTBEAT_MS = 15_000;
