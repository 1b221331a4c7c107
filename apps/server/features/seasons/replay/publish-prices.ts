import type { RoundId } from "@first-bounce/rules/ids";
import { pricesAfter } from "../../match-day/rounds/round-prices.ts";
import type { Game, GamePlayer } from "../current/game.ts";

/** The season with a round's magic number set and the prices of the round after in force, as a publication leaves it. */
export function withPublishedPrices(game: Game, roundId: RoundId): { game: Game; magicNumber: number } {
	const { magicNumber, prices } = pricesAfter(game, roundId);
	const priced = ([id, player]: [number, GamePlayer]): [number, GamePlayer] => [
		id,
		{ ...player, cost: prices.get(id) ?? player.cost },
	];
	const rounds = game.rounds.map((round) => (round.id === roundId ? { ...round, magicNumber } : round));
	return { game: { ...game, rounds, players: new Map([...game.players].map(priced)) }, magicNumber };
}
