import { z } from "zod";
import { defineCall } from "../call.ts";
import { readPublic, readTeam } from "../call-access.ts";
import { count, dollars, id, idInUrl, playersByLine, roundId, slotId, substitutions } from "../fields.ts";

/**
 * A team in one round. In another user's team, while the round is being played, players who are not locked are 0 and
 * counted in `hidden`, and captains and emergencies appear once they are locked.
 */
export const teamHistory = z.object({
	roundId,
	teamId: id,
	userId: id,
	teamName: z.string(),
	avatarVersion: z.int(),
	supportedSquadId: id.nullable(),
	lineup: playersByLine,
	bench: playersByLine,
	utility: slotId,
	captain: slotId,
	viceCaptain: slotId,
	emergency: z.array(id),
	/** Value at the round's prices. Null while players are hidden, because it would reveal them. */
	value: dollars.nullable(),
	salaryCap: dollars.nullable(),
	/** Points in this round so far; null before its first match. */
	points: z.int().nullable(),
	/** Substitutions of this round only, under its id. */
	substitutions,
	hidden: count,
	/** Whether the round is still playing. */
	isLive: z.boolean(),
});
export type TeamHistory = z.output<typeof teamHistory>;

export const showTeamHistory = defineCall("GET", "/fantasy/team-history/get-by-round/:roundId", {
	...readTeam,
	summary: "The signed-in user's team in a round from its start round on, up to the current one",
	params: z.strictObject({ roundId: idInUrl }),
	success: z.object({ teamHistory }),
});

export const showUserTeamHistory = defineCall("GET", "/fantasy/team-history/get-by-round-and-user/:roundId/:userId", {
	...readPublic,
	summary: "A user's team in a round that is playing or complete, as rivals may see it",
	params: z.strictObject({ roundId: idInUrl, userId: idInUrl }),
	success: z.object({ teamHistory }),
});
