import type { Dollars, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Game } from "../season/game.ts";
import type { RowSource } from "../standings/copy-binary.ts";
import { readPublished } from "../standings/published-standings.ts";
import { type StandingsView, standingsView, teamRows } from "../standings/standings-view.ts";

/** A complete round's standings, read like those to date, and what each team was worth then. */
export interface PastView {
	readonly view: StandingsView;
	readonly worthOf: (teamId: TeamId) => Dollars | null;
}

/** Rounds kept in memory: 32 bytes a team each. */
const MAX_ROUNDS = 4;

/** Null for a round that is not complete; a promise only while its standings are being read. */
export type PastViews = (game: Game, roundId: RoundId) => PastView | null | Promise<PastView>;

/** Reads a complete round's standings when they are first asked for, and again once they are worked out anew. */
export function createPastViews(source: RowSource): PastViews {
	const kept = new Map<string, PastView | Promise<PastView>>();
	/** Asked for last, and forgotten last. */
	let newest = "";
	/** What was answered last: pages of one round are asked for one after another. */
	let last: { readonly game: Game; readonly roundId: RoundId; readonly view: PastView } | null = null;
	// Views to date count up from 0.
	let version = 0;

	const read = async (seasonId: number, roundId: RoundId): Promise<PastView> => {
		const { count, teams, standings, values } = await readPublished(source, seasonId, roundId);
		const rows = teamRows(teams, count);
		const view = standingsView({ version: --version, roundId, isLive: false, ranked: count, rows, standings });
		return { view, worthOf: (teamId) => values[rows.rowOf[teamId] ?? -1] ?? null };
	};

	const readFor = async (key: string, seasonId: number, roundId: RoundId): Promise<PastView> => {
		try {
			const view = await read(seasonId, roundId);
			if (kept.has(key)) kept.set(key, view);
			return view;
		} catch (fault) {
			kept.delete(key);
			throw fault;
		}
	};

	return (game, roundId) => {
		if (last?.game === game && last.roundId === roundId) return last.view;
		const round = game.rounds.find(({ id }) => id === roundId);
		if (round?.status !== "complete") return null;
		const key = `${game.seasonId},${roundId},${round.publishedAt},${round.revision}`;
		const known = kept.get(key);
		if (known && !(known instanceof Promise)) last = { game, roundId, view: known };
		if (known && key === newest) return known;
		if (known) kept.delete(key);
		kept.set(key, known ?? readFor(key, game.seasonId, roundId));
		newest = key;
		const [oldest] = kept.keys();
		if (kept.size > MAX_ROUNDS && oldest !== undefined) kept.delete(oldest);
		return kept.get(key) ?? null;
	};
}
