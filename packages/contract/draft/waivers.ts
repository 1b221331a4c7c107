import { CLAIM_PROBLEMS, WAIVER_PRIORITIES } from "@first-bounce/rules/draft/claims";
import { RUN_NAMES, RUN_TIME_REASONS } from "@first-bounce/rules/draft/waiver-runs";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { changeOwnTeam, readAsMember, readLeague, readOwnTeam } from "../call-access.ts";
import { count, id, instant, roundId } from "../fields.ts";
import { version } from "../team/team.ts";
import { draftPerson } from "./draft-board.ts";

/** Whole dollars. */
const bid = z.int().nonnegative().max(1_000);
/** The id of an entry of the log, ascending: a number as a string. */
export const rowId = z.string().regex(/^\d{1,18}$/);

/** A coming run. A round has up to two before it. */
export const comingRun = z.object({
	roundId,
	run: z.enum(RUN_NAMES),
	/** In season time. */
	dueAt: instant,
	/**
	 * Why it is due then: noon of the second day after publication, 9:00 on the day of the first bounce, three hours before it, or
	 * the publication of the previous round, which came later.
	 */
	reason: z.enum(RUN_TIME_REASONS),
});
export type ComingRun = z.output<typeof comingRun>;

/** The move of a player: `fromTeamId` is null if nobody owned her, `toTeamId` if she was dropped. */
const playerMove = z.object({
	playerId: id,
	fromTeamId: id.nullable(),
	toTeamId: id.nullable(),
	kind: z.enum(["added", "claimed", "dropped", "traded", "corrected", "undone", "kept", "delisted"]),
});

/** A proposed undo or correction, on which the other managers vote. */
export const undoProposal = z.object({
	person: draftPerson.nullable(),
	reason: z.string(),
	agreed: count,
	needed: count,
	/** Whether the caller agrees; null if she has no vote. */
	hasAgreed: z.boolean().nullable(),
});

/** An entry of the log that all members read. */
export const draftTransaction = z.object({
	id: rowId,
	kind: z.enum(["free-agent", "waivers", "trade", "drop", "injured", "back", "correction", "undo"]),
	/** Wall time. */
	at: instant,
	seasonTime: instant,
	/** The round whose line-ups it changed first. */
	roundId,
	/** The team that the transaction is about; of a trade, the team that offered it. */
	teamId: id.nullable(),
	/** Who did it; null for the server and for the operator. */
	person: draftPerson.nullable(),
	isOperator: z.boolean(),
	reason: z.string(),
	moves: z.array(playerMove),
	/** The player who went to the injured place or came back. */
	injuredPlayerId: id.nullable(),
	/** The winning bid of a claim; null in a league without budgets. */
	bid: bid.nullable(),
	/** The run that a claim was won in. */
	run: z.enum(RUN_NAMES).nullable(),
	/** The moves of a correction on which managers vote, or have voted; it moves nobody itself. */
	proposedMoves: z.array(playerMove.omit({ kind: true })).optional(),
	/** True if the team of the manager who proposed this undo had claimed the player in the run that it undoes. */
	hadClaim: z.boolean().optional(),
	/** How many managers agreed to it in a vote; left out without a vote. */
	votes: count.optional(),
	/** The entry that has undone this one. */
	undoneBy: rowId.nullable(),
	/** True if the caller may undo it now, alone or by a vote. */
	mayUndo: z.boolean().optional(),
	/**
	 * How many other managers must agree: 0 unless the change concerns the caller's own team or its claims. Left out without
	 * `mayUndo`.
	 */
	votesNeeded: count.optional(),
	/** The former managers of teams of this entry, for teams whose manager has left since. */
	formerManagers: z.array(z.object({ teamId: id, person: draftPerson })).optional(),
	/** Left out without a proposal to undo it, or to make the correction. */
	proposal: undoProposal.optional(),
});
export type DraftTransaction = z.output<typeof draftTransaction>;

export const listTransactions = defineCall("GET", "/draft/league/:id/transactions", {
	...readLeague,
	summary:
		"Extension: who came, went and moved in a draft league since its draft, newest first; for its members. `before` is the id after which a page goes on",
	query: z.strictObject({
		before: rowId.optional(),
		limit: z.coerce.number().pipe(z.int().positive().max(500)).default(50),
	}),
	success: z.object({
		transactions: z.array(draftTransaction),
		/** The `before` of the next page; null on the last one. */
		next: rowId.nullable(),
	}),
});

export const savedTransaction = z.object({ transaction: draftTransaction });

