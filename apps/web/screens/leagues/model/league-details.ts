import type { BodyOf } from "@first-bounce/contract/call";
import type { League } from "@first-bounce/contract/leagues/league";
import type { updateLeague } from "@first-bounce/contract/leagues/league-actions";
import { findColour, type LeagueForm } from "./league-form.ts";

/** The details that the commissioner may change. */
export type LeagueDetails = Pick<LeagueForm, "name" | "startId" | "privacy" | "colour">;

export const getLeagueDetails = ({ name, startId, privacy, colour }: League): LeagueDetails => ({
	name,
	startId,
	privacy,
	colour: findColour(colour),
});

/** The body of the update call, without the fields that may no longer change. */
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
