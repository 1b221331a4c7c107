import { HOUR_MS } from "@first-bounce/rules/durations";
import type { PlayerId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import {
	findCurrentRound,
	hasMatchStarted,
	isSeasonComplete,
	type Match,
	type Round,
} from "@first-bounce/rules/round/round";
import type { RoundOpening } from "@first-bounce/rules/team/rollback";
import { repriceTeam, type SeasonContext, type TeamState } from "@first-bounce/rules/team/team-state";
import { finaliseTrades, type NewTrade } from "@first-bounce/rules/trades/trade";
import { buildContextAt } from "./context.ts";
import { createPlayerLookup, getStartTime, type TestSeason } from "./season-builder.ts";

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

	/** Moves the clock forward. */
	wait(hours: number, priceSeed: number): void {
		this.advance(priceSeed, () => {
			this.now += hours * HOUR_MS;
		});
	}

	/** Changes time or matches. If a round completes by that, prices change and the next round opens. */
	private advance(priceSeed: number, change: () => void): void {
		const roundBefore = findCurrentRound(this.context.rounds)?.id;
		change();
		const roundAfter = findCurrentRound(this.context.rounds)?.id;
		if (roundBefore === roundAfter && !this.isOver) return;
		this.publishPrices(roundAfter ?? 0, priceSeed);
		if (!this.team) return;
		this.team = repriceTeam(this.team, this.context);
		this.opening = { lineup: this.team.lineup, bank: this.team.bank };
	}

	/** Sets other prices for the round, as an operator's re-run does: its trades become final. Returns whether it may run. */
	rerunPrices(seed: number): boolean {
		const round = findCurrentRound(this.context.rounds);
		if (!round || round.id === 1 || this.isOver) return false;
		this.publishPrices(round.id, seed);
		if (this.team)
			this.team = { ...repriceTeam(this.team, this.context), trades: finaliseTrades(this.team.trades, round.id) };
		return true;
	}

	/**
	 * Moves a match of the round that the feed has not started: to `hours` from now, or to the next round. Its clubs stay
	 * locked if the clock has locked them. Returns whether a match was moved.
	 */
	moveMatch(pick: number, hours: number, toNextRound: boolean): boolean {
		const round = findCurrentRound(this.context.rounds);
		const scheduled = round?.matches.filter(({ status }) => status === "scheduled") ?? [];
		const match = scheduled[pick % scheduled.length];
		const next = this.season.rounds.find(({ id }) => id === (round?.id ?? 0) + 1);
		if (!round || !match || (toNextRound && (!next || round.matches.length === 1))) return false;
		const startsAt = toNextRound ? getStartTime(round.id + 1, 1) : this.now + hours * HOUR_MS;
		if (!toNextRound && startsAt >= getStartTime(round.id + 1) - 24 * HOUR_MS) return false;
		const clubs = [match.homeSquadId, match.awaySquadId];
		const locked = hasMatchStarted(match, this.now) ? clubs : [];
		const moved: Match = { ...match, startsAt, roundId: toNextRound ? round.id + 1 : round.id, status: "scheduled" };
		const rounds = this.season.rounds.map((other): Round => {
			const matches = other.matches.filter(({ id }) => id !== match.id);
			if (other.id === moved.roundId) matches.push(moved);
			const playing = matches.flatMap(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId]);
			const lockedSquads = [...(other.lockedSquads ?? []), ...(other.id === round.id ? locked : [])];
			return { ...other, matches, byeSquads: this.season.squads.filter((id) => !playing.includes(id)), lockedSquads };
		});
		this.advance(pick, () => {
			this.season = { ...this.season, rounds };
		});
		return true;
	}

	/** Gives trades ids, as the database would. */
	assignIds(newTrades: readonly NewTrade[]): TeamState["trades"] {
		return newTrades.map((trade) => ({ ...trade, id: this.nextTradeId++ }));
	}

	/**
	 * The players locked for the team, computed from the fixture alone: their first match of an unfinished round has started
	 * or, on a bye, that round's first match; a match moved after its start keeps them locked, and the byes with them.
	 */
	listLockedPlayers(startRoundId: RoundId): ReadonlySet<PlayerId> {
		const locked = this.season.players.filter((player) =>
			this.season.rounds.some((round) => {
				const starts = round.matches.map((match) => match.startsAt);
				const isOver = this.now - this.lag >= Math.max(...starts) + 3 * HOUR_MS;
				const ownStarts = round.matches
					.filter((match) => [match.homeSquadId, match.awaySquadId].includes(player.squadId))
					.map((match) => match.startsAt);
				const hasStarted = this.now >= Math.min(...(ownStarts.length > 0 ? ownStarts : starts));
				const keptLocked = round.lockedSquads ?? [];
				const isKeptLocked = ownStarts.length > 0 ? keptLocked.includes(player.squadId) : keptLocked.length > 0;
				return round.id >= startRoundId && !isOver && (hasStarted || isKeptLocked);
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
