import type { Dollars, RoundId, TeamId } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import type { Read } from "../../db/servers/read-standby.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { loadPublishedStandings } from "../standings/standings-queries.ts";
import { buildTeamRows, createStandingsView, type StandingsView } from "../standings/standings-view.ts";

/** The standings of a complete round, with each team's value at that time. */
interface PastView {
	readonly view: StandingsView;
	readonly getTeamValue: (teamId: TeamId) => Dollars | null;
}

/** Each cached round takes 32 bytes per team. */
const MAX_CACHED_ROUNDS = 4;

/** Returns null for a round that is not complete. */
export type FindPastView = (season: SeasonSnapshot, roundId: RoundId) => Promise<PastView> | null;

/** Loads the standings of a complete round on first use, and again after they were recomputed. */
export function createPastViewFinder(read: Read): FindPastView {
	/** By season, round and revision; the most recently used is last. */
	const cache = new Map<string, Promise<PastView>>();
	// Negative, because versions of the current standings count up from 0.
	let version = 0;

	const load = async (seasonId: number, roundId: RoundId): Promise<PastView> => {
		const published = await read(({ pool }) => loadPublishedStandings(pool, seasonId, roundId));
		const { count, teamIds, standings, values } = published;
		const rows = buildTeamRows(teamIds, count);
		version--;
		const view = createStandingsView({ version, roundId, isLive: false, rankedCount: count, rows, standings });
		return { view, getTeamValue: (teamId) => values[rows.rowByTeam[teamId] ?? -1] ?? null };
	};

	return (season, roundId) => {
		const round = findRound(season.rounds, roundId);
		if (round?.status !== "complete") return null;
		const key = `${season.seasonId},${roundId},${round.publishedAt},${round.revision}`;
		const cached = cache.get(key);
		const view = cached ?? load(season.seasonId, roundId);
		// A failed read is repeated on the next call.
		if (!cached) view.catch(() => cache.delete(key));
		cache.delete(key);
		cache.set(key, view);
		const [oldest] = cache.keys();
		if (cache.size > MAX_CACHED_ROUNDS && oldest !== undefined) cache.delete(oldest);
		return view;
	};
}
