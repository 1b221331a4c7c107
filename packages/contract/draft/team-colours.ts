import type { TeamId } from "@first-bounce/rules/ids";
import { LEAGUE_COLOURS } from "../constants.ts";

/** For teams beyond the number of colours. */
export const FALLBACK_COLOUR = "charcoal";

interface ColouredTeam {
	readonly teamId: TeamId;
	/** Null for a team without a colour of its own. */
	readonly colour: string | null;
}

/**
 * Gives the teams of a draft league, in the order of its draft, the colours that they have on every page. Teams without a colour
 * of their own get one that no other team has, as long as there are any.
 */
export function assignTeamColours(teams: readonly ColouredTeam[]): ReadonlyMap<TeamId, string> {
	const taken = new Set(teams.map(({ colour }) => colour));
	const free = LEAGUE_COLOURS.filter((colour) => !taken.has(colour));
	let next = 0;
	return new Map(
		teams.map(({ teamId, colour }) => [teamId, colour ?? free[next++ % Math.max(1, free.length)] ?? FALLBACK_COLOUR]),
	);
}
