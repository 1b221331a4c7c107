import { HOUR_MS } from "../durations.ts";
import type { PlayerId, RoundId, SeasonTime, TeamId } from "../ids.ts";
import { hasRoundStarted, isSeasonComplete, type Round } from "../round/round.ts";
import { countUnplaced, type DraftPlayer } from "./complete-squads.ts";
import type { SquadRules } from "./squad-rules.ts";

/** The most players that a team gives in a trade. */
export const MAX_TRADED_PLAYERS = 5;
/** How long an offer stands, in wall time. */
export const OFFER_MS = 72 * HOUR_MS;

/** A pick of the next draft. */
export interface FuturePick {
	readonly round: number;
	readonly originalTeamId: TeamId;
}

/** What a team gives in a trade, and the players whom it drops to make room for what it gets. */
export interface TradeSide {
	readonly teamId: TeamId;
	readonly playerIds: readonly PlayerId[];
	readonly picks: readonly FuturePick[];
	readonly dropIds: readonly PlayerId[];
}

/** A trade between two managers of a draft league; `from` has offered it. */
export interface SquadTrade {
	readonly from: TradeSide;
	readonly to: TradeSide;
}

/**
 * - `offer`: the other team names the players whom it drops only when it accepts
 * - `accept`: everything is checked
 * - `execute`: checks only what makes the trade impossible, not what forbids agreeing to it, such as the deadline
 */
type TradeStage = "offer" | "accept" | "execute";

/** What trades of a league are checked against. */
export interface TradeContext {
	/** The players of each team. */
	readonly squads: ReadonlyMap<TeamId, readonly DraftPlayer[]>;
	/** Players in an injured place, who need no other place. */
	readonly injuredIds: ReadonlySet<PlayerId>;
	/** The players among them who are fit again. Their teams may not add anybody until they are back in the squad. */
	readonly fitIds: ReadonlySet<PlayerId>;
	/** The trades that are accepted and not executed. Room is checked as if they had been executed. */
	readonly accepted: readonly SquadTrade[];
	/** Picks of the next draft with their owners; empty in a league that starts anew each season. */
	readonly futurePicks: readonly (FuturePick & { readonly teamId: TeamId })[];
	/** Players and picks in other trades that are accepted and not executed. */
	readonly reserved: Reserved;
	/** The best players, who are not dropped (docs/game-rules.md#trades-between-managers). */
	readonly protectedIds: ReadonlySet<PlayerId>;
	/** The teams that can still win the league. */
	readonly contenders: ReadonlySet<TeamId>;
	readonly rules: SquadRules;
}

/** The players and picks of accepted trades, which no other change may use. */
export interface Reserved {
	readonly playerIds: ReadonlySet<PlayerId>;
	readonly picks: readonly FuturePick[];
}

/** Why a trade is refused. */
export type TradeProblem =
	| { readonly code: "same-team" }
	| { readonly code: "side-empty"; readonly teamId: TeamId }
	| { readonly code: "too-many-players"; readonly teamId: TeamId; readonly most: number }
	| { readonly code: "named-twice"; readonly playerId: PlayerId }
	| { readonly code: "pick-named-twice"; readonly pick: FuturePick }
	| { readonly code: "not-owned"; readonly teamId: TeamId; readonly playerId: PlayerId }
	| { readonly code: "pick-not-owned"; readonly teamId: TeamId; readonly pick: FuturePick }
	| { readonly code: "reserved"; readonly playerId: PlayerId }
	| { readonly code: "pick-reserved"; readonly pick: FuturePick }
	| { readonly code: "no-room"; readonly teamId: TeamId; readonly missing: number }
	| { readonly code: "injured-place"; readonly teamId: TeamId; readonly playerId: PlayerId }
	| { readonly code: "needless-drop"; readonly playerId: PlayerId }
	| { readonly code: "protected"; readonly playerId: PlayerId }
	| { readonly code: "out-of-contention"; readonly teamId: TeamId; readonly playerId: PlayerId };

export const isSamePick = (a: FuturePick, b: FuturePick): boolean =>
	a.round === b.round && a.originalTeamId === b.originalTeamId;

/** The players of both sides, dropped ones included. */
export const listTradePlayers = ({ from, to }: SquadTrade): PlayerId[] =>
	[from, to].flatMap(({ playerIds, dropIds }) => [...playerIds, ...dropIds]);

