import { RANKING_ORDERS } from "@first-bounce/contract/rankings";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import type { StandingsView } from "../standings/standings-view.ts";
import { type Cutting, createPageCutter, type Rows } from "./page-cutter.ts";
import { BLOCK, rankRecords, type Standings } from "./rank-records.ts";
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

/** A block of places is written whole once pages in it were asked for so often: then that has cost about as much. */
const ASKED_ENOUGH = 24;
/** Blocks that are kept as text, of whatever standings, some 370 KB each. */
const MOST_BLOCKS = 2_200;
/** Readers' own rows kept beside them: whoever turns pages has the same one on each. */
const MOST_OWN = 20_000;

/** A block's rows, and whether anybody has read them since it was last asked whether they may go. */
interface Block {
	readonly rows: Rows;
	wasRead: boolean;
}

/** One order of one set of teams, and what has been written of it. */
interface KeptSet {
	readonly of: Cutting;
	/** Of the names that rows were written with. */
	version: number;
	/** By block of places, best first. */
	readonly blocks: Map<number, Block>;
	/** How often a page in a block was asked for that is not written. */
	readonly asked: Map<number, number>;
	readonly own: Map<TeamId, string>;
}

interface KeptSets {
	readonly directory: TeamDirectory;
	readonly traitsVersion: number;
	readonly sets: RankedSets;
	/** By order and filter, as one number. */
	readonly written: Map<number, KeptSet>;
	own: number;
}

/** A page: rows of `written` from row `first` on. */
interface Page {
	readonly written: Rows;
	readonly first: number;
	readonly count: number;
	/** The place of the best of them. */
	readonly from: number;
}

/** No number for a state that nobody can live in: its set is empty, and never kept. */
const setKey = ({ order, squadId = 0, state = "" }: RankingQuery): number => {
	const code = state === "" ? 0 : stateCode(state) || Number.NaN;
	return (squadId * STATE_CODES + code) * RANKING_ORDERS.length + RANKING_ORDERS.indexOf(order);
};

/** Rows of a page, with commas between. */
const rowsOf = ({ written: { text, starts }, first }: Page, from: number, end: number): string =>
	from < end ? text.slice(starts[first + from] ?? 0, (starts[first + end] ?? 0) - 1) : "";

/** Cuts pages out of everybody's standing, and keeps those cut for as long as nothing has changed. */
export function createRankingPages(mostBlocks = MOST_BLOCKS) {
	const keptSets = new WeakMap<StandingsView, KeptSets>();
	const cutter = createPageCutter();
	/** What may be written still, the oldest first; standings that nobody reads any more take theirs with them. */
	let writtenBlocks: { readonly set: WeakRef<KeptSet>; readonly block: number }[] = [];

	const setsOf = (view: StandingsView, directory: TeamDirectory): KeptSets => {
		const { traitsVersion } = directory;
		const known = keptSets.get(view);
		if (known?.directory === directory && known.traitsVersion === traitsVersion) return known;
		const sets = rankedSets(view, directory);
		const made: KeptSets = { directory, traitsVersion, sets, written: new Map(), own: 0 };
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
			known.blocks.clear();
			known.asked.clear();
			known.own.clear();
			known.version = directory.version;
			return known;
		}
		const set = kept.sets(order, query);
		// A round's points say nothing of the round before.
		const earlier = before && order !== "roundPoints" ? setsOf(before, directory).sets(order, query) : null;
		const of = { ...standings, set, earlier, records: rankRecords(standings, set, earlier), columns: directory };
		const kinds = { blocks: new Map(), asked: new Map(), own: new Map() };
		const made: KeptSet = { of, version: directory.version, ...kinds };
		// Anybody can ask for clubs that nobody supports.
		if (set.length > 0) kept.written.set(key, made);
		return made;
	};
	/** Whether one more may be written. The oldest goes for it if nobody has read that lately: else all are of use. */
	const makeRoom = (): boolean => {
		if (writtenBlocks.length < mostBlocks) return true;
		writtenBlocks = writtenBlocks.filter(({ set, block }) => set.deref()?.blocks.has(block));
		if (writtenBlocks.length < mostBlocks) return true;
		const oldest = writtenBlocks.shift();
		const set = oldest?.set.deref();
		const kept = oldest && set?.blocks.get(oldest.block);
		if (!oldest || !set || !kept) return true;
		if (!kept.wasRead) return set.blocks.delete(oldest.block);
		kept.wasRead = false;
		writtenBlocks.push(oldest);
		return false;
	};
	/** The rows of a block, best first; null while it is not worth writing. */
	const blockOf = (set: KeptSet, block: number): Rows | null => {
		const { of, blocks, asked } = set;
		const known = blocks.get(block);
		if (known) {
			known.wasRead = true;
			return known.rows;
		}
		const times = (asked.get(block) ?? 0) + 1;
		asked.set(block, times);
		if (times < ASKED_ENOUGH) return null;
		asked.delete(block);
		if (!makeRoom()) return null;
		const rows = cutter.rows(of, "desc", block * BLOCK, Math.min(of.set.length, (block + 1) * BLOCK));
		blocks.set(block, { rows, wasRead: true });
		writtenBlocks.push({ set: new WeakRef(set), block });
		return rows;
	};
	const pageOf = (set: KeptSet, { direction, page, limit }: RankingQuery): Page => {
		const { length } = set.of.set;
		const first = direction === "asc" ? length - page * limit : (page - 1) * limit;
		const from = Math.max(0, first);
		const end = Math.max(from, Math.min(length, first + limit));
		const block = Math.floor(from / BLOCK);
		const isWithin = direction === "desc" && from < end && end <= (block + 1) * BLOCK;
		const whole = isWithin ? blockOf(set, block) : null;
		if (whole) return { written: whole, first: from - block * BLOCK, count: end - from, from };
		return { written: cutter.rows(set.of, direction, from, end), first: 0, count: end - from, from };
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
		const shown = pageOf(kept, query);
		const total = set.length;
		const hasNext = page * limit < total;
		const ownTeam = directory.teamOf(userId);
		const ownPlace = ownTeam === null ? -1 : set.placeOf(ownTeam);
		if (ownTeam === null || ownPlace < 0) return { rows: rowsOf(shown, 0, shown.count), own: null, total, hasNext };
		const own = ownOf(sets, kept, ownTeam, ownPlace);
		const below = ownPlace - shown.from;
		const at = direction === "asc" ? shown.count - 1 - below : below;
		if (at < 0 || at >= shown.count) return { rows: rowsOf(shown, 0, shown.count), own, total, hasNext };
		// Her own row takes the place of the one that is the same for everybody.
		const parts = [rowsOf(shown, 0, at), own, rowsOf(shown, at + 1, shown.count)];
		return { rows: parts.filter((part) => part !== "").join(), own, total, hasNext };
	};
}
