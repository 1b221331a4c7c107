import type { PlayerEntry, PlayerTotalsFile } from "@first-bounce/contract/stats/static-data";
import { LINES, type Line } from "@first-bounce/rules/player";
import { computePlayerRanks } from "@first-bounce/rules/rankings/ranks";
import type { Season } from "../../api/season-model.ts";
import { NEXT_OPPONENTS } from "../../players/difficulty.ts";
import { type Fixture, findNextFixture, getFixture, hasScored } from "../../players/player-format.ts";

/** A squad's matches in a round; empty for a bye. */
interface UpcomingRound {
	readonly roundId: number;
	readonly matches: readonly Fixture[];
}

export interface StatsRow {
	readonly player: PlayerEntry;
	/** Null before the player's first match. */
	readonly totals: PlayerTotalsFile[number] | null;
	/** Rank by season points in each of the player's positions; empty before the first match. */
	readonly positionRanks: readonly { readonly line: Line; readonly rank: number }[];
	/** The matches of the current and the following rounds. */
	readonly upcoming: readonly UpcomingRound[];
	/** The next matches; empty for a bye, null if the season has no more matches for the squad. */
	readonly next: readonly Fixture[] | null;
}

function computeRanksByLine(players: readonly PlayerEntry[]): ReadonlyMap<Line, ReadonlyMap<number, number>> {
	return new Map(
		LINES.map((line) => {
			const linePlayers = players.filter((player) => player.position.includes(line) && hasScored(player));
			return [line, computePlayerRanks(new Map(linePlayers.map(({ id, stats }) => [id, stats.totalPoints])))];
		}),
	);
}

/** Joins the players with totals, ranks by position and next matches. */
export function buildStatsRows(season: Season, totals: PlayerTotalsFile): readonly StatsRow[] {
	const totalsById = new Map(totals.map((total) => [total.id, total]));
	const ranks = computeRanksByLine(season.players);
	const from = season.rounds.findIndex(({ id }) => id === season.current?.id);
	const upcoming = from < 0 ? [] : season.rounds.slice(from, from + NEXT_OPPONENTS);
	const fixtures = new Map(
		[...season.squads.keys()].map((squad) => [
			squad,
			upcoming.map((round): UpcomingRound => ({ roundId: round.id, matches: getFixture(squad, round, season) })),
		]),
	);
	const next = new Map([...season.squads.keys()].map((squadId) => [squadId, findNextFixture({ squadId }, season)]));
	return season.players.map((player) => ({
		player,
		totals: totalsById.get(player.id) ?? null,
		positionRanks: player.position.flatMap((line) => {
			const rank = ranks.get(line)?.get(player.id);
			return rank === undefined ? [] : [{ line, rank }];
		}),
		upcoming: fixtures.get(player.squadId) ?? [],
		next: next.get(player.squadId) ?? null,
	}));
}