/** Lists the players and picks of accepted trades. Two trades must not share any. */
export const listReserved = (accepted: readonly SquadTrade[]): Reserved => ({
	playerIds: new Set(accepted.flatMap(listTradePlayers)),
	picks: accepted.flatMap(({ from, to }) => [...from.picks, ...to.picks]),
});

/** Counts the players of a squad who have no place in it. The player in the injured place needs none. */
function countWithoutPlace(squad: readonly DraftPlayer[], { injuredIds, rules }: TradeContext): number {
	const needingPlace = squad.filter(({ id }) => !injuredIds.has(id));
	return countUnplaced(needingPlace, rules);
}

/** Builds the squad of a team after a trade. An incoming player leaves her injured place. */
function buildSquad(own: TradeSide, other: TradeSide, squads: TradeContext["squads"]): readonly DraftPlayer[] {
	const leaving = new Set([...own.playerIds, ...own.dropIds]);
	const coming = squads.get(other.teamId)?.filter(({ id }) => other.playerIds.includes(id)) ?? [];
	return [...(squads.get(own.teamId) ?? []).filter(({ id }) => !leaving.has(id)), ...coming];
}

/**
 * Counts how many more players a team has to drop so that everyone has a place after a trade. A player who had none before,
 * because her positions have changed, may stay without one.
 */
export function countDropsNeeded(own: TradeSide, other: TradeSide, context: TradeContext): number {
	const comingIds = new Set(other.playerIds);
	const injuredIds = new Set([...context.injuredIds].filter((id) => !comingIds.has(id)));
	const before = countWithoutPlace(context.squads.get(own.teamId) ?? [], context);
	const after = countWithoutPlace(buildSquad(own, other, context.squads), { ...context, injuredIds });
	return Math.max(0, after - before);
}

/** Whether a team could make room for everyone it gets by dropping other players. */
function canHold(own: TradeSide, other: TradeSide, context: TradeContext): boolean {
	const everyone = context.squads.get(own.teamId)?.map(({ id }) => id) ?? [];
	return countDropsNeeded({ ...own, dropIds: everyone }, other, context) === 0;
}

/** Builds the squads after the trades that were accepted earlier. */
function listSquadsLater({ squads, accepted }: TradeContext): TradeContext["squads"] {
	const later = new Map(squads);
	for (const { from, to } of accepted) {
		const [ofFrom, ofTo] = [buildSquad(from, to, later), buildSquad(to, from, later)];
		later.set(from.teamId, ofFrom).set(to.teamId, ofTo);
	}
	return later;
}

/** Finds a team that gets more players than leave it while the player in its injured place is fit again. */
function findInjuredProblems(own: TradeSide, other: TradeSide, { squads, fitIds }: TradeContext): TradeProblem[] {
	const leaving = [...own.playerIds, ...own.dropIds];
	const fit = squads.get(own.teamId)?.find(({ id }) => fitIds.has(id) && !leaving.includes(id));
	if (!fit || other.playerIds.length <= leaving.length) return [];
	return [{ code: "injured-place", teamId: own.teamId, playerId: fit.id }];
}

function findRoomProblems(own: TradeSide, other: TradeSide, context: TradeContext, stage: TradeStage): TradeProblem[] {
	const injuredProblems = findInjuredProblems(own, other, context);
	if (injuredProblems.length > 0) return injuredProblems;
	const missing = countDropsNeeded(own, other, context);
	if (missing > 0) return [{ code: "no-room", teamId: own.teamId, missing }];
	if (stage === "execute") return [];
	return own.dropIds.flatMap((playerId): TradeProblem[] => {
		const others = own.dropIds.filter((id) => id !== playerId);
		const isNeeded = countDropsNeeded({ ...own, dropIds: others }, other, context) > 0;
		return isNeeded ? [] : [{ code: "needless-drop", playerId }];
	});
}

function findOwnershipProblems(
	{ teamId, playerIds, dropIds, picks }: TradeSide,
	{ squads, futurePicks, reserved }: TradeContext,
): TradeProblem[] {
	const owned = new Set(squads.get(teamId)?.map(({ id }) => id));
	const ids = [...playerIds, ...dropIds];
	return [
		...ids.flatMap((playerId): TradeProblem[] => {
			if (!owned.has(playerId)) return [{ code: "not-owned", teamId, playerId }];
			return reserved.playerIds.has(playerId) ? [{ code: "reserved", playerId }] : [];
		}),
		...picks.flatMap((pick): TradeProblem[] => {
			const owner = futurePicks.find((known) => isSamePick(known, pick))?.teamId;
			if (owner !== teamId) return [{ code: "pick-not-owned", teamId, pick }];
			return reserved.picks.some((kept) => isSamePick(kept, pick)) ? [{ code: "pick-reserved", pick }] : [];
		}),
	];
}

