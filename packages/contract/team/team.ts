import { AUTOFILL_STYLES } from "@first-bounce/rules/autofill/autofill-style";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { changeTeam, readTeam } from "../call-access.ts";
import {
	count,
	dollars,
	id,
	idInUrl,
	lineupFields,
	playersByLine,
	recordByRound,
	roundId,
	slotId,
	substitutions,
} from "../fields.ts";

/** A team as its owner sees it. `scoreflow` is points by round. */
export const team = z.object({
	id,
	userId: id,
	name: z.string(),
	teamName: z.string(),
	...lineupFields,
	value: dollars,
	salaryCap: dollars,
	points: z.int(),
	scoreflow: recordByRound(z.int()),
	startRoundId: roundId.nullable(),
	isComplete: z.boolean(),
	avatarVersion: z.int(),
	supportedSquadId: id.nullable(),
	substitutions,
	version: z.int(),
});
export type Team = z.output<typeof team>;

/** Refers to the record of an accepted action, which the team's owner can look up later. */
export const receipt = z.object({ id: z.string(), savedAt: z.iso.datetime(), action: z.string() });

/** The version a save is based on; a stale one is refused with 409. Without it, the save applies to the latest version. */
export const version = count;

export const teamWithRollback = z.object({ team, rollbackAvailable: z.boolean() });
/** The response of every action on a team. */
export const savedTeam = teamWithRollback.extend({ receipt });
export type ShownTeam = z.output<typeof teamWithRollback>;
export type SavedTeam = z.output<typeof savedTeam>;

const lineupBody = z.strictObject({
	lineup: playersByLine,
	bench: playersByLine,
	captainId: slotId,
	viceCaptainId: slotId,
	utilityId: slotId,
	emergency: z.array(id).max(30).optional(),
	version: version.optional(),
});
export type LineupBody = z.output<typeof lineupBody>;

export const showMyTeam = defineCall("GET", "/fantasy/team/show-my", {
	...readTeam,
	summary: "The signed-in user's team",
	success: teamWithRollback,
});

export const updateTeam = defineCall("POST", "/fantasy/team/update", {
	...changeTeam,
	summary: "Save a full line-up, before the team's start round is complete",
	body: lineupBody,
	success: savedTeam,
});

export const autofillTeam = defineCall("POST", "/fantasy/team/autopick", {
	access: "active",
	summary: "Fill the empty slots with the best players the salary cap allows, and save",
	body: lineupBody.extend({
		/** Extension: what the team is picked for, by default the season; `round` is for the projected points of the next round. */
		style: z.enum(AUTOFILL_STYLES).optional(),
	}),
	success: savedTeam,
});

/** Ranks are null before the first match of the team's start round. */
export const showTeamRank = defineCall("GET", "/fantasy/team/overall-rank", {
	...readTeam,
	summary: "A team's ranks and points at the end of a round, or live while it plays",
	query: z.strictObject({ roundId: z.coerce.number().pipe(z.int().nonnegative()), teamId: idInUrl }),
	success: z.object({
		overallRank: z.int().nullable(),
		roundRank: z.int().nullable(),
		roundPoints: z.int(),
		overallPoints: z.int(),
	}),
});

/** Computed only from what rivals can see, so that anyone may read it (docs/game-rules.md#live-standing). */
export const showProjectedTotals = defineCall("GET", "/fantasy/team/projected-totals", {
	...readTeam,
	summary:
		"All teams' projected totals while a round is played, in groups of about the same total, at most ten seconds old",
	query: z.strictObject({ teamId: idInUrl }),
	success: z.object({
		/** The playing round; null while none is, with no groups. */
		roundId: id.nullable(),
		/** Best first: single teams at the top, larger groups below, each with the mean of its totals. */
		groups: z.array(z.object({ total: z.number(), teams: z.int().positive() })),
		/** The requested team's total among them; null if it is not ranked. */
		own: z.number().nullable(),
	}),
});
