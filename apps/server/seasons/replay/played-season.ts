import type { Dollars, PlayerId, RoundId } from "@first-bounce/rules/ids";
import { form, type PlayedMatch } from "@first-bounce/rules/prices/form";
import { type PriceMove, roundPrices } from "@first-bounce/rules/prices/magic-number";
import { playerPoints, tookTheField } from "@first-bounce/rules/scoring/player-points";
import { DID_NOT_PLAY, type PlayerRound, playerRound } from "@first-bounce/rules/scoring/player-round";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { statLineOf } from "../../features/season/stat-line.ts";

interface PlayedLine {
	readonly roundId: RoundId;
	readonly line: StatLine;
	readonly abandoned: boolean;
}

/** A season with every match over: who played what, and what each round made of the prices. */
export interface PlayedSeason {
	readonly roundOf: (roundId: RoundId) => (id: PlayerId) => PlayerRound;
	/** Everyone who is in the pool in the round, with her price in force before it, by id. */
	readonly pricesIn: (roundId: RoundId) => ReadonlyMap<PlayerId, Dollars>;
	/** Moves the prices of who played, for the round after. */
	readonly publishPrices: (roundId: RoundId) => { readonly magicNumber: number; readonly moved: number };
}

/** Reads what an imported season holds. */
export async function playedSeason(db: Kysely<Tables>, seasonId: number, rules: SeasonRules): Promise<PlayedSeason> {
	const lines = await playedLines(db, seasonId);
	const pool = await db
		.selectFrom("players")
		.innerJoin("player_prices as opening", (join) =>
			join
				.onRef("opening.season_id", "=", "players.season_id")
				.onRef("opening.player_id", "=", "players.id")
				.onRef("opening.round_id", "=", "players.from_round"),
		)
		.where("players.season_id", "=", seasonId)
		.select(["players.id", "players.from_round", "opening.price"])
		.orderBy("players.id")
		.execute();
	const prices = new Map(pool.map(({ id, price }) => [id, price]));
	let inForce = rules.prices.openingMagicNumber;

	const playedUpTo = (roundId: RoundId, id: PlayerId): PlayedMatch[] =>
		(lines.get(id) ?? [])
			.filter((played) => played.roundId <= roundId && tookTheField(played.line))
			.map(({ line, ...played }) => ({ ...played, points: playerPoints(line, rules) }));
	const moveOf = (roundId: RoundId, id: PlayerId, price: Dollars): PriceMove | null => {
		const scores = form(playedUpTo(roundId, id));
		return scores[0]?.roundId === roundId ? { playerId: id, price, scores: scores.map(({ points }) => points) } : null;
	};
	const inPool = (roundId: RoundId) => pool.filter(({ from_round }) => from_round <= roundId);

	return {
		roundOf: (roundId) => (id) => {
			const theirs = lines.get(id)?.filter((played) => played.roundId === roundId) ?? [];
			return theirs.length === 0
				? DID_NOT_PLAY
				: playerRound(
						theirs.map(({ line }) => line),
						true,
						rules,
					);
		},
		pricesIn: (roundId) => new Map(inPool(roundId).map(({ id }) => [id, prices.get(id) ?? rules.floorPrice])),
		publishPrices: (roundId) => {
			const moves = inPool(roundId).flatMap(({ id }) => moveOf(roundId, id, prices.get(id) ?? rules.floorPrice) ?? []);
			const published = roundPrices(moves, inForce, rules);
			inForce = published.magicNumber;
			for (const [id, price] of published.prices) prices.set(id, price);
			return { magicNumber: inForce, moved: moves.length };
		},
	};
}

async function playedLines(db: Kysely<Tables>, seasonId: number): Promise<ReadonlyMap<PlayerId, PlayedLine[]>> {
	const rows = await db
		.selectFrom("stat_lines")
		.innerJoin("matches", (join) =>
			join.onRef("matches.season_id", "=", "stat_lines.season_id").onRef("matches.id", "=", "stat_lines.match_id"),
		)
		.where("stat_lines.season_id", "=", seasonId)
		.selectAll("stat_lines")
		.select(["matches.round_id", "matches.is_abandoned"])
		.execute();
	const lines = new Map<PlayerId, PlayedLine[]>();
	for (const row of rows) {
		const played = { roundId: row.round_id, line: statLineOf(row), abandoned: row.is_abandoned };
		lines.set(row.player_id, [...(lines.get(row.player_id) ?? []), played]);
	}
	return lines;
}
