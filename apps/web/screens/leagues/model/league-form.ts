import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import { LEAGUE_COLOURS } from "@first-bounce/contract/constants";
import type { createLeague } from "@first-bounce/contract/leagues/league-actions";
import type { showRecoverableLeagues } from "@first-bounce/contract/leagues/league-recover";
import type { Tiebreaker } from "@first-bounce/rules/ladder/ladder";
import type { LeaguePrivacy, LeagueType } from "@first-bounce/rules/leagues/league";
import type { Round } from "@first-bounce/rules/round";
import { hasRoundStarted } from "@first-bounce/rules/round/rounds";

export type LeagueColour = (typeof LEAGUE_COLOURS)[number];
export type FormerLeague = SuccessOf<typeof showRecoverableLeagues>["leagues"][number];

export interface LeagueForm {
	readonly name: string;
	/** Null where no round is left to start in. */
	readonly startId: number | null;
	readonly privacy: LeaguePrivacy;
	readonly type: LeagueType;
	readonly size: number;
	readonly finals: boolean;
	readonly h2hTiebreaker: Tiebreaker;
	readonly colour: LeagueColour | null;
}

export const findColour = (name: string): LeagueColour | null =>
	LEAGUE_COLOURS.find((colour) => colour === name) ?? null;

/** Rounds a league can start in: scheduled, and not begun by the clock either. */
export const listStartRounds = (rounds: readonly Round[], now: number, lastRound: number): readonly number[] =>
	rounds.filter((round) => round.id <= lastRound && !hasRoundStarted(round, now)).map(({ id }) => id);

/** D2 §9: private, size 2, finals on, percentage, the first scheduled round. */
export const buildDefaultForm = (starts: readonly number[], sizes: readonly number[]): LeagueForm => ({
	name: "",
	startId: starts[0] ?? null,
	privacy: "private",
	type: "open",
	size: sizes[0] ?? 2,
	finals: true,
	h2hTiebreaker: "percentage",
	colour: null,
});

/** A form filled from one of last season's leagues, which begins anew. */
export const buildRecoveryForm = (first: LeagueForm, former: FormerLeague, sizes: readonly number[]): LeagueForm => ({
	...first,
	name: former.name,
	privacy: former.privacy,
	type: former.type,
	size: sizes.includes(former.size) ? former.size : first.size,
	finals: former.finals,
	h2hTiebreaker: former.h2hTiebreaker,
	colour: findColour(former.colour),
});

/** The create payload of D2 §3; null while it must not be sent (no name, or no round to start in). */
export function buildCreateBody(form: LeagueForm, formerId: number | null): BodyOf<typeof createLeague> | null {
	const { colour, startId, ...fields } = form;
	const name = form.name.trim();
	if (name === "" || startId === null) return null;
	return {
		...fields,
		name,
		startId,
		...(colour === null ? {} : { colour }),
		...(formerId === null ? {} : { leagueId: formerId }),
	};
}
