import type { Dollars, TeamId, UserId } from "@first-bounce/rules/ids";
import type { StandingsView } from "../standings/standings-view.ts";
import { createJsonWriter } from "./json-writer.ts";
import { type RankedSets, rankedSets } from "./ranked-sets.ts";
import type { RankedTeam, RankingQuery } from "./ranking-request.ts";
import { writeRow } from "./ranking-row.ts";
import type { TeamDirectory } from "./team-directory.ts";

/** The standings that a page is cut from, and those of the round before, for who moved. */
export interface Standings {
	readonly view: StandingsView;
	readonly before: StandingsView | null;
	/** What a team was worth at the end of a past round; absent to date. */
	readonly worthOf?: (teamId: TeamId) => Dollars | null;
}

export interface RankingPage {
	/** Rows as JSON with commas between, the reader's own marked. */
	readonly rows: readonly Uint8Array[];
	/** The reader's row as JSON; null where she is not among them. */
	readonly own: Uint8Array | null;
	readonly total: number;
	readonly hasNext: boolean;
}

/** Pages kept of one version of standings and names, of those asked for twice: to keep them all costs more than it saves. */
const MOST_PAGES = 1_000;

interface CutPage {
	/** Rows with commas between, and where each begins. */
	readonly bytes: Buffer;
	readonly starts: readonly number[];
	/** The place of the first row, which is the last one of an ascending page. */
	readonly from: number;
}

interface Kept {
	readonly directory: TeamDirectory;
	readonly version: number;
	readonly sets: RankedSets;
	readonly before: RankedSets | null;
	/** Null for a page that was asked for once. */
	readonly pages: Map<string, CutPage | null>;
}

/** Cuts pages out of everybody's standing, and keeps those cut for as long as nothing has changed. */
export function createRankingPages() {
	const kept = new WeakMap<StandingsView, Kept>();
	const out = createJsonWriter();

	const keptFor = ({ view, before }: Standings, directory: TeamDirectory): Kept => {
		const known = kept.get(view);
		if (known?.directory === directory && known.version === directory.version) return known;
		const made = {
			...{ directory, version: directory.version, pages: new Map<string, CutPage | null>() },
			sets: rankedSets(view, directory),
			before: before && rankedSets(before, directory),
		};
		kept.set(view, made);
		return made;
	};

	return (standings: Standings, directory: TeamDirectory, query: RankingQuery, userId: UserId): RankingPage => {
		const { view, worthOf } = standings;
		const { sets, before, pages } = keptFor(standings, directory);
		const { order, direction, page, limit } = query;
		const set = sets(order, query);
		// A round's points say nothing of the round before.
		const earlier = order === "roundPoints" ? null : before?.(order, query);
		const counted = { from: 1, to: view.roundId ?? 0 };

		const rowAt = (teamId: TeamId, place: number, isOwn: boolean): void => {
			const earlierPlace = earlier?.placeOf(teamId) ?? null;
			const team: RankedTeam = {
				teamId,
				rank: place + 1,
				previousRank: earlierPlace === null ? null : earlierPlace + 1,
				roundPoints: view.pointsOf(teamId) ?? 0,
				roundRank: view.roundRankOf(teamId) ?? 0,
				totalPoints: view.totalOf(teamId) ?? 0,
				highestRoundPoints: view.highestOf(teamId) ?? 0,
				overallRank: view.overallRankOf(teamId) ?? 0,
				teamValue: worthOf?.(teamId) ?? null,
			};
			writeRow(out, team, directory, counted, isOwn);
		};

		/** Numbers the rows of a page: asc turns the rows round, not the ranks (decisions §3). */
		const cut = (): CutPage => {
			const first = direction === "asc" ? set.length - page * limit : (page - 1) * limit;
			const from = Math.max(0, first);
			const teams = set.slice(from, Math.max(from, Math.min(set.length, first + limit)));
			const starts: number[] = [];
			for (let index = 0; index < teams.length; index++) {
				const at = direction === "asc" ? teams.length - 1 - index : index;
				if (index > 0) out.ascii(",");
				starts.push(out.length());
				rowAt(teams[at] ?? 0, from + at, false);
			}
			return { bytes: out.take(), starts, from };
		};

		const key = `${order} ${direction} ${query.squadId ?? 0} ${query.state ?? ""} ${page} ${limit}`;
		const known = pages.get(key);
		const shown = known ?? cut();
		if (!known) {
			if (pages.size >= MOST_PAGES) pages.clear();
			pages.set(key, known === null ? shown : null);
		}
		const ownTeam = directory.teamOf(userId);
		const ownPlace = ownTeam === null ? null : set.placeOf(ownTeam);
		if (ownTeam === null || ownPlace === null)
			return { rows: [shown.bytes], own: null, total: set.length, hasNext: page * limit < set.length };
		rowAt(ownTeam, ownPlace, true);
		const own = out.take();
		const { bytes, starts, from } = shown;
		const below = ownPlace - from;
		const at = direction === "asc" ? starts.length - 1 - below : below;
		const start = starts[at];
		// Her own row takes the place of the one that is the same for everybody.
		const after = at + 1 < starts.length ? bytes.subarray((starts[at + 1] ?? 0) - 1) : bytes.subarray(bytes.length);
		const rows = start === undefined ? [bytes] : [bytes.subarray(0, start), own, after];
		return { rows, own, total: set.length, hasNext: page * limit < set.length };
	};
}
