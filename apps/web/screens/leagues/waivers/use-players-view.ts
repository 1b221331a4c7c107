import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { LINES } from "@first-bounce/rules/player";
import { useDeferredValue, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { getStateKind, type PlayerStateKind } from "../../../draft-league/player-state.ts";
import type { GetDraftFigures } from "../../../draft-league/use-draft-figures.ts";
import { compareByName, DEFAULT_PLAYER_FILTER, filterPlayers } from "../../../players/filters/player-filter.ts";
import { getRoundProjection } from "../../../players/team-score.ts";
import { useFavourites } from "../../../players/use-favourites.ts";
import { useFilteredPage } from "../draft/room/use-pool-view.ts";
import type { Waivers } from "./use-waivers.tsx";

const SORTS = ["best", "next", "average", "last3", "owned", "added", "name"] as const;
/** The sorts that need figures from other leagues. */
const COUNTED_SORTS: readonly Sort[] = ["owned", "added"];
type Sort = (typeof SORTS)[number];
export const SHOWN = ["available", "free", "waivers", "owned", "all"] as const;
export type Shown = (typeof SHOWN)[number];

const IS_SHOWN: Readonly<Record<Shown, (kind: PlayerStateKind) => boolean>> = {
	available: (kind) => kind !== "own" && kind !== "owned",
	free: (kind) => kind === "free",
	waivers: (kind) => kind === "waivers",
	owned: (kind) => kind === "own" || kind === "owned",
	all: () => true,
};

function createComparator(
	sort: Sort,
	{ unownedById, season }: Waivers,
	getFigures: GetDraftFigures,
): (a: PlayerEntry, b: PlayerEntry) => number {
	const getRank = ({ id }: PlayerEntry) => unownedById.get(id)?.rank ?? Number.MAX_SAFE_INTEGER;
	const getAverage = ({ stats }: PlayerEntry) => (stats.gamesPlayed > 0 ? stats.avgPoints : -1);
	const getFigure = ({ id }: PlayerEntry, figure: "ownedPercent" | "addedPercent") => getFigures(id)?.[figure] ?? 0;
	const compare: Readonly<Record<Sort, (a: PlayerEntry, b: PlayerEntry) => number>> = {
		best: (a, b) => getRank(a) - getRank(b) || b.stats.estimate - a.stats.estimate,
		next: (a, b) => getRoundProjection(b, null, season) - getRoundProjection(a, null, season),
		average: (a, b) => getAverage(b) - getAverage(a),
		last3: (a, b) => b.stats.avgPointsLast3 - a.stats.avgPointsLast3,
		owned: (a, b) => getFigure(b, "ownedPercent") - getFigure(a, "ownedPercent"),
		added: (a, b) => getFigure(b, "addedPercent") - getFigure(a, "addedPercent"),
		name: () => 0,
	};
	return (a, b) => compare[sort](a, b) || compareByName(a, b);
}

/** Which players the page shows, and in which order. */
export function usePlayersView(waivers: Waivers, getFigures: GetDraftFigures) {
	const [search] = useSearchParams();
	// A link may ask for a position, such as that of an empty place.
	const position = LINES.find((line) => line === search.get("position")) ?? null;
	const { filter, setFilter, ...page } = useFilteredPage({ ...DEFAULT_PLAYER_FILTER, position });
	const [sort, setSort] = useState<Sort>("best");
	const [shown, setShown] = useState<Shown>("available");
	const { ids: starred } = useFavourites();
	const shownFilter = useDeferredValue(filter);
	const { players } = waivers.season;
	const hasFigures = players.some(({ id }) => getFigures(id) !== null);
	const found = useMemo(
		() =>
			filterPlayers(
				players.filter(({ departed }) => !departed),
				shownFilter,
				{ bank: 0, starred },
			)
				.filter(({ id }) => IS_SHOWN[shown](getStateKind(id, waivers)))
				.sort(createComparator(sort, waivers, getFigures)),
		[players, shownFilter, starred, shown, sort, waivers, getFigures],
	);
	return {
		...page,
		filter,
		sort,
		/** The sorts for which there are figures. */
		sorts: SORTS.filter((value) => hasFigures || !COUNTED_SORTS.includes(value)),
		setSort,
		shown,
		setShown,
		found,
		reset: () => {
			setFilter(DEFAULT_PLAYER_FILTER);
			setShown("available");
		},
	};
}
export type PlayersView = ReturnType<typeof usePlayersView>;