export const addFreeAgent = defineCall("POST", "/draft/free-agents/:id/add", {
	...changeOwnTeam,
	summary:
		"Extension: add a free player to the caller's squad, first come, first served until her own match; `dropId` leaves for her",
	body: z.strictObject({ playerId: id, dropId: id.nullable().default(null) }),
	success: savedTransaction,
});

export const dropPlayer = defineCall("POST", "/draft/squads/:id/drop", {
	...changeOwnTeam,
	summary: "Extension: drop a player of the caller's squad, who goes on waivers",
	body: z.strictObject({ playerId: id }),
	success: savedTransaction,
});

const claimFields = {
	playerId: id,
	/** The player who is dropped for her; null if the squad has a place. */
	dropId: id.nullable(),
	/** What the team would pay; 0 unless the league has budgets. */
	bid,
	/** At most one claim of a group succeeds; null for a claim without a group. */
	group: z.int().positive().max(100).nullable(),
};
const MAX_CLAIMS = 50;

/** A team's claims, in the order in which they are tried. Nobody else sees them before their run. */
const claimList = z.object({
	claims: z.array(z.object({ ...claimFields, createdAt: instant })),
	/** How much the team can still bid; null in a league without budgets. */
	budget: count.nullable(),
	/** The run that tries them; null before the round is published. */
	nextRun: comingRun.nullable(),
	/** Grows with each change of the list, except that it is 0 while the list is empty. */
	version,
});
export type ClaimList = z.output<typeof claimList>;

export const showClaims = defineCall("GET", "/draft/waivers/:id/claims", {
	...readOwnTeam,
	summary: "Extension: the caller's claims for the next waiver run, in her order; nobody else sees them",
	success: claimList,
});

export const saveClaims = defineCall("POST", "/draft/waivers/:id/claims", {
	...changeOwnTeam,
	summary:
		"Extension: save the caller's whole list of claims, which replaces the one before; refused with the place of what does not fit, or if another version is stored",
	body: z.strictObject({
		claims: z
			.array(
				z.strictObject({
					...claimFields,
					dropId: claimFields.dropId.default(null),
					bid: bid.default(0),
					group: claimFields.group.default(null),
				}),
			)
			.max(MAX_CLAIMS),
		/** The version of the list that this one was made from, which is replaced; any is replaced without it. */
		version: version.optional(),
	}),
	success: claimList,
});

/**
 * Why a claim failed. `teamId` is the team that got or has the player, `bid` what it paid. `rank` and `teamRank` are the
 * priorities of the caller's team and of that team when the player was given. Fields that do not apply to the reason are null.
 */
const claimFailure = z.object({
	code: z.enum(CLAIM_PROBLEMS),
	teamId: id.nullable(),
	bid: bid.nullable(),
	rank: z.int().positive().nullable(),
	teamRank: z.int().positive().nullable(),
});
export type ClaimFailure = z.output<typeof claimFailure>;

const claimResult = z.object({
	teamId: id,
	playerId: id,
	/** Null for other teams' claims that failed. */
	dropId: id.nullable(),
	/** Null where nobody bids. */
	bid: bid.nullable(),
	isWon: z.boolean(),
	/** True if it was won and the move was undone later. */
	isUndone: z.boolean().optional(),
	/** Why the caller's claim failed; null for claims of other teams and those that were won. */
	reason: claimFailure.nullable(),
});
export type ClaimResult = z.output<typeof claimResult>;

/** A run that has happened. */
const waiverRun = z.object({
	roundId,
	run: z.enum(RUN_NAMES),
	/** Season time, like `seasonTime`. */
	dueAt: instant,
	/** When it was done. */
	seasonTime: instant,
	/** Wall time. */
	ranAt: instant,
	/** Whole minutes between the time at which it was due and its execution; 0 for less than five. */
	minutesLate: count,
	/** The teams by priority before the run. */
	teamIds: z.array(id),
	/**
	 * In the order in which they were decided: claims that were won, all of the caller's, and in a league with budgets all others
	 * with their bids.
	 */
	results: z.array(claimResult),
});
export type WaiverRun = z.output<typeof waiverRun>;

export const listWaiverRuns = defineCall("GET", "/draft/waivers/:id/runs", {
	...readAsMember,
	summary:
		"Extension: the waiver runs of a draft league with their results, newest first, and those to come; for its members",
	success: z.object({
		priority: z.enum(WAIVER_PRIORITIES),
		/** The teams by their present priority, with how much each can still bid; null in a league without budgets. */
		order: z.array(z.object({ teamId: id, budget: count.nullable() })),
		/** The zone in which times of runs are computed. */
		timeZone: z.string(),
		coming: z.array(comingRun),
		runs: z.array(waiverRun),
	}),
});
