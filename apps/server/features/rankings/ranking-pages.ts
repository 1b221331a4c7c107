import { RANKING_ORDERS } from "@first-bounce/contract/rankings";
import type { UserId } from "@first-bounce/rules/ids";
import type { Direction } from "@first-bounce/rules/rankings/team-ranks";
import type { StandingsView } from "../standings/standings-view.ts";
import { type Cutting, createPageCutter, type Rows } from "./page-cutter.ts";
import { BLOCK, rankRecords, type Standings } from "./rank-records.ts";
import { type RankedSets, rankedSets } from "./ranked-sets.ts";
import type { RankingQuery } from "./ranking-request.ts";
import type { TeamDirectory } from "./team-directory.ts";
import { STATE_CODES, stateCode } from "./team-traits.ts";

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

/** A reader's own row as JSON, and her team's place, best first. */
interface Own {
	readonly row: string;
	readonly place: number;
}

/** One order of one set of teams, and what has been written of it. */
interface KeptSet {
	readonly of: Cutting;
	/** What every page of it ends with. */
	readonly ending: string;
	/** Of the names that rows were written with. */
	version: number;
	/** By block of places, best first. */
	readonly blocks: Map<number, Block>;
	/** How often a page in a block was asked for that is not written. */
	readonly asked: Map<number, number>;
	readonly own: Map<UserId, Own>;
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

const endingOf = (isLive: boolean, total: number): string => `,"isLive":${isLive},"total":${total}}`;
/** The page of a round that nobody is ranked in. */
export const NOBODY = `{"rankings":[],"nextPage":null,"currentUserRanking":null${endingOf(false, 0)}`;

/**
 * Cuts pages out of everybody's standing, as the call answers them in JSON, the reader's own row marked; and keeps what
 * was cut for as long as nothing has changed.
 */
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
		const ending = endingOf(standings.view.isLive, set.length);
		const kinds = { blocks: new Map(), asked: new Map(), own: new Map() };
		const made: KeptSet = { of, ending, version: directory.version, ...kinds };
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
	/** Null where the reader has no team among them. */
	const ownOf = (kept: KeptSets, { of, own }: KeptSet, userId: UserId): Own | null => {
		const known = own.get(userId);
		if (known) return known;
		const teamId = kept.directory.teamOf(userId);
		const place = teamId === null ? -1 : of.set.placeOf(teamId);
		if (teamId === null || place < 0) return null;
		const made: Own = { row: cutter.own(of, teamId, place), place };
		if (kept.own >= MOST_OWN) {
			for (const each of kept.written.values()) each.own.clear();
			kept.own = 0;
		}
		kept.own++;
		own.set(userId, made);
		return made;
	};
	/** A page's rows; her own takes the place of the one that is the same for everybody. */
	const rowsFor = (own: Own | null, page: Page, direction: Direction): string => {
		const { count, from } = page;
		const below = own ? own.place - from : -1;
		const at = direction === "asc" ? count - 1 - below : below;
		if (!own || at < 0 || at >= count) return rowsOf(page, 0, count);
		return [rowsOf(page, 0, at), own.row, rowsOf(page, at + 1, count)].filter((part) => part !== "").join();
	};

	return (standings: Standings, directory: TeamDirectory, query: RankingQuery, userId: UserId): string => {
		const { direction, page, limit } = query;
		const sets = setsOf(standings.view, directory);
		const kept = keptOf(sets, standings, query);
		const own = ownOf(sets, kept, userId);
		const rows = rowsFor(own, pageOf(kept, query), direction);
		const next = page * limit < kept.of.set.length ? page + 1 : null;
		return `{"rankings":[${rows}],"nextPage":${next},"currentUserRanking":${own ? own.row : null}${kept.ending}`;
	};
}
