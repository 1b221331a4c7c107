import type { RoundId } from "@first-bounce/rules/ids";
import { computeNextPrices } from "../../match-day/rounds/round-prices.ts";
import type { SeasonSnapshot, SnapshotPlayer } from "../current/season-snapshot.ts";

/** Applies what publication changes in the season: the round's magic number and the next round's prices. */
export function applyPublishedPrices(
	season: SeasonSnapshot,
	roundId: RoundId,
): { season: SeasonSnapshot; magicNumber: number } {
	const { magicNumber, prices } = computeNextPrices(season, roundId);
	const priced = ([id, player]: [number, SnapshotPlayer]): [number, SnapshotPlayer] => [
		id,
		{ ...player, cost: prices.get(id) ?? player.cost },
	];
	const rounds = season.rounds.map((round) => (round.id === roundId ? { ...round, magicNumber } : round));
	return { season: { ...season, rounds, players: new Map([...season.players].map(priced)) }, magicNumber };
}
