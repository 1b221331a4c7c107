import type { RoundId } from "@first-bounce/rules/ids";
import { computeNextPrices } from "../../match-day/rounds/round-prices.ts";
import type { SeasonSnapshot, SnapshotPlayer } from "../current/season-snapshot.ts";

/** The season with a round's magic number set and the prices of the round after in force, as a publication leaves it. */
export function withPublishedPrices(
	game: SeasonSnapshot,
	roundId: RoundId,
): { game: SeasonSnapshot; magicNumber: number } {
	const { magicNumber, prices } = computeNextPrices(game, roundId);
	const priced = ([id, player]: [number, SnapshotPlayer]): [number, SnapshotPlayer] => [
		id,
		{ ...player, cost: prices.get(id) ?? player.cost },
	];
	const rounds = game.rounds.map((round) => (round.id === roundId ? { ...round, magicNumber } : round));
	return { game: { ...game, rounds, players: new Map([...game.players].map(priced)) }, magicNumber };
}
