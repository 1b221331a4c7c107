import { LINES } from "@first-bounce/rules/player";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, id, idInPath, instant, roundId } from "../fields.ts";

const counts = z.record(z.string(), z.number());

/** One stat of one match: `count` × `weight` = `points`. */
const stat = z.object({ stat: z.string(), count: z.int(), weight: z.number(), points: z.number() });

/** What a player did in one match of the round, and what it is worth. */
const ledgerMatch = z.object({
	matchId: id,
	opponentId: id,
	/** Time on ground, percent; never scores. */
	timeOnGround: z.int(),
	stats: z.array(stat),
	/** The sum of `stats`. */
	points: z.number(),
	isLive: z.boolean(),
	/** Set where an operator corrected her line: when, why, and the counts before; null for none. */
	correction: z.object({ at: instant, reason: z.string(), before: counts.nullable() }).nullable(),
});

/** One place of the team: `points` × `factor` = `counted`. */
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
	/** 0 for who does not count, 1, or the captain's factor. */
	factor: z.number(),
	counted: z.number(),
	/** The player on field whom she came in for. */
	covers: id.nullable(),
	/** The emergency who came in for her. */
	coveredBy: id.nullable(),
});

export const scoreLedger = z.object({
	roundId,
	teamId: id,
	userId: id,
	teamName: z.string(),
	isLive: z.boolean(),
	/** The sum of all `counted`. */
	points: z.number(),
	/** As the standings of the complete round have it; null before. */
	published: z.int().nullable(),
	/** Whose points are doubled; null for nobody, or for somebody who is hidden. */
	doubled: id.nullable(),
	entries: z.array(ledgerEntry),
	/** Players of a rival's team who are not locked yet and so not shown. */
	hidden: z.int().nonnegative(),
});
export type ScoreLedger = z.output<typeof scoreLedger>;

export const showScoreLedger = defineCall({
	method: "GET",
	path: "/fantasy/team/score-ledger/:roundId/:teamId",
	access: "active",
	summary: "Why a team has its score in a round: every point traced to stats, weights, roles, covers and corrections",
	params: z.strictObject({ roundId: idInPath, teamId: idInPath }),
	query: emptyObject,
	body: emptyObject,
	success: z.object({ scoreLedger }),
});