function findShapeProblems({ from, to }: SquadTrade): TradeProblem[] {
	if (from.teamId === to.teamId) return [{ code: "same-team" }];
	const ids = listTradePlayers({ from, to });
	const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
	const picks = [...from.picks, ...to.picks];
	const picksTwice = picks.filter((pick, index) => picks.findIndex((other) => isSamePick(other, pick)) !== index);
	return [
		...[from, to].flatMap(({ teamId, playerIds, picks: own }): TradeProblem[] => {
			if (playerIds.length > MAX_TRADED_PLAYERS)
				return [{ code: "too-many-players", teamId, most: MAX_TRADED_PLAYERS }];
			return playerIds.length + own.length === 0 ? [{ code: "side-empty", teamId }] : [];
		}),
		...[...twice].map((playerId): TradeProblem => ({ code: "named-twice", playerId })),
		...picksTwice.map((pick): TradeProblem => ({ code: "pick-named-twice", pick })),
	];
}

/** Finds problems that forbid offering or accepting a trade, but do not stop one that is accepted. */
function findFairnessProblems({ from, to }: SquadTrade, { protectedIds, contenders }: TradeContext): TradeProblem[] {
	return [[from, to] as const, [to, from] as const].flatMap(([own, other]): TradeProblem[] => [
		...own.dropIds
			.filter((id) => protectedIds.has(id))
			.map((playerId): TradeProblem => ({ code: "protected", playerId })),
		...own.playerIds
			.filter((id) => protectedIds.has(id) && !contenders.has(own.teamId) && contenders.has(other.teamId))
			.map((playerId): TradeProblem => ({ code: "out-of-contention", teamId: own.teamId, playerId })),
	]);
}

/** Lists every reason why a trade cannot be made (docs/game-rules.md#trades-between-managers); empty if it can. */
export function findTradeProblems(trade: SquadTrade, context: TradeContext, stage: TradeStage): TradeProblem[] {
	const { from, to } = trade;
	const basic = [
		...findShapeProblems(trade),
		...findOwnershipProblems(from, context),
		...findOwnershipProblems(to, context),
	];
	if (basic.length > 0) return basic;
	const later = { ...context, squads: listSquadsLater(context) };
	const canMakeRoom = stage === "offer" && to.dropIds.length === 0 && canHold(to, from, later);
	return [
		...(stage === "execute" ? [] : findFairnessProblems(trade, context)),
		...findRoomProblems(from, to, later, stage),
		...(canMakeRoom ? [] : findRoomProblems(to, from, later, stage)),
	];
}

/** The first and last round that a league plays. */
export interface LeagueRounds {
	readonly first: RoundId;
	readonly last: RoundId;
}

/** Gets the round whose first match closes trades by default: at three quarters of the league's rounds, as round 9 of 12. */
export const getDefaultTradeDeadline = ({ first, last }: LeagueRounds): RoundId =>
	first - 1 + Math.max(1, Math.ceil(((last - first + 1) * 3) / 4));

/**
 * Gets the trade deadline of a league that starts in another round than planned. One that would leave no round for trades becomes
 * the default, unless it was meant to: then trades still end when the league starts.
 */
export function moveTradeDeadline(
	deadline: RoundId | null,
	plannedFirst: RoundId,
	rounds: LeagueRounds,
): RoundId | null {
	if (deadline === null || deadline > rounds.first) return deadline;
	return deadline === plannedFirst ? rounds.first : getDefaultTradeDeadline(rounds);
}

/** Gets the trade deadline of a league that goes on next season: the default again if it was that, or if it does not fit. */
export function renewTradeDeadline(deadline: RoundId | null, ended: LeagueRounds, next: LeagueRounds): RoundId | null {
	if (deadline === null) return null;
	const fits = deadline >= next.first && deadline <= next.last;
	return fits && deadline !== getDefaultTradeDeadline(ended) ? deadline : getDefaultTradeDeadline(next);
}

/** Whether trades can no longer be offered or accepted: the round of the deadline has begun, or the season is over. */
export const isPastTradeDeadline = (
	deadlineRoundId: RoundId | null,
	rounds: readonly Round[],
	now: SeasonTime,
): boolean =>
	isSeasonComplete(rounds) ||
	(deadlineRoundId !== null && rounds.some((round) => round.id >= deadlineRoundId && hasRoundStarted(round, now)));
