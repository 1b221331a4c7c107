import { z } from "zod";
import { defineCall } from "../call.ts";
import { dollars, emptyObject, id, idInPath, playersByLine, roundId, slotId, substitutions } from "../fields.ts";

/**
 * A team as it was, or is, in one round. Seen by others while the round plays, players not yet locked
 * are 0 and counted in `hidden`, and C, VC and emergencies appear only once locked.
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
	/** At the round's prices. Null while somebody is hidden: it would tell whom. */
	value: dollars.nullable(),
	salaryCap: dollars.nullable(),
	/** Of this round, as far as it has been played; null before the round's first match. */
	points: z.int().nullable(),
	/** Of this round only, under its id. */
	substitutions,
	hidden: z.int().nonnegative(),
	/** Whether the round is still playing. */
	isLive: z.boolean(),
});
export type TeamHistory = z.output<typeof teamHistory>;

export const showTeamHistory = defineCall({
	method: "GET",
	path: "/fantasy/team-history/get-by-round/:roundId",
	access: "active",
	summary: "The signed-in user's team in a round from its start round on, up to the current one",
	params: z.strictObject({ roundId: idInPath }),
	query: emptyObject,
	body: emptyObject,
	success: z.object({ teamHistory }),
});

export const showTeamHistoryOf = defineCall({
	method: "GET",
	path: "/fantasy/team-history/get-by-round-and-user/:roundId/:userId",
	access: "active",
	summary: "A user's team in a round that plays or is complete, as far as others may see it",
	params: z.strictObject({ roundId: idInPath, userId: idInPath }),
	query: emptyObject,
	body: emptyObject,
	success: z.object({ teamHistory }),
});
