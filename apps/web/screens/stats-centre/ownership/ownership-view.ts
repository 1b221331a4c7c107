import type { OwnershipFile, PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { OWNERSHIP_FIGURES, OWNERSHIP_SIZES, type OwnershipFigure } from "@first-bounce/rules/ownership/ownership";
import { parseOneOf, withParams } from "../../../app/search-params.ts";
import { compareByName } from "../../../players/filters/player-filter.ts";
import { type FilterView, formatFilterView, isShownPlayer, parseFilterView } from "./ownership-filters.tsx";

/** A group in the URL: its last rank, or all teams. */
export type GroupKey = `${(typeof OWNERSHIP_SIZES)[number]}` | "all";
const GROUP_KEYS: readonly GroupKey[] = [...OWNERSHIP_SIZES.map((size) => `${size}` as const), "all"];

/** What the page shows, stored in the URL. Rows are sorted by the figure within the group, or by name. */
export interface OwnershipView extends FilterView {
	/** Null for the first group that the round has. */
	readonly group: GroupKey | null;
	readonly figure: OwnershipFigure;
	readonly isByName: boolean;
	readonly direction: "asc" | "desc";
}

/** A view of a round and a group that exist. */
export type ShownView = OwnershipView & { readonly roundId: number; readonly group: GroupKey };

/** Parses a URL query; invalid values fall back to the defaults. */
export const parseView = (query: URLSearchParams): OwnershipView => ({
	...parseFilterView(query),
	group: parseOneOf(GROUP_KEYS, query.get("group")),
	figure: parseOneOf(OWNERSHIP_FIGURES, query.get("figure")) ?? "owned",
	isByName: query.get("sort") === "name",
	direction: parseOneOf(["asc", "desc"], query.get("direction")) ?? "desc",
});

/** The URL query of a view, without default values. */
export const formatView = (view: OwnershipView, current: URLSearchParams): URLSearchParams =>
	withParams(new URLSearchParams(), {
		...formatFilterView(view, current),
		group: view.group,
		figure: view.figure === "owned" ? null : view.figure,
		sort: view.isByName ? "name" : null,
		direction: view.direction === "desc" ? null : view.direction,
	});

export const getGroupKey = ({ top }: Pick<OwnershipFile["groups"][number], "top">): GroupKey =>
	GROUP_KEYS.find((key) => key === String(top)) ?? "all";

type Figures = OwnershipFile["groups"][number]["players"][number];

export interface OwnershipRow {
	readonly player: PlayerEntry;
	/** What was counted of her by group; undefined in a group whose teams neither had nor traded her. */
	readonly figures: ReadonlyMap<GroupKey, Figures>;
}

const getCount = ({ figures }: OwnershipRow, group: GroupKey, figure: OwnershipFigure): number =>
	figures.get(group)?.[figure] ?? 0;

function compareRows(a: OwnershipRow, b: OwnershipRow, { group, figure, isByName, direction }: ShownView): number {
	const isAscending = direction === "asc";
	// By name the first direction is "desc" as well, but runs from A to Z.
	if (isByName) return isAscending ? compareByName(b.player, a.player) : compareByName(a.player, b.player);
	const difference = getCount(a, group, figure) - getCount(b, group, figure);
	return (isAscending ? difference : -difference) || compareByName(a.player, b.player);
}

/** Lists the players whom the teams of any group had or traded, filtered and sorted. */
export function listRows(
	{ groups }: Pick<OwnershipFile, "groups">,
	playerById: ReadonlyMap<number, PlayerEntry>,
	view: ShownView,
): readonly OwnershipRow[] {
	const figuresById = new Map<number, Map<GroupKey, Figures>>();
	for (const counted of groups)
		for (const figures of counted.players)
			figuresById.set(
				figures.id,
				(figuresById.get(figures.id) ?? new Map<GroupKey, Figures>()).set(getGroupKey(counted), figures),
			);
	return [...figuresById]
		.flatMap(([id, figures]): OwnershipRow[] => {
			const player = playerById.get(id);
			return player && isShownPlayer(player, view) ? [{ player, figures }] : [];
		})
		.sort((a, b) => compareRows(a, b, view));
}
