import type { PlayerId, RoundId, SeasonTime } from "../ids.ts";
import { findCurrentRound, isSeasonComplete } from "../round/round.ts";
import type { RoundOpening } from "../team/rollback.ts";
import { repriceTeam, type SeasonContext, type TeamState } from "../team/team-state.ts";
import type { NewTrade } from "../trades/trade.ts";
import { buildContextAt } from "./context.ts";
import { createPlayerLookup, getStartTime, HOUR_MS, type TestSeason } from "./season-builder.ts";

/** Plays one team through a season: a clock that only moves forward, and new prices whenever a round is complete. */
export class SimulatedSeason {
	team: TeamState | null = null;
	opening: RoundOpening | null = null;
	now: SeasonTime = getStartTime(1) - 48 * HOUR_MS;
	private season: TestSeason;
	/** The delay of the feed. */
	private readonly lag: SeasonTime;
	private nextTradeId = 1;

	constructor(season: TestSeason, lag: SeasonTime) {
		this.season = season;
		this.lag = lag;
	}

	get context(): SeasonContext {
		return buildContextAt(this.season, this.now, this.lag);
	}

	get playerIds(): readonly PlayerId[] {
		return this.season.players.map((player) => player.id);
	}

	get isOver(): boolean {
		return isSeasonComplete(this.context.rounds);
	}

	/** Moves the clock forward. If a round completes meanwhile, prices change and the next round opens. */
	wait(hours: number, priceSeed: number): void {
		const roundBefore = findCurrentRound(this.context.rounds)?.id;
		this.now += hours * HOUR_MS;
		const roundAfter = findCurrentRound(this.context.rounds)?.id;
		if (roundBefore === roundAfter && !this.isOver) return;
		this.publishPrices(roundAfter ?? 0, priceSeed);
		if (!this.team) return;
		this.team = repriceTeam(this.team, this.context);
		this.opening = { lineup: this.team.lineup, bank: this.team.bank };
	}

	/** Gives trades ids, as the database would. */
	assignIds(newTrades: readonly NewTrade[]): TeamState["trades"] {
		return newTrades.map((trade) => ({ ...trade, id: this.nextTradeId++ }));
	}

	/**
	 * The players locked for the team, computed from the fixture alone: their first match of an unfinished round has started
	 * or, on a bye, that round's first match.
	 */
	listLockedPlayers(startRoundId: RoundId): ReadonlySet<PlayerId> {
		const locked = this.season.players.filter((player) =>
			this.season.rounds.some((round) => {
				const starts = round.matches.map((match) => match.startsAt);
				const isOver = this.now - this.lag >= Math.max(...starts) + 3 * HOUR_MS;
				const ownStarts = round.matches
					.filter((match) => [match.homeSquadId, match.awaySquadId].includes(player.squadId))
					.map((match) => match.startsAt);
				return (
					round.id >= startRoundId && !isOver && this.now >= Math.min(...(ownStarts.length > 0 ? ownStarts : starts))
				);
			}),
		);
		return new Set(locked.map((player) => player.id));
	}

	private publishPrices(roundId: RoundId, seed: number): void {
		const { floorPrice, priceStep } = this.season.rules;
		const players = this.season.players.map((player) => {
			const percent = ((player.id * 31 + roundId * 17 + seed * 7) % 31) - 11;
			const newPrice = Math.round((player.cost * (100 + percent)) / 100 / priceStep) * priceStep;
			return { ...player, cost: Math.max(floorPrice, newPrice) };
		});
		this.season = { ...this.season, players, lookup: createPlayerLookup(players) };
	}
}
