import type { RankingRow } from "@first-bounce/contract/rankings";
import type { Dollars, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { StandingsView } from "../standings/standings-view.ts";
import { type RankedSet, type RankedSets, rankedSets } from "./ranked-sets.ts";
import type { RankedTeam, RankingQuery } from "./ranking-request.ts";
import { rowOf } from "./ranking-row.ts";
import type { TeamDirectory } from "./team-directory.ts";

/** The standings that a page is cut from, and those of the round before, for who moved. */
export interface Standings {
	readonly view: StandingsView;
	readonly before: StandingsView | null;
	/** What a team was worth at the end of a past round; absent to date. */
	readonly worthOf?: (teamId: TeamId) => Dollars | null;
}

export interface RankingPage {
	/** The rows as JSON, marked as the reader's where they are. */
	readonly rows: string;
	readonly own: RankingRow | null;
	readonly total: number;
	readonly hasNext: boolean;
}

/** Pages kept of one version of standings and names: the first ones are asked for again and again. */
const MOST_PAGES = 3_000;

interface Kept {
	readonly directory: TeamDirectory;
	readonly version: number;
	readonly sets: RankedSets;
	readonly before: RankedSets | null;
	/** Rows by page, and whose they are. */
	readonly pages: Map<string, { readonly rows: readonly string[]; readonly users: readonly UserId[] }>;
}

/** Cuts pages out of everybody's standing, and keeps those cut for as long as nothing has changed. */
export function createRankingPages() {
	const kept = new WeakMap<StandingsView, Kept>();

	const keptFor = ({ view, before }: Standings, directory: TeamDirectory): Kept => {
		const known = kept.get(view);
		if (known?.directory === directory && known.version === directory.version) return known;
		const made = {
			...{ directory, version: directory.version, pages: new Map() },
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
		const earlier: RankedSet | null = order === "roundPoints" ? null : (before?.(order, query) ?? null);
		const upTo: RoundId = view.roundId ?? 0;

		const rowAt = (teamId: TeamId, place: number): RankingRow | null => {
			const owner = directory.ownerOf(teamId);
			if (!owner) return null;
			const earlierPlace = earlier?.placeOf(teamId) ?? null;
			const team: RankedTeam = {
				...{ teamId, rank: place + 1, previousRank: earlierPlace === null ? null : earlierPlace + 1 },
				...{ roundPoints: view.pointsOf(teamId) ?? 0, roundRank: view.roundRankOf(teamId) ?? 0 },
				...{ totalPoints: view.totalOf(teamId) ?? 0, highestRoundPoints: view.highestOf(teamId) ?? 0 },
				...{ overallRank: view.overallRankOf(teamId) ?? 0, teamValue: worthOf?.(teamId) ?? null },
			};
			return rowOf(team, owner, { from: 1, to: upTo }, null);
		};

		/** Numbers the rows of a page: asc turns the rows round, not the ranks (decisions §3). */
		const cut = () => {
			const first = direction === "asc" ? set.length - page * limit : (page - 1) * limit;
			const start = Math.max(0, first);
			const teams = set.slice(start, Math.max(start, Math.min(set.length, first + limit)));
			const rows = Array.from(teams, (teamId, index) => rowAt(teamId, start + index)).filter((row) => row !== null);
			if (direction === "asc") rows.reverse();
			return { rows: rows.map((row) => JSON.stringify(row)), users: rows.map((row) => row.userId) };
		};

		const key = `${order} ${direction} ${query.squadId ?? 0} ${query.state ?? ""} ${page} ${limit}`;
		let shown = pages.get(key);
		if (!shown) {
			shown = cut();
			if (pages.size >= MOST_PAGES) pages.clear();
			pages.set(key, shown);
		}
		const ownTeam = directory.teamOf(userId);
		const ownPlace = ownTeam === null ? null : set.placeOf(ownTeam);
		const ownRow = ownTeam === null || ownPlace === null ? null : rowAt(ownTeam, ownPlace);
		const own = ownRow && { ...ownRow, isCurrentLeagueUser: true };
		const at = shown.users.indexOf(userId);
		const rows = own && at >= 0 ? shown.rows.with(at, JSON.stringify(own)) : shown.rows;
		return { rows: `[${rows.join()}]`, own, total: set.length, hasNext: page * limit < set.length };
	};
}
