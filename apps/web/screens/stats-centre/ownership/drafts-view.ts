import type { DraftOwnershipFile, DraftPositionsFile } from "@first-bounce/contract/stats/draft-figures";
import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { DRAFT_FIGURES } from "@first-bounce/rules/ownership/draft-ownership";
import { parseOneOf, withParams } from "../../../app/search-params.ts";
import { compareByName, compareNullsLast } from "../../../players/filters/player-filter.ts";
import { type FilterView, formatFilterView, isShownPlayer, parseFilterView } from "./ownership-filters.tsx";

/** By what the table can be sorted: a figure, the average pick, or the name. */
const SORTS = [...DRAFT_FIGURES, "pick", "name"] as const;
type Sort = (typeof SORTS)[number];

export interface DraftsView extends FilterView {
	/** Null for the first column that has figures. */
	readonly sort: Sort | null;
	/** Reverses the order, which otherwise begins with the highest figure, the earliest pick or the name A. */
	readonly isReversed: boolean;
}

/** Parses a URL query; invalid values fall back to the defaults. */
export const parseDraftsView = (query: URLSearchParams): DraftsView => ({
	...parseFilterView(query),
	sort: parseOneOf(SORTS, query.get("sort")),
	isReversed: query.get("order") === "reversed",
});

/** The URL query of a view, without default values. */
export const formatDraftsView = (view: DraftsView, current: URLSearchParams): URLSearchParams =>
	withParams(new URLSearchParams(), {
		...formatFilterView(view, current),
		sort: view.sort,
		order: view.isReversed ? "reversed" : null,
	});

export interface DraftsRow {
	readonly player: PlayerEntry;
	/** Undefined if no league had her in the round. */
	readonly figures: DraftOwnershipFile["players"][number] | undefined;
	/** Null without enough drafts. */
	readonly averagePick: number | null;
}

function compareRows(a: DraftsRow, b: DraftsRow, sort: Sort, sign: 1 | -1): number {
	if (sort === "name") return sign * compareByName(a.player, b.player);
	if (sort === "pick") return compareNullsLast(a.averagePick, b.averagePick, sign);
	return sign * ((b.figures?.[`${sort}Percent`] ?? 0) - (a.figures?.[`${sort}Percent`] ?? 0));
}

/** Lists the players of whom anything was counted, filtered and sorted, with ties in order of name. */
export function listDraftsRows(
	files: { readonly ownership: DraftOwnershipFile | undefined; readonly positions: DraftPositionsFile | undefined },
	players: readonly PlayerEntry[],
	view: DraftsView & { readonly sort: Sort },
): readonly DraftsRow[] {
	const figures = new Map(files.ownership?.players.map((counted) => [counted.id, counted]));
	const picks = new Map(files.positions?.players.map(({ id, averagePick }) => [id, averagePick]));
	const sign = view.isReversed ? -1 : 1;
	return players
		.filter((player) => (figures.has(player.id) || picks.has(player.id)) && isShownPlayer(player, view))
		.map((player) => ({ player, figures: figures.get(player.id), averagePick: picks.get(player.id) ?? null }))
		.sort((a, b) => compareRows(a, b, view.sort, sign) || compareByName(a.player, b.player));
}
