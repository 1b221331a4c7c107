import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, idParams, instant, roundId } from "../fields.ts";
import { operatorMatch } from "./season.ts";

/** A club's totals in a match: how many of its players have stats, its score, and its players' fantasy points. */
const sideTotals = z.object({ players: z.int(), score: z.int().nullable(), points: z.int() });

const side = sideTotals.extend({
	squadId: id,
	/** How many players are named for the match; null before the club has named its team, and after the round. */
	named: z.int().nullable(),
	/** The club's last match before this one; null if there is none. */
	last: sideTotals.extend({ roundId }).nullable(),
	/** The medians of the club's matches before this one; null if there is none. */
	usual: z.object({ players: z.int(), score: z.int(), points: z.int() }).nullable(),
	/** Warnings about figures of the club that look wrong. */
	warnings: z.array(
		z.enum(["no-stats", "few-players", "few-points", "many-points", "score-below-stats", "score-above-stats"]),
	),
});
export type MatchDaySide = z.output<typeof side>;

const matchFeed = z.object({
	/** Wall time of the provider's last good answer about this match; null if there was none since the server started. */
	lastResponseAt: instant.nullable(),
	/** The problem with its last answer; null if there was none. */
	lastFault: z.string().nullable(),
	/** Wall time at which data of this match were received last. */
	lastDataAt: instant.nullable(),
	/** Payloads of this match in quarantine. */
	quarantined: z.int(),
});

/** How the provider's fixture has the match, where that differs from the season's. */
const matchListing = z.object({
	kind: z.enum(["no-stats", "not-listed", "other-round", "other-status"]),
	/** The provider's word for its status; empty if it is not listed. */
	status: z.string(),
	/** The round in which it is, or is not, listed. */
	roundId: roundId.nullable(),
});

const matchDayMatch = z.object({
	match: operatorMatch,
	feed: matchFeed,
	/** Null if the provider has the match as the season does. */
	listing: matchListing.nullable(),
	home: side,
	away: side,
});
export type MatchDayMatch = z.output<typeof matchDayMatch>;

export const showMatchDay = defineCall("GET", "/operator/rounds/:id/match-day", {
	role: "viewer",
	summary: "Each match of a round with its feed's age, the players with stats, and totals beside the usual ones",
	params: idParams,
	success: z.object({
		roundId,
		/** Wall time of this response, from which ages are measured. */
		at: instant,
		/** The provider of the season; null if this process polls none. */
		feed: z
			.object({ source: z.string(), failures: z.int(), lastFault: z.string().nullable(), isRefused: z.boolean() })
			.nullable(),
		/** Payloads of the season in quarantine. */
		quarantined: z.int(),
		matches: z.array(matchDayMatch),
	}),
});

export const previewAbandonment = defineCall("GET", "/operator/matches/:id/abandonment", {
	role: "viewer",
	summary: "What abandoning a match would do to scores; nothing is saved",
	params: idParams,
	success: z.object({
		/** Players whose stats of the match count. */
		withStats: z.int(),
		/** Players of both clubs who would count as not having played. */
		withoutStats: z.int(),
		/** Teams with at least one of the players without stats on field. */
		teams: z.int(),
		/** Teams whose captain is one of the players without stats, so that the vice captain's points are doubled. */
		captains: z.int(),
		/** The time until which managers can still swap and trade the players of the match; null if they are locked. */
		openUntil: instant.nullable(),
	}),
});
