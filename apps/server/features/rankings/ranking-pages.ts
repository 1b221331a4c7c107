import { RANKING_ORDERS } from "@first-bounce/contract/rankings";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import type { StandingsView } from "../standings/standings-view.ts";
import { type CutPage, type Cutting, createPageCutter } from "./page-cutter.ts";
import { rankRecords, type Standings } from "./rank-records.ts";
import { type RankedSets, rankedSets } from "./ranked-sets.ts";
import type { RankingQuery } from "./ranking-request.ts";
import type { TeamDirectory } from "./team-directory.ts";
import { STATE_CODES, stateCode } from "./team-traits.ts";

export interface RankingPage {
	/** Rows as JSON with commas between, the reader's own marked. */
	readonly rows: string;
	/** The reader's row as JSON; null where she is not among them. */
	readonly own: string | null;
	readonly total: number;
	readonly hasNext: boolean;
}

/** Pages kept of one version of standings and names, of those asked for twice: to keep them all costs more than it saves. */
const MOST_PAGES = 10_000;
/** A longer page counts as several. */
const USUAL_ROWS = 10;
/** Readers' own rows kept beside them: whoever turns pages has the same one on each. */
const MOST_OWN = 20_000;

/** One order of one set of teams, and what has been written of it. */
interface KeptSet {
	readonly of: Cutting;
	/** Of the names that pages and rows were written with. */
	version: number;
	/** By page, limit and direction. */
	readonly pages: Map<number, CutPage>;
	/** Pages asked for once. Apart, so that somebody who leafs through everything pushes no page out. */
	readonly once: Set<number>;
	readonly own: Map<TeamId, string>;
}

interface KeptSets {
	readonly directory: TeamDirectory;
	readonly traitsVersion: number;
	readonly sets: RankedSets;
	/** By order and filter, as one number. */
	readonly written: Map<number, KeptSet>;
	pages: number;
	once: number;
	own: number;
}

/** No number for a state that nobody can live in: its set is empty, and never kept. */
const setKey = ({ order, squadId = 0, state = "" }: RankingQuery): number => {
	const code = state === "" ? 0 : stateCode(state) || Number.NaN;
	return (squadId * STATE_CODES + code) * RANKING_ORDERS.length + RANKING_ORDERS.indexOf(order);
};

const pageKey = ({ page, limit, direction }: RankingQuery): number =>
	(page * 128 + limit) * 2 + (direction === "asc" ? 1 : 0);

/** Cuts pages out of everybody's standing, and keeps those cut for as long as nothing has changed. */
export function createRankingPages() {
	const keptSets = new WeakMap<StandingsView, KeptSets>();
	const cutter = createPageCutter();

	const setsOf = (view: StandingsView, directory: TeamDirectory): KeptSets => {
		const { traitsVersion } = directory;
		const known = keptSets.get(view);
		if (known?.directory === directory && known.traitsVersion === traitsVersion) return known;
		const sets = rankedSets(view, directory);
		const made: KeptSets = { directory, traitsVersion, sets, written: new Map(), pages: 0, once: 0, own: 0 };
		keptSets.set(view, made);
		return made;
	};
	const keptOf = (kept: KeptSets, standings: Standings, query: RankingQuery): KeptSet => {
		const { order } = query;
		const { directory } = kept;
		const { before } = standings;
		const key = setKey(query);
		const known = kept.written.get(key);
		if (known?.of.before === before) {
			if (known.version === directory.version) return known;
			known.pages.clear();
			known.once.clear();
			known.own.clear();
			known.version = directory.version;
			return known;
		}
		const set = kept.sets(order, query);
		// A round's points say nothing of the round before.
		const earlier = before && order !== "roundPoints" ? setsOf(before, directory).sets(order, query) : null;
		const of = { ...standings, set, earlier, records: rankRecords(standings, set, earlier), columns: directory };
		const made: KeptSet = { of, version: directory.version, pages: new Map(), once: new Set(), own: new Map() };
		// Anybody can ask for clubs that nobody supports.
		if (set.length > 0) kept.written.set(key, made);
		return made;
	};
	const pageOf = (kept: KeptSets, { of, pages, once }: KeptSet, query: RankingQuery): CutPage => {
		const key = pageKey(query);
		const known = pages.get(key);
		if (known) return known;
		const cut = cutter.page(of, query.direction, query.page, query.limit);
		if (!once.delete(key)) {
			if (kept.once >= MOST_PAGES) {
				for (const each of kept.written.values()) each.once.clear();
				kept.once = 0;
			}
			kept.once++;
			once.add(key);
			return cut;
		}
		if (kept.pages >= MOST_PAGES) {
			for (const each of kept.written.values()) each.pages.clear();
			kept.pages = 0;
		}
		kept.pages += Math.ceil(query.limit / USUAL_ROWS);
		pages.set(key, cut);
		return cut;
	};
	const ownOf = (kept: KeptSets, { of, own }: KeptSet, teamId: TeamId, place: number): string => {
		const known = own.get(teamId);
		if (known !== undefined) return known;
		const row = cutter.own(of, teamId, place);
		if (kept.own >= MOST_OWN) {
			for (const each of kept.written.values()) each.own.clear();
			kept.own = 0;
		}
		kept.own++;
		own.set(teamId, row);
		return row;
	};

	return (standings: Standings, directory: TeamDirectory, query: RankingQuery, userId: UserId): RankingPage => {
		const { direction, page, limit } = query;
		const sets = setsOf(standings.view, directory);
		const kept = keptOf(sets, standings, query);
		const { set } = kept.of;
		const shown = pageOf(sets, kept, query);
		const total = set.length;
		const hasNext = page * limit < total;
		const ownTeam = directory.teamOf(userId);
		const ownPlace = ownTeam === null ? -1 : set.placeOf(ownTeam);
		if (ownTeam === null || ownPlace < 0) return { rows: shown.text, own: null, total, hasNext };
		const own = ownOf(sets, kept, ownTeam, ownPlace);
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
