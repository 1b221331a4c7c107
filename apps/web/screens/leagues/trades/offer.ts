import type { DraftTrade, TradeOffer, TradeTeam } from "@first-bounce/contract/draft/trades";
import type { ExpectedPlayer } from "@first-bounce/rules/draft/expected-points";
import type { SquadRules } from "@first-bounce/rules/draft/squad-rules";
import { computeTradeEffect, type TradeEffect } from "@first-bounce/rules/draft/trade-effect";
import {
	countDropsNeeded,
	type FuturePick,
	isSamePick,
	type SquadTrade,
	type TradeContext,
	type TradeSide,
} from "@first-bounce/rules/draft/trades";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";

/** The teams of a league with their places. */
export interface TradeLeague {
	readonly teams: readonly TradeTeam[];
	readonly rules: SquadRules;
}

const listWhere = ({ teams }: TradeLeague, isListed: (player: TradeTeam["players"][number]) => boolean) =>
	new Set(teams.flatMap(({ players }) => players.filter(isListed).map(({ playerId }) => playerId)));

/** Builds what the rules check trades against. */
export const buildTradeContext = (league: TradeLeague): TradeContext => ({
	squads: new Map(
		league.teams.map(({ teamId, players }) => [
			teamId,
			players.map(({ playerId: id, position }) => ({ id, position })),
		]),
	),
	injuredIds: listWhere(league, ({ isInjured }) => isInjured),
	// Only the server knows who is fit again, and what others have agreed to.
	fitIds: new Set(),
	accepted: [],
	futurePicks: league.teams.flatMap(({ teamId, picks }) => picks.map((pick) => ({ ...pick, teamId }))),
	reserved: {
		playerIds: listWhere(league, ({ isReserved }) => isReserved),
		picks: league.teams.flatMap(({ picks }) => picks.filter(({ isReserved }) => isReserved)),
	},
	protectedIds: listWhere(league, ({ isProtected }) => isProtected),
	contenders: new Set(league.teams.filter(({ isInContention }) => isInContention).map(({ teamId }) => teamId)),
	rules: league.rules,
});

/** Builds the effect of a trade on both teams' projected points, with the teams as they are now. */
export function buildTradeEffect({ from, to }: SquadTrade, { teams, rules }: TradeLeague): TradeEffect {
	const listSquad = (teamId: TeamId): ExpectedPlayer[] =>
		(teams.find((team) => team.teamId === teamId)?.players ?? []).map(({ playerId: id, ...player }) => ({
			id,
			...player,
		}));
	const change = (own: TradeSide, other: TradeSide) => {
		const before = listSquad(own.teamId);
		const leaving = new Set([...own.playerIds, ...own.dropIds]);
		const coming = listSquad(other.teamId).filter(({ id }) => other.playerIds.includes(id));
		return { before, after: [...before.filter(({ id }) => !leaving.has(id)), ...coming] };
	};
	return computeTradeEffect(change(from, to), change(to, from), rules);
}

export const countRoundsLeft = ({ teams }: TradeLeague): number =>
	Math.max(0, ...teams.flatMap(({ players }) => players.map(({ pointsByRound }) => pointsByRound.length)));

/** The values of an offer that is being put together. */
export interface OfferValues extends TradeOffer {
	readonly toTeamId: TeamId;
}

export const createOffer = (toTeamId: TeamId, wantedId: PlayerId | null = null): OfferValues => ({
	toTeamId,
	playerIds: [],
	wantedIds: wantedId === null ? [] : [wantedId],
	picks: [],
	wantedPicks: [],
	dropIds: [],
	message: "",
});

/** The answer to an offer, which begins as the offer seen from the other side. */
export const createCounter = ({ from, to }: Pick<DraftTrade, "from" | "to">): OfferValues => ({
	toTeamId: from.teamId,
	playerIds: to.playerIds,
	wantedIds: from.playerIds,
	picks: to.picks,
	wantedPicks: from.picks,
	dropIds: [],
	message: "",
});

const toggle = <Item>(items: readonly Item[], item: Item, isSame: (a: Item, b: Item) => boolean): Item[] =>
	items.some((other) => isSame(other, item)) ? items.filter((other) => !isSame(other, item)) : [...items, item];

const isSameId = (a: PlayerId, b: PlayerId) => a === b;

/** Adds a player to an offer, or removes her. A player who is traded cannot be dropped too. */
export function togglePlayer(offer: OfferValues, side: "own" | "other" | "drop", id: PlayerId): OfferValues {
	if (side === "other") return { ...offer, wantedIds: toggle(offer.wantedIds, id, isSameId) };
	if (side === "drop") return { ...offer, dropIds: toggle(offer.dropIds, id, isSameId) };
	const dropIds = offer.dropIds.filter((dropped) => dropped !== id);
	return { ...offer, playerIds: toggle(offer.playerIds, id, isSameId), dropIds };
}

export const togglePick = (offer: OfferValues, side: "own" | "other", pick: FuturePick): OfferValues =>
	side === "own"
		? { ...offer, picks: toggle(offer.picks, pick, isSamePick) }
		: { ...offer, wantedPicks: toggle(offer.wantedPicks, pick, isSamePick) };

export const buildOfferedTrade = (fromTeamId: TeamId, offer: OfferValues): SquadTrade => ({
	from: { teamId: fromTeamId, playerIds: offer.playerIds, picks: offer.picks, dropIds: offer.dropIds },
	to: { teamId: offer.toTeamId, playerIds: offer.wantedIds, picks: offer.wantedPicks, dropIds: [] },
});

/** How many players a team has to drop for a trade, whether or not it has named them. */
export const countDrops = (own: TradeSide, other: TradeSide, context: TradeContext): number =>
	countDropsNeeded({ ...own, dropIds: [] }, other, context);

/** The body of an offer without the team that is asked. */
export const buildOfferBody = ({ toTeamId: _, ...offer }: OfferValues): TradeOffer => ({
	...offer,
	message: offer.message.trim(),
});
