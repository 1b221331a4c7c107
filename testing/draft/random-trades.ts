import type { FuturePick } from "@first-bounce/rules/draft/trades";
import type { TeamId } from "@first-bounce/rules/ids";
import {
	acceptTrade,
	rejectTrade,
	withdrawTrade,
} from "../../apps/server/features/leagues/draft/trades/answer-trade.ts";
import { offerTrade } from "../../apps/server/features/leagues/draft/trades/offer-trade.ts";
import { getPickKey, type ModelTrade } from "./league-model.ts";
import { type Actor, createAction, getServices, pickFrom, pickOwn, type RandomAction } from "./random-actor.ts";

/** Why an offer may be refused although both sides have what it names. */
const OFFER_REFUSALS = [
	"draft-trade-no-room",
	"draft-trade-injured-place",
	"draft-trade-repeated",
	"draft-trade-too-many-offers",
	"draft-trade-too-many-today",
];
const IMPOSSIBLE_OFFER_REFUSALS = [
	"draft-trade-side-empty",
	"draft-trade-named-twice",
	"draft-trade-pick-named-twice",
	"draft-trade-not-owned",
	"draft-trade-reserved",
	"draft-trade-pick-not-owned",
	"draft-trade-pick-reserved",
];

export function buildOffer(actor: Actor): RandomAction {
	const { room, model, random, userId, teamId } = actor;
	const toTeamId =
		pickFrom(
			random,
			room.teamIds.filter((id) => id !== teamId),
		) ?? 0;
	const choosePicks = (ofTeam: TeamId): FuturePick[] => {
		const own = [...model.picks].filter(([, owner]) => owner === ofTeam || random() < 0.05);
		const [round = 0, originalTeamId = 0] = pickFrom(random, own)?.[0].split(" ").map(Number) ?? [];
		return random() < 0.3 && round > 0 ? [{ round, originalTeamId }] : [];
	};
	const other = { ...actor, teamId: toTeamId };
	const from = {
		teamId,
		playerIds: random() < 0.8 ? [pickOwn(actor, 0.95)] : [],
		picks: choosePicks(teamId),
		dropIds: [],
	};
	const to = { teamId: toTeamId, playerIds: [pickOwn(other, 0.95)], picks: choosePicks(toTeamId), dropIds: [] };
	const named = [...from.playerIds, ...to.playerIds];
	const picks = [...from.picks, ...to.picks].map(getPickKey);
	const reserved = model.getReserved();
	const isEmpty = from.playerIds.length + from.picks.length === 0;
	const isRepeated = new Set(named).size < named.length || new Set(picks).size < picks.length;
	const isReserved = named.some((id) => reserved.playerIds.has(id)) || picks.some((key) => reserved.picks.has(key));
	const isPossible = !isEmpty && !isRepeated && !isReserved && model.hasAll(from) && model.hasAll(to);
	const findAllowed = () => {
		if (model.isOver) return ["draft-trade-deadline"];
		return isPossible ? ["done", ...OFFER_REFUSALS] : IMPOSSIBLE_OFFER_REFUSALS;
	};
	return createAction({
		name: "offer",
		allowed: findAllowed(),
		send: () =>
			offerTrade(getServices(room), userId, room.id, {
				toTeamId,
				playerIds: from.playerIds,
				picks: from.picks,
				dropIds: [],
				wantedIds: to.playerIds,
				wantedPicks: to.picks,
				message: "",
			}),
		apply: ({ trade }) => model.setTrade({ id: trade.id, from, to, state: "offered" }),
	});
}

export function buildAnswer(actor: Actor): RandomAction | null {
	const { room, model, random, userId, teamId } = actor;
	const trades = [...model.trades.values()]
		.slice(-12)
		.filter(({ from, to }) => [from.teamId, to.teamId].includes(teamId));
	const open = trades.filter(({ state }) => state === "offered");
	const trade = pickFrom(random, open.length > 0 && random() < 0.8 ? open : trades);
	if (!trade) return null;
	const services = getServices(room);
	const isOffered = trade.state === "offered";
	const isAsked = trade.to.teamId === teamId;
	if (!isAsked || random() < 0.2)
		return createAction({
			name: isAsked ? "reject" : "withdraw",
			allowed: isOffered ? ["done"] : ["draft-trade-over"],
			send: () => (isAsked ? rejectTrade : withdrawTrade)(services, userId, room.id, { tradeId: trade.id }),
			apply: () => model.setTrade({ ...trade, state: "over" }),
		});
	const dropIds = random() < 0.3 ? [pickOwn(actor)] : [];
	const accepted: ModelTrade = { ...trade, to: { ...trade.to, dropIds }, state: "accepted" };
	const reserved = model.getReserved();
	const isReserved = [trade.from, accepted.to].some(
		({ playerIds, dropIds: drops, picks }) =>
			[...playerIds, ...drops].some((id) => reserved.playerIds.has(id)) ||
			picks.some((pick) => reserved.picks.has(getPickKey(pick))),
	);
	const findAllowed = () => {
		if (!isOffered) return ["draft-trade-over"];
		if (model.isOver) return ["draft-trade-deadline"];
		if (dropIds.some((id) => trade.to.playerIds.includes(id) || trade.from.playerIds.includes(id)))
			return ["draft-trade-named-twice"];
		if (isReserved || !model.hasAll(accepted.to))
			return ["draft-trade-reserved", "draft-trade-pick-reserved", "draft-trade-not-owned"];
		return ["done", "draft-trade-no-room", "draft-trade-needless-drop"];
	};
	return createAction({
		name: "accept",
		allowed: findAllowed(),
		send: () => acceptTrade(services, userId, room.id, { tradeId: trade.id, dropIds }),
		apply: (result) => {
			if (result.trade.state === "executed") model.makeTrade(accepted);
			else model.setTrade({ ...accepted, state: result.trade.state === "accepted" ? "accepted" : "over" });
		},
	});
}
