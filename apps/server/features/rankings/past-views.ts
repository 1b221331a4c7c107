import type { Dollars, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { RowSource } from "../match-day/standings/copy-queries.ts";
import { loadPublishedStandings } from "../match-day/standings/standings-queries.ts";
import { buildTeamRows, createStandingsView, type StandingsView } from "../match-day/standings/standings-view.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";

/** A complete round's standings, read like those to date, and what each team was worth then. */
interface PastView {
	readonly view: StandingsView;
	readonly worthOf: (teamId: TeamId) => Dollars | null;
}

/** Rounds kept in memory: 32 bytes a team each. */
const MAX_CACHED_ROUNDS = 4;

/** Null for a round that is not complete. */
export type PastViews = (season: SeasonSnapshot, roundId: RoundId) => Promise<PastView> | null;

/** Reads a complete round's standings when they are first asked for, and again once they are worked out anew. */
export function createPastViews(source: RowSource): PastViews {
	/** By season, round and revision, the one asked for last at the end. */
	const kept = new Map<string, Promise<PastView>>();
	// Views to date count up from 0.
	let version = 0;

	const read = async (seasonId: number, roundId: RoundId): Promise<PastView> => {
		const { count, teams, standings, values } = await loadPublishedStandings(source, seasonId, roundId);
		const rows = buildTeamRows(teams, count);
		const view = createStandingsView({ version: --version, roundId, isLive: false, ranked: count, rows, standings });
		return { view, worthOf: (teamId) => values[rows.rowOf[teamId] ?? -1] ?? null };
	};

	return (season, roundId) => {
		const round = season.rounds.find(({ id }) => id === roundId);
		if (round?.status !== "complete") return null;
		const key = `${season.seasonId},${roundId},${round.publishedAt},${round.revision}`;
		const view = kept.get(key) ?? read(season.seasonId, roundId);
		// Read again the next time it is asked for.
		view.catch(() => kept.delete(key));
		kept.delete(key);
		kept.set(key, view);
		const [oldest] = kept.keys();
		if (kept.size > MAX_CACHED_ROUNDS && oldest !== undefined) kept.delete(oldest);
		return view;
	};
}
