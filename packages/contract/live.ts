import { z } from "zod";
import { seasonClock } from "./clock.ts";
import { id, roundId } from "./fields.ts";
import { checksumsFile } from "./stats/static-data.ts";

/**
 * Event `version`: the published version. The first is sent on connection, with every file in `changed`; a
 * client that was disconnected compares `checksums` with its own.
 */
export const liveVersion = z.object({
	/** Increases with every message of a server process, and starts again with a new one. */
	version: z.int().nonnegative(),
	checksums: checksumsFile,
	/** Static files that changed, by their names in `checksums`. */
	changed: z.array(z.string()),
	/** Whether scores, ranks and ladders changed. */
	standings: z.boolean(),
	/** The round that is playing; null if none is. */
	liveRoundId: roundId.nullable(),
	clock: seasonClock,
});
export type LiveVersion = z.infer<typeof liveVersion>;

/** Event `clock`: the season clock was set. */
export const liveClock = seasonClock;

/**
 * Event `team`: the user's team was saved, on this device or another. It is sent only to the user's own connections.
 * A client without this version fetches the team and its trades again.
 */
export const liveTeam = z.object({
	teamId: id,
	/** The team's `version` as in `team/show-my`. */
	version: z.int().nonnegative(),
});
export type LiveTeam = z.infer<typeof liveTeam>;

/** Interval of heartbeats; a client reconnects after three missed ones. */
export const LIVE_HEARTBEAT_MS = 15_000;
