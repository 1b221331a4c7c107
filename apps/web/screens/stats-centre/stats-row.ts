import type { PlayerEntry, PlayerTotalsFile } from "@first-bounce/contract/stats/static-data";
import { LINES, type Line } from "@first-bounce/rules/player";
import { computePlayerRanks } from "@first-bounce/rules/rankings/player-ranks";
import type { Season } from "../../api/season-model.ts";
import { type Fixture, findNextFixture, getFixture } from "../../players/player-format.ts";

/** How many rounds ahead the matchups show. */
const ROUNDS_AHEAD = 4;

/** A squad's matches in one round; none is a bye. */
interface RoundAhead {
	readonly roundId: number;
	readonly matches: readonly Fixture[];
}

/** A player with all that the stats centre tells of her. */
export interface StatsRow {
	readonly player: PlayerEntry;
	/** Null before her first match. */
	readonly totals: PlayerTotalsFile[number] | null;
	/** Her place by season points among those of each of her positions; none before her first match. */
	readonly positionRanks: readonly { readonly line: Line; readonly rank: number }[];
	/** The current round's matches, then those of the rounds after it. */
	readonly ahead: readonly RoundAhead[];
	/** What she has still to play next; empty for a bye before it, null once the season holds nothing more for her. */
	readonly next: readonly Fixture[] | null;
}

function ranksByLine(players: readonly PlayerEntry[]): ReadonlyMap<Line, ReadonlyMap<number, number>> {
	return new Map(
		LINES.map((line) => {
			const those = players.filter(({ position, stats }) => position.includes(line) && stats.gamesPlayed > 0);
			return [line, computePlayerRanks(new Map(those.map(({ id, stats }) => [id, stats.totalPoints])))];
		}),
	);
}

/** Every player of the season joined with her totals, her ranks by position, and what is ahead. */
export function buildStatsRows(season: Season, totals: PlayerTotalsFile): readonly StatsRow[] {
	const byId = new Map(totals.map((each) => [each.id, each]));
	const ranks = ranksByLine(season.players);
	const from = season.rounds.findIndex(({ id }) => id === season.current?.id);
	const ahead = from < 0 ? [] : season.rounds.slice(from, from + ROUNDS_AHEAD);
	const fixtures = new Map(
		[...season.squads.keys()].map((squad) => [
			squad,
			ahead.map((round): RoundAhead => ({ roundId: round.id, matches: getFixture(squad, round, season) })),
		]),
	);
	const next = new Map([...season.squads.keys()].map((squadId) => [squadId, findNextFixture({ squadId }, season)]));
	return season.players.map((player) => ({
		player,
		totals: byId.get(player.id) ?? null,
		positionRanks: player.position.flatMap((line) => {
			const rank = ranks.get(line)?.get(player.id);
			return rank === undefined ? [] : [{ line, rank }];
		}),
		ahead: fixtures.get(player.squadId) ?? [],
		next: next.get(player.squadId) ?? null,
	}));
}
