import { z } from "zod";
import { seasonClock } from "./clock.ts";
import { id, roundId } from "./fields.ts";
import { conversationState, leagueMessage } from "./leagues/conversation.ts";
import { checksumsFile } from "./stats/static-data.ts";

/**
 * Event `version`: static files or standings have changed. The first one is sent on connection, with every file in
 * `changed`. A client that was disconnected compares `checksums` with those that it has.
 */
export const liveVersion = z.object({
	/** Increases with every message. It starts again when the server process does. */
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
export type LiveVersion = z.output<typeof liveVersion>;

/** Event `clock`: the season clock was set. */
export const liveClock = seasonClock;

/**
 * Event `user`: whose stream this is, sent once on connection; null for a visitor. A page that shows somebody else loads
 * the session again.
 */
export const liveUser = z.object({ userId: id.nullable() });
export type LiveUser = z.output<typeof liveUser>;

/**
 * Event `team`: the user's team was saved, on this device or another. It is sent only to the user's own connections.
 * A client without this version fetches the team and its trades again.
 */
export const liveTeam = z.object({
	teamId: id,
	/** The team's `version` as in `team/show-my`. */
	version: z.int().nonnegative(),
});
export type LiveTeam = z.output<typeof liveTeam>;

/**
 * Event `conversation`: changes in the conversation of one of the user's leagues. A client that has version `after` or
 * a later one applies them. Any other client lists the changes since its own version.
 */
export const liveConversation = z.object({
	leagueId: id,
	after: z.int().nonnegative(),
	version: id,
	/** New and changed messages, oldest first. */
	messages: z.array(leagueMessage),
	state: conversationState,
});
export type LiveConversation = z.output<typeof liveConversation>;

/** Event `conversations`: the client may have missed changes, so it fetches those of the conversation on screen. */
export const liveConversations = z.object({});

/**
 * Event `draft`: the draft of one of the user's leagues has changed. A client that shows it asks for the board since its
 * own version.
 */
export const liveDraft = z.object({ leagueId: id, version: z.int().nonnegative() });
export type LiveDraft = z.output<typeof liveDraft>;

/**
 * Event `match-day`, for operators only: the round, its feed or a payload has changed. The console fetches the data on
 * screen again.
 */
export const liveMatchDay = z.object({});

/** Event `maintenance`: a maintenance of the site has begun, changed or ended. The client asks for the announcements. */
export const liveMaintenance = z.object({});

/** Interval of heartbeats: comments that keep proxies from closing an idle stream. */
export const LIVE_HEARTBEAT_MS = 15_000;
