import type { BodyOf } from "@first-bounce/contract/call";
import type { League } from "@first-bounce/contract/leagues/league";
import type { updateLeague } from "@first-bounce/contract/leagues/league-actions";
import { findColour, type LeagueForm } from "./league-form.ts";

/** What a commissioner may change of her league. */
export type LeagueDetails = Pick<LeagueForm, "name" | "startId" | "privacy" | "colour">;

export const getLeagueDetails = ({ name, startId, privacy, colour }: League): LeagueDetails => ({
	name,
	startId,
	privacy,
	colour: findColour(colour),
});

/** The update payload of D2 §3; what may not be changed any more is left out. */
export function buildUpdateBody(
	league: League,
	{ name, startId, privacy, colour }: LeagueDetails,
): BodyOf<typeof updateLeague> {
	return {
		leagueId: league.id,
		name: name.trim(),
		...(league.may.changeStart && startId !== null ? { startId } : {}),
		...(league.may.changePrivacy ? { privacy } : {}),
		...(colour === null ? {} : { colour }),
	};
}
