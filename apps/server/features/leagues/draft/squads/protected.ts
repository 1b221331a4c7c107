import { isOutInjured } from "@first-bounce/rules/draft/injured-place";
import { listProtectedPlayers } from "@first-bounce/rules/draft/protected-players";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import { listDraftPlayers } from "../draft-players.ts";
import type { DraftRow, SeatRow } from "../queries.ts";

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
	const fit = listDraftPlayers(season, []).filter(({ id }) => {
		const player = season.players.get(id);
		return player !== undefined && !isOutInjured(player.status);
	});
	return listProtectedPlayers(fit, seats.length);
}
