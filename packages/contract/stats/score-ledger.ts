import { LINES } from "@first-bounce/rules/player";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { readPublic } from "../call-access.ts";
import { count, id, idInUrl, instant, managerId, roundId } from "../fields.ts";

const counts = z.record(z.string(), z.number());

/** One stat of one match: `count` × `weight` = `points`. */
const stat = z.object({ stat: z.string(), count: z.int(), weight: z.number(), points: z.number() });

/** A player's stats and points in one match of the round. */
const ledgerMatch = z.object({
	matchId: id,
	opponentId: id,
	/** Time on ground, percent; never scores. */
	timeOnGround: z.int(),
	stats: z.array(stat),
	/** The sum of `stats`. */
	points: z.number(),
	isLive: z.boolean(),
	/** An operator's correction of her line, with the counts before; null for none. */
	correction: z.object({ at: instant, reason: z.string(), before: counts.nullable() }).nullable(),
});

/** One slot of the team: `points` × `factor` = `counted`. */
const ledgerEntry = z.object({
	area: z.enum(["field", "bench", "utility"]),
	line: z.enum(LINES).nullable(),
	index: z.int(),
	playerId: id,
	/** `did-not-play` is final; `to-come` may still score. */
	state: z.enum(["played", "did-not-play", "to-come"]),
	role: z.enum(["captain", "vice-captain", "emergency"]).nullable(),
	matches: z.array(ledgerMatch),
	points: z.number(),
	/** 0 if she does not count, 1, or the captain's factor. */
	factor: z.number(),
	counted: z.number(),
	/** The player on field whom she covers. */
	covers: id.nullable(),
	coveredBy: id.nullable(),
});

export const scoreLedger = z.object({
	roundId,
	teamId: id,
	userId: managerId,
	/** The league of a draft team; null for a classic team. */
	leagueId: id.nullable(),
	teamName: z.string(),
	isLive: z.boolean(),
	/** The sum of all `counted`. */
	points: z.number(),
	/** The team's published points; null before publication. */
	published: z.int().nullable(),
	/** The player whose points are doubled; null for nobody or a hidden player. */
	doubled: id.nullable(),
	entries: z.array(ledgerEntry),
	/** Number of a rival's players who are hidden because they are not locked. */
	hidden: count,
});
export type ScoreLedger = z.output<typeof scoreLedger>;

export const showScoreLedger = defineCall("GET", "/fantasy/team/score-ledger/:roundId/:teamId", {
	...readPublic,
	summary: "A team's score in a round, broken down into stats, weights, roles, covers and corrections",
	params: z.strictObject({ roundId: idInUrl, teamId: idInUrl }),
	success: z.object({ scoreLedger }),
});
