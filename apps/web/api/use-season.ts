import { useMemo } from "react";
import { buildSeasonModel, type Season } from "./season-model.ts";
import { useStatic } from "./use-static.ts";

export type Loaded<Value> =
	| { readonly state: "pending" }
	| { readonly state: "error"; readonly error: Error; readonly retry: () => void }
	| { readonly state: "ready"; readonly value: Value };

/** The season joined from four static files; updated whenever one of them changes. */
export function useSeason(): Loaded<Season> {
	const season = useStatic("season");
	const squads = useStatic("squads");
	const players = useStatic("players");
	const rounds = useStatic("rounds");
	const value = useMemo(
		() =>
			season.data && squads.data && players.data && rounds.data
				? buildSeasonModel({ season: season.data, squads: squads.data, players: players.data, rounds: rounds.data })
				: null,
		[season.data, squads.data, players.data, rounds.data],
	);
	if (value) return { state: "ready", value };
	const failed = [season, squads, players, rounds].filter(({ data, error }) => error && !data);
	const [firstFailed] = failed;
	if (firstFailed?.error) {
		const retry = () => failed.forEach((file) => void file.refetch());
		return { state: "error", error: firstFailed.error, retry };
	}
	return { state: "pending" };
}
