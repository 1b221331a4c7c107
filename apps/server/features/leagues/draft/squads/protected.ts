import { isOutInjured } from "@first-bounce/rules/draft/injured-place";
import { listProtectedPlayers } from "@first-bounce/rules/draft/player-values";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import { listDraftPlayers } from "../draft-players.ts";
import type { DraftedLeague } from "../seat-view.ts";

/** Protected players by the number of teams: they are the same in all leagues of a size. */
const protectedBySeason = new WeakMap<SeasonSnapshot, Map<number, ReadonlySet<PlayerId>>>();

/**
 * Gets the best players of a draft league, who cannot be dropped; empty if the league does not have this rule. Injured players are
 * not protected, because nobody knows for how long they are out.
 */
export function getProtectedIds({
	draft,
	season,
	seats,
}: Pick<DraftedLeague, "draft" | "season" | "seats">): ReadonlySet<PlayerId> {
	if (!draft.protects_best) return new Set();
	const known = protectedBySeason.get(season) ?? new Map<number, ReadonlySet<PlayerId>>();
	protectedBySeason.set(season, known);
	const players = known.get(seats.length) ?? computeProtectedIds(season, seats.length);
	known.set(seats.length, players);
	return players;
}

function computeProtectedIds(season: SeasonSnapshot, teams: number): ReadonlySet<PlayerId> {
	const fit = listDraftPlayers(season, []).filter(({ id }) => {
		const player = season.players.get(id);
		return player !== undefined && !isOutInjured(player.status);
	});
	return listProtectedPlayers(fit, teams);
}
