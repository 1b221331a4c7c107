import type { UserId } from "@first-bounce/rules/ids";
import type { StandingsView } from "../standings/standings-view.ts";
import { type CutPage, createPageCutter } from "./page-cutter.ts";
import { type RankRecords, rankRecords, type Standings } from "./rank-records.ts";
import { type RankedSets, rankedSets } from "./ranked-sets.ts";
import type { RankingQuery } from "./ranking-request.ts";
import type { TeamDirectory } from "./team-directory.ts";

export interface RankingPage {
	/** Rows as JSON with commas between, the reader's own marked. */
	readonly rows: string;
	/** The reader's row as JSON; null where she is not among them. */
	readonly own: string | null;
	readonly total: number;
	readonly hasNext: boolean;
}

/** Pages kept of one version of standings and names, of those asked for twice: to keep them all costs more than it saves. */
const MOST_PAGES = 1_000;

interface KeptSets {
	readonly directory: TeamDirectory;
	readonly traitsVersion: number;
	readonly sets: RankedSets;
	/** By order and filter, and the standings of the round before. */
	readonly records: Map<string, { readonly before: StandingsView | null; readonly kept: RankRecords }>;
}

interface KeptPages {
	readonly directory: TeamDirectory;
	readonly version: number;
	readonly before: StandingsView | null;
	/** Null for a page that was asked for once. */
	readonly pages: Map<string, CutPage | null>;
}

/** Cuts pages out of everybody's standing, and keeps those cut for as long as nothing has changed. */
export function createRankingPages() {
	const keptSets = new WeakMap<StandingsView, KeptSets>();
	const keptPages = new WeakMap<StandingsView, KeptPages>();
	const cutter = createPageCutter();

	const setsOf = (view: StandingsView, directory: TeamDirectory): KeptSets => {
		const { traitsVersion } = directory;
		const known = keptSets.get(view);
		if (known?.directory === directory && known.traitsVersion === traitsVersion) return known;
		const made = { directory, traitsVersion, sets: rankedSets(view, directory), records: new Map() };
		keptSets.set(view, made);
		return made;
	};
	const pagesOf = ({ view, before }: Standings, directory: TeamDirectory): KeptPages["pages"] => {
		const { version } = directory;
		const known = keptPages.get(view);
		const isOfNow = known?.directory === directory && known.version === version && known.before === before;
		if (isOfNow) return known.pages;
		const pages = new Map<string, CutPage | null>();
		keptPages.set(view, { directory, version, before, pages });
		return pages;
	};

	return (standings: Standings, directory: TeamDirectory, query: RankingQuery, userId: UserId): RankingPage => {
		const { order, direction, page, limit, squadId = 0, state = "" } = query;
		const { before } = standings;
		const { sets, records } = setsOf(standings.view, directory);
		const set = sets(order, query);
		// A round's points say nothing of the round before.
		const earlier = before && order !== "roundPoints" ? setsOf(before, directory).sets(order, query) : null;
		const setKey = `${order} ${squadId} ${state}`;
		const known = records.get(setKey);
		const kept = known?.before === before ? known.kept : rankRecords(standings, set, earlier);
		if (known?.kept !== kept) records.set(setKey, { before, kept });
		const of = { ...standings, set, earlier, records: kept, columns: directory };

		const pages = pagesOf(standings, directory);
		const key = `${setKey} ${direction} ${page} ${limit}`;
		const cut = pages.get(key);
		const shown = cut ?? cutter.page(of, direction, page, limit);
		if (!cut) {
			if (pages.size >= MOST_PAGES) pages.clear();
			pages.set(key, cut === null ? shown : null);
		}
		const total = set.length;
		const hasNext = page * limit < total;
		const ownTeam = directory.teamOf(userId);
		const ownPlace = ownTeam === null ? -1 : set.placeOf(ownTeam);
		if (ownTeam === null || ownPlace < 0) return { rows: shown.text, own: null, total, hasNext };
		const own = cutter.own(of, ownTeam, ownPlace);
		const { text, starts, from } = shown;
		const below = ownPlace - from;
		const at = direction === "asc" ? starts.length - 1 - below : below;
		const start = starts[at];
		if (start === undefined) return { rows: text, own, total, hasNext };
		// Her own row takes the place of the one that is the same for everybody.
		const after = at + 1 < starts.length ? text.slice((starts[at + 1] ?? 0) - 1) : "";
		return { rows: text.slice(0, start) + own + after, own, total, hasNext };
	};
}
