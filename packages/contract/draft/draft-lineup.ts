import { z } from "zod";
import { defineCall } from "../call.ts";
import { changeOwnTeam, readOwnTeam, readPublic, readTeam } from "../call-access.ts";
import { id, idInUrl, lineupFields, recordByRound, roundId, substitutions } from "../fields.ts";
import { receipt, version } from "../team/team.ts";
import { draftTeam } from "./draft.ts";
import { draftStatus } from "./draft-board.ts";
import { squadRules } from "./draft-settings.ts";

/** A team of a draft league in one round, as the caller may see it. */
const draftTeamRound = draftTeam.omit({ isAutopick: true }).extend({
	leagueId: id,
	leagueName: z.string(),
	/** The round in which the league starts. Until its first match no player is locked. */
	startRoundId: roundId,
	squad: squadRules,
	captainDoubled: z.boolean(),
	/** Whether the caller manages the team. */
	isOwn: z.boolean(),
	roundId,
	/** Whether the round is being played. */
	isLive: z.boolean(),
	/** Points in the round so far; null before its first match. */
	points: z.int().nullable(),
	/** Points by round, from the league's start round on, the playing one included. */
	scoreflow: recordByRound(z.int()),
	/** Of this round only, under its id. */
	substitutions,
	/** Its match-up in the round; null with a bye. `index` is that of /leagues/{id}/matchup/{roundId}/{index}. */
	matchUp: z
		.object({
			index: z.int().nonnegative(),
			teamId: id,
			teamName: z.string(),
			/** The opponent's points in the round so far; null before its first match. */
			points: z.int().nullable(),
		})
		.nullable(),
	/** True if the team has no opponent in the round, and plays against the average of the league's other scores. */
	playsAverage: z.literal(true).optional(),
	version,
});
export type DraftTeamRound = z.output<typeof draftTeamRound>;

const shownTeam = z.object({ team: draftTeamRound });

/** Without mock drafts. */
export const listMyDraftTeams = defineCall("GET", "/draft/my-teams", {
	...readTeam,
	summary: "Extension: the caller's teams in draft leagues, by the newest membership",
	success: z.object({
		teams: z.array(z.object({ leagueId: id, leagueName: z.string(), teamId: id, teamName: z.string(), draftStatus })),
	}),
});

export const showMyDraftTeam = defineCall("GET", "/draft/league/:id/my-team", {
	...readOwnTeam,
	summary: "Extension: the caller's team in a draft league, with its line-up of the playing or next round",
	success: shownTeam,
});

export const showDraftTeam = defineCall("GET", "/draft/league/:id/team/:teamId/:roundId", {
	...readPublic,
	summary: "Extension: a team of a draft league in a round; of another team only what has locked; for its members",
	params: z.strictObject({ id: idInUrl, teamId: idInUrl, roundId: idInUrl }),
	success: shownTeam,
});

const draftLineupBody = z.strictObject({
	...lineupFields,
	emergency: z.array(id).max(30),
	version: version.optional(),
});
export type DraftLineupBody = z.output<typeof draftLineupBody>;

export const saveDraftLineup = defineCall("POST", "/draft/league/:id/lineup", {
	...changeOwnTeam,
	summary:
		"Extension: save the caller's line-up in a draft league, for the playing or next round and those after it; locked players keep slot and role",
	body: draftLineupBody,
	success: shownTeam.extend({ receipt }),
});
