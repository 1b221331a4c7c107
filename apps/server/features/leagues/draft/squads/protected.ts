import { isOutInjured } from "@first-bounce/rules/draft/injured-place";
import { listProtectedPlayers } from "@first-bounce/rules/draft/protected-players";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import { listDraftPlayers } from "../draft-players.ts";
import type { DraftRow, SeatRow } from "../queries.ts";

/** By the number of teams; all leagues of a size have the same. */
const protectedBySeason = new WeakMap<SeasonSnapshot, Map<number, ReadonlySet<PlayerId>>>();

/**
 * Lists the best players of a league, who are not dropped; nobody if it does without the rule. Nothing says for how long an injured
 * player is out, so she is none of them.
 */
export function listProtectedOf({
	draft,
	season,
	seats,
}: {
	readonly draft: Pick<DraftRow, "protects_best">;
	readonly season: SeasonSnapshot;
	readonly seats: readonly SeatRow[];
}): ReadonlySet<PlayerId> {
	if (!draft.protects_best) return new Set();
	const known = protectedBySeason.get(season) ?? new Map<number, ReadonlySet<PlayerId>>();
	protectedBySeason.set(season, known);
	const players = known.get(seats.length) ?? listProtected(season, seats.length);
	known.set(seats.length, players);
	return players;
}

function listProtected(season: SeasonSnapshot, teams: number): ReadonlySet<PlayerId> {
	const fit = listDraftPlayers(season, []).filter(({ id }) => {
		const player = season.players.get(id);
		return player !== undefined && !isOutInjured(player.status);
	});
	return listProtectedPlayers(fit, teams);
}
