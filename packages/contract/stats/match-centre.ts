import { z } from "zod";
import { defineCall } from "../call.ts";
import { readTeam } from "../call-access.ts";
import { id, idInUrl, slotId } from "../fields.ts";
import { visibleLineup } from "../leagues/league-ladder.ts";

/** The players of a team in a round; for a rival's team only locked players, and captains once they are locked. */
const roundPlayers = z.object({
	fieldIds: z.array(id),
	/** The bench and the utility. */
	benchIds: z.array(id),
	captainId: slotId,
	viceCaptainId: slotId,
});
export type RoundPlayers = z.output<typeof roundPlayers>;

export type VisibleTeam = z.output<typeof visibleLineup>;

const opponent = roundPlayers.extend({
	/** Null until the round is played. */
	team: visibleLineup.nullable(),
	leagueId: id,
	leagueName: z.string(),
	/** The match-up's index in the round, as in /leagues/{id}/matchup/{roundId}/{index}. */
	index: z.int().nonnegative(),
	/** Empty for a deactivated account. */
	teamName: z.string(),
});
export type RoundOpponent = z.output<typeof opponent>;

export const showRoundPlayers = defineCall("GET", "/fantasy/match-centre/:roundId", {
	...readTeam,
	summary: "A round's players in the teams of the caller, of her head-to-head opponents and of everyone in her leagues",
	params: z.strictObject({ roundId: idInUrl }),
	success: z.object({
		/** Null if her team does not take part in the round. */
		own: roundPlayers.nullable(),
		/** One for each of her head-to-head leagues in which she has a match-up, in the order she joined them. */
		opponents: z.array(opponent),
		/** Her elimination leagues that have started by the round, in the order she joined them. */
		eliminationLeagues: z.array(z.object({ leagueId: id, leagueName: z.string() })).optional(),
		/** The locked players of everyone in her leagues, herself included. */
		leaguePlayerIds: z.array(id),
	}),
});
