import { WAIVER_REASONS } from "@first-bounce/rules/draft/player-state";
import { MAX_DRAFT_TEAMS, MIN_DRAFT_TEAMS } from "@first-bounce/rules/draft/squad-rules";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { actInLeague, readAsMember, readLeague } from "../call-access.ts";
import { LEAGUE_COLOURS } from "../constants.ts";
import { count, id, instant, playersByLine, slotId, teamName } from "../fields.ts";
import { autopickMode, completedPick, draftBoard, draftPerson, draftProblem, draftStatus } from "./draft-board.ts";
import { draftSettings } from "./draft-settings.ts";

/** What the caller may do in a draft now. Every call checks again. */
const draftPermissions = z.object({
	/** Whether she may run the draft: start, pause, undo and the other actions of the commissioner. */
	run: z.boolean(),
	changeSettings: z.boolean(),
	/** Whether she may change what happens to the squads next season, because this season is over. */
	convert: z.boolean(),
	drawOrder: z.boolean(),
	/** Whether the league continues one of last season, whose ladder may be reversed. */
	reverseLastLadder: z.boolean(),
	start: z.boolean(),
	undo: z.boolean(),
	reset: z.boolean(),
	addRobots: z.boolean(),
});

/** A draft league, with the names that the men's draft game uses. */
export const draftLeague = draftSettings.extend({
	id,
	name: z.string(),
	class: z.literal("draft"),
	/** Whether it is a mock draft, which is deleted a day after its creation. */
	isMock: z.boolean(),
	draftStatus,
	/** How many teams it has, robots and vacant ones included. */
	numTeams: z.int(),
	size: z.int(),
	/** Every reason why the draft cannot start now; empty once it has started. */
	problems: z.array(draftProblem),
	/** The teams in the order of the first round; null until it is set. */
	order: z.object({ method: z.enum(["draw", "manual", "last-ladder"]), teamIds: z.array(id) }).nullable(),
	/** The hash of the seed of the next draw, which is secret until then. */
	seedHash: z.string(),
	/** The values that decided the last draw, so that anyone can recompute the order (docs/game-rules.md#draws); null before it. */
	lastDraw: z.object({ seedHash: z.string(), seed: z.string(), moment: z.string(), teamIds: z.array(id) }).nullable(),
	/** The caller's team; null for visitors. */
	myTeamId: id.nullable(),
	completedAt: instant.nullable(),
	/** Whether its teams have squads of last season, from which they choose keepers. */
	isContinued: z.boolean(),
	may: draftPermissions,
});
export type DraftLeague = z.output<typeof draftLeague>;

const leagueResponse = z.object({ league: draftLeague });

export const showDraftLeague = defineCall("GET", "/draft/league/:id", {
	...readLeague,
	summary: "Extension: a draft league with its settings, order and what keeps its draft from starting; for its members",
	success: leagueResponse,
});

/**
 * A team of a draft league, with its line-up of the next or playing round as the caller may see it. A line-up is null before the
 * draft is complete, and of another team before the round begins. In another team players who are not locked are 0, and captains
 * and emergencies appear once they are locked.
 */
export const draftTeam = z.object({
	teamId: id,
	teamName: z.string(),
	colour: z.string().nullable(),
	owner: draftPerson.nullable(),
	isRobot: z.boolean(),
	isAutopick: autopickMode,
	/** Its squad, in the order in which the players came. */
	playerIds: z.array(id),
	/**
	 * The player of the squad in the injured place, who is in no line-up. Null if nobody is there, and left out in leagues without
	 * such a place.
	 */
	injuredPlayerId: id.nullable().optional(),
	lineup: playersByLine.nullable(),
	bench: playersByLine.nullable(),
	utilityId: slotId.nullable(),
	captainId: slotId.nullable(),
	viceCaptainId: slotId.nullable(),
	emergency: z.array(id).nullable(),
	/** How many players are hidden. */
	hidden: count,
});
export type DraftTeam = z.output<typeof draftTeam>;

export const showDraftTeams = defineCall("GET", "/draft/league/teams/:id", {
	...readLeague,
	summary: "Extension: the teams of a draft league with their squads; for its members",
	success: z.object({
		teams: z.array(draftTeam),
		/** Players who cannot be dropped, because they are the best of the league; left out before its draft is complete. */
		protectedIds: z.array(id).optional(),
	}),
});

export const changeDraftTeam = defineCall("POST", "/draft/league/:id/team", {
	...actInLeague,
	summary: "Extension: give the caller's team in a draft league a name and a colour; null for those of her account",
	body: z.strictObject({
		name: teamName.nullable().optional(),
		colour: z.enum(LEAGUE_COLOURS).nullable().optional(),
	}),
	success: z.object({ version: count }),
});

