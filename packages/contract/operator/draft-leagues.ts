import { PAUSE_REASONS } from "@first-bounce/rules/draft/draft-board";
import { LEAGUE_FORMATS } from "@first-bounce/rules/draft/keepers";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { draftProblem, draftStatus } from "../draft/draft-board.ts";
import { correctionMoves } from "../draft/squads.ts";
import { comingRun, draftTransaction, rowId } from "../draft/waivers.ts";
import { count, id, idParams, instant, roundId } from "../fields.ts";
import { cursorPaging, nextBefore, reason } from "./operator.ts";

/**
 * What is wrong with a league:
 * - `overdue`: something in its draft has been due for more than 5 seconds
 * - `paused`: its draft is paused, by whomever
 * - `away`: teams have missed two picks in a row, and their clock is short
 * - `start-failed`: the time of its draft came, but something was missing
 * - `players-unmatched`: players of last season's squads wait for an operator
 * - `run-late`: a waiver run has been due for more than 5 minutes
 */
const LEAGUE_TROUBLES = ["overdue", "paused", "away", "start-failed", "players-unmatched", "run-late"] as const;
const troubles = z.array(z.enum(LEAGUE_TROUBLES));

const listedLeague = z.object({
	id,
	name: z.string(),
	format: z.enum(LEAGUE_FORMATS),
	draftStatus,
	teams: count,
	size: count,
	/** Wall time of a scheduled draft. */
	startsAt: instant.nullable(),
	troubles,
});
export type ListedDraftLeague = z.output<typeof listedLeague>;

export const listDraftLeagues = defineCall("GET", "/operator/draft-leagues", {
	role: "viewer",
	summary:
		"Draft leagues of the season, newest first: those in trouble, or all. `search` finds a part of a name, a whole code or an id",
	query: z.strictObject({
		show: z.enum(["trouble", "all"]).default("trouble"),
		search: z.string().max(100).optional(),
		...cursorPaging,
	}),
	success: z.object({ leagues: z.array(listedLeague), nextBefore }),
});

/** An inconsistency in a draft league's stored squads and line-ups, as `fb receipts check` lists it. */
const squadFinding = z.object({
	kind: z.enum([
		"broken-log",
		"pick-without-move",
		"move-without-change",
		"not-owned",
		"without-place",
		"injured-not-owned",
		"line-up-without-receipt",
	]),
	teamId: id,
	/** 0 for a finding about a whole line-up. */
	playerId: z.int(),
	/** 0 if the finding is about no single round. */
	roundId: z.int(),
});

const operatorDraftLeague = listedLeague.extend({
	/** The team name of whoever runs it; empty if her account is closed. */
	commissioner: z.string(),
	deputies: count,
	draft: z.object({
		pauseReason: z.enum(PAUSE_REASONS).nullable(),
		/** Wall time at which the pick on the clock ends. */
		deadlineAt: instant.nullable(),
		/** The team on the clock. */
		activeTeamId: id.nullable(),
		picksMade: count,
		picks: count,
		/** Why it cannot start now. */
		problems: z.array(draftProblem),
	}),
	squads: z.array(
		z.object({
			teamId: id,
			/** Empty for robots and vacant teams without a name. */
			teamName: z.string(),
			isRobot: z.boolean(),
			/** Whether it has no manager. */
			isVacant: z.boolean(),
			isAway: z.boolean(),
			misses: count,
			playerIds: z.array(id),
			injuredPlayerId: id.nullable(),
		}),
	),
	/** The next waiver run, in season time; null before the draft is complete and while the round before is not published. */
	nextRun: comingRun.nullable(),
	/** The round whose first bounce ends trades. */
	tradeDeadline: roundId.nullable(),
	/** Wall time at which the choice of keepers ends; null if there is none or it has ended. */
	keepersDueAt: instant.nullable(),
	/** The names of last season's players who wait for an operator. */
	unmatchedPlayers: z.array(z.string()),
	findings: z.array(squadFinding),
	/** The last changes of its squads, newest first. */
	transactions: z.array(draftTransaction),
});
export type OperatorDraftLeague = z.output<typeof operatorDraftLeague>;
const shownLeague = z.object({ league: operatorDraftLeague });

export const showOperatorDraftLeague = defineCall("GET", "/operator/draft-leagues/:id", {
	role: "viewer",
	summary: "A draft league: its draft, squads, last moves, next waiver run, and what is wrong",
	params: idParams,
	success: shownLeague,
});

export const changeLeagueDraft = defineCall("POST", "/operator/draft-leagues/:id/draft", {
	role: "match-day",
	summary: "Pause the draft of a league, or resume it whoever has paused it",
	params: idParams,
	body: z.strictObject({ reason, action: z.enum(["pause", "resume"]) }),
	success: shownLeague,
});

export const undoByOperator = defineCall("POST", "/operator/draft-leagues/:id/undo", {
	role: "match-day",
	summary:
		"Undo a change of squads until the next match starts; members read the reason. Not if the operator's own team is concerned",
	params: idParams,
	body: z.strictObject({ reason, changeId: rowId }),
	success: shownLeague,
});

export const correctByOperator = defineCall("POST", "/operator/draft-leagues/:id/correct", {
	role: "match-day",
	summary:
		"Move players to the teams where they belong, null for none, all or nobody; members read the reason. Not if the operator's own team is concerned",
	params: idParams,
	body: z.strictObject({ reason, moves: correctionMoves }),
	success: shownLeague,
});
