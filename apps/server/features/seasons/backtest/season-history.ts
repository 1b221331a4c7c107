import type { Dollars, PlayerId, Points, RoundId, SquadId } from "@first-bounce/rules/ids";
import type { Player } from "@first-bounce/rules/player";
import { computeFormScores, type PlayedMatch } from "@first-bounce/rules/prices/form-scores";
import { computeRoundPrices } from "@first-bounce/rules/prices/magic-number";
import type { MagicNumber } from "@first-bounce/rules/prices/price-change";
import type { Round } from "@first-bounce/rules/round/round";
import { computePlayerPoints, hasPlayed } from "@first-bounce/rules/scoring/player-points";
import { DID_NOT_PLAY, type PlayerRound } from "@first-bounce/rules/scoring/player-round";
import { type ClubHistory, deriveFormerSquads, getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { ImportedPlayer, ImportedStats, SeasonData } from "../import/files/season-data.ts";

/** Everything that is known before a round, built only from earlier rounds, the fixture and the announced teams. */
export interface SeasonBeforeRound {
	readonly roundId: RoundId;
	/** The players of the pool at today's prices, by id. */
	readonly players: ReadonlyMap<PlayerId, Player & ClubHistory>;
	/** The players who are named in the round's teams. */
	readonly namedPlayers: ReadonlySet<PlayerId>;
	readonly magicNumber: MagicNumber;
	readonly rounds: readonly Round[];
	/** Lists the matches that a player has played, the oldest first. */
	readonly listPlayedMatches: (id: PlayerId) => readonly PlayedMatch[];
	readonly getOpeningPrice: (id: PlayerId) => Dollars;
}

/** Adds the clubs that players had before, because the files have only the last one and those of the stats. */
function addFormerSquads({ players, matches, stats }: SeasonData): ImportedPlayer[] {
	const inOrder = matches.toSorted((a, b) => a.roundId - b.roundId || a.startsAt - b.startsAt);
	const statsByMatch = Map.groupBy(stats, ({ matchId }) => matchId);
	const played = Map.groupBy(
		inOrder.flatMap(({ id, roundId }) => (statsByMatch.get(id) ?? []).map((line) => ({ ...line, roundId }))),
		({ playerId }) => playerId,
	);
	return players.map((player) => ({
		...player,
		formerSquads: deriveFormerSquads(player.squadId, played.get(player.id) ?? []),
	}));
}

/** A past season whose rounds are added one by one, so that a decision can use only what was known at the time. */
export class SeasonHistory {
	readonly #season: SeasonData;
	readonly #roster: readonly ImportedPlayer[];
	readonly #prices: Map<PlayerId, Dollars>;
	readonly #played = new Map<PlayerId, PlayedMatch[]>();
	#magicNumber: MagicNumber;

	/** @param extraPlayers players whom the season's files do not list */
	constructor(season: SeasonData, extraPlayers: readonly ImportedPlayer[]) {
		this.#season = season;
		this.#roster = [...addFormerSquads(season), ...extraPlayers].toSorted((a, b) => a.id - b.id);
		this.#prices = new Map(this.#roster.map(({ id, openingPrice }) => [id, this.#getPriceOrFloor(openingPrice)]));
		this.#magicNumber = season.rules.prices.openingMagicNumber;
	}

	/** Gets what is known before a round, after every earlier round was added. */
	getSeasonBefore(roundId: RoundId): SeasonBeforeRound {
		const openingPrices = new Map(
			this.#roster.map(({ id, openingPrice }) => [id, this.#getPriceOrFloor(openingPrice)]),
		);
		const pool = this.#roster.filter(({ fromRound }) => fromRound <= roundId);
		return {
			roundId,
			players: new Map(pool.map((player) => [player.id, this.#createPlayer(player, roundId)])),
			namedPlayers: new Set(this.#listStatLines(roundId).map(({ playerId }) => playerId)),
			magicNumber: this.#magicNumber,
			rounds: this.#buildRounds(roundId),
			listPlayedMatches: (id) => this.#played.get(id) ?? [],
			getOpeningPrice: (id) => openingPrices.get(id) ?? this.#season.rules.floorPrice,
		};
	}

	/** Returns a function that gets a player's score in a round. */
	createPlayerRoundLookup(roundId: RoundId): (id: PlayerId) => PlayerRound {
		const points = new Map<PlayerId, Points>();
		for (const { playerId, line } of this.#listStatLines(roundId)) {
			points.set(playerId, (points.get(playerId) ?? 0) + computePlayerPoints(line, this.#season.rules));
		}
		return (id) => (points.has(id) ? { state: "played", points: points.get(id) ?? 0 } : DID_NOT_PLAY);
	}

	/** Adds a round's scores to the history, and computes the magic number and the next prices from them. */
	addRound(roundId: RoundId): void {
		const { rules } = this.#season;
		for (const { playerId, line } of this.#listStatLines(roundId)) {
			const playedMatches = this.#played.get(playerId) ?? [];
			playedMatches.push({ roundId, points: computePlayerPoints(line, rules), isAbandoned: false });
			this.#played.set(playerId, playedMatches);
		}
		const moves = this.#roster.flatMap(({ id }) => {
			const form = computeFormScores(this.#played.get(id) ?? []);
			if (form[0]?.roundId !== roundId) return [];
			const price = this.#prices.get(id) ?? rules.floorPrice;
			return [{ playerId: id, price, scores: form.map(({ points }) => points) }];
		});
		const { magicNumber, prices } = computeRoundPrices(moves, this.#magicNumber, rules);
		this.#magicNumber = magicNumber;
		for (const [id, price] of prices) this.#prices.set(id, price);
	}

	#getPriceOrFloor(price: Dollars | null): Dollars {
		return price ?? this.#season.rules.floorPrice;
	}

	#createPlayer(player: ImportedPlayer, roundId: RoundId): Player & ClubHistory {
		const { id, firstName, lastName, positions, formerSquads } = player;
		const squadId = getSquadInRound(player, roundId);
		const cost = this.#prices.get(id) ?? this.#season.rules.floorPrice;
		return { id, name: `${firstName} ${lastName}`, squadId, formerSquads, position: positions, cost };
	}

	/** The stat lines of players who took the field in a round, ordered by player, whatever the order in the file. */
	#listStatLines(roundId: RoundId): ImportedStats[] {
		const matches = new Set(this.#season.matches.filter((match) => match.roundId === roundId).map(({ id }) => id));
		return this.#season.stats
			.filter(({ matchId, line }) => matches.has(matchId) && hasPlayed(line))
			.toSorted((a, b) => a.playerId - b.playerId || a.matchId - b.matchId);
	}

	/** The season's rounds; those before this one are complete. */
	#buildRounds(currentId: RoundId): Round[] {
		const { rounds, matches, squads } = this.#season;
		return rounds.map((id): Round => {
			const status = id < currentId ? "complete" : "scheduled";
			const roundMatches = matches
				.filter(({ roundId }) => roundId === id)
				.map((match) => ({ ...match, status }) as const);
			const playingSquads = new Set<SquadId>(roundMatches.flatMap((match) => [match.homeSquadId, match.awaySquadId]));
			return {
				id,
				status,
				matches: roundMatches,
				byeSquads: squads.map((squad) => squad.id).filter((id) => !playingSquads.has(id)),
			};
		});
	}
}