export const showDraftBoard = defineCall("GET", "/draft/draft-process/:id/draft-board", {
	...readLeague,
	summary:
		"Extension: the draft board; `since` leaves out picks and log that are not newer than that version. A room that asks at least every 30 seconds counts as present",
	query: z.strictObject({ since: z.coerce.number().pipe(count).optional() }),
	success: draftBoard,
});

/** A player whom nobody owns, best first by the default ranking. Before the draft is complete all are free. */
const freeAgent = z.object({
	playerId: id,
	/** `free`: first come, first served until her own match. `waivers`: she can only be claimed (docs/game-rules.md#free-agents). */
	state: z.enum(["free", "waivers"]),
	/**
	 * When she is free, or may be claimed next: the next run, in season time. Null for a free player, and before the round is
	 * published.
	 */
	until: instant.nullable(),
	/** Why she is on waivers; null for a free player. */
	reason: z.enum(WAIVER_REASONS).nullable(),
	/** Whether she is locked, so that she does not move until the round is published. */
	isLocked: z.boolean(),
	/** The teams that may have her; null for all. A team that dropped her may not claim her in the next run. */
	restrictedTo: z.array(id).nullable(),
	/** Points that she is expected to score in the rest of the season. */
	projectedPoints: z.number(),
	/** Projected points above those of the player who is likely to be left at her position. */
	value: z.number(),
	/**
	 * Why the caller's team may not take her now; null if it may, and for callers without a team. After the draft, `squad-full`
	 * means that any player must be dropped for her, and `position-full` one who makes room for her position.
	 */
	problem: z.enum(["position-full", "squad-not-completable", "squad-full"]).nullable(),
});
export type FreeAgent = z.output<typeof freeAgent>;

export const listFreeAgents = defineCall("GET", "/draft/free-agents/list/:id", {
	...readAsMember,
	summary: "Extension: players whom nobody in a draft league owns, best first; for its members",
	success: z.object({ version: count, players: z.array(freeAgent) }),
});

export const showDraftRecap = defineCall("GET", "/draft/draft-process/:id/recap", {
	...readLeague,
	summary: "Extension: a complete draft pick by pick, compared with the projections at its end; for its members",
	success: z.object({
		/** By number. */
		picks: z.array(
			completedPick.extend({
				projectedPoints: z.number(),
				/** Her place in the default ranking before the first pick, from 1. */
				projectedRank: z.int().positive(),
				/** How many picks later than projected she was taken; below zero if earlier. */
				difference: z.int(),
			}),
		),
		/** Most projected points first. */
		teams: z.array(
			z.object({
				teamId: id,
				projectedPoints: z.number(),
				/** The pick taken the most picks after its projected place; null if all were taken before. */
				bestPick: z.int().positive().nullable(),
			}),
		),
	}),
});

const MAX_LISTED_PLAYERS = 1_000;
const playerList = z
	.array(id)
	.max(MAX_LISTED_PLAYERS)
	.refine((ids) => new Set(ids).size === ids.length, "distinct");
/** The caller's lists, best first. Nobody else sees them. */
const draftPreferences = z.strictObject({ queue: playerList, ranking: playerList, doNotDraft: playerList });
export type DraftPreferences = z.output<typeof draftPreferences>;

export const showDraftPreferences = defineCall("GET", "/draft/draft-process/:id/preferences", {
	...actInLeague,
	summary: "Extension: the caller's private queue, ranking and players not to draft",
	success: draftPreferences,
});

export const saveDraftPreferences = defineCall("POST", "/draft/draft-process/:id/preferences", {
	...actInLeague,
	summary: "Extension: save the caller's private lists; a list that is left out stays as it is",
	body: draftPreferences.partial(),
	success: draftPreferences,
});

export const listMockDrafts = defineCall("GET", "/draft/mock-drafts", {
	access: "active",
	summary: "Extension: the caller's mock drafts, newest first",
	success: z.object({
		drafts: z.array(z.object({ leagueId: id, draftStatus, createdAt: instant, deletedAt: instant })),
		/** How many more the caller may start today. */
		left: count,
	}),
});

export const startMockDraft = defineCall("POST", "/draft/mock-drafts/start", {
	access: "active",
	summary: "Extension: start a mock draft against robots, with a league's settings or the given ones; a few a day",
	body: z.strictObject({
		/** A draft league of the caller whose size and settings the mock draft gets. */
		leagueId: id.optional(),
		size: z.int().min(MIN_DRAFT_TEAMS).max(MAX_DRAFT_TEAMS).default(10),
		/** The caller's place in the order, from 1; drawn if it is left out. */
		position: z.int().positive().max(MAX_DRAFT_TEAMS).optional(),
		draftType: draftSettings.shape.draftType.default("snake"),
		pickTurnTime: z.union([z.literal(30), z.literal(60), z.literal(90), z.literal(120)]).default(60),
	}),
	success: leagueResponse,
});
