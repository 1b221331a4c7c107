import type { TradeOffer } from "@first-bounce/contract/draft/trades";
import { cleanMessageText } from "@first-bounce/contract/leagues/message-text";
import {
	findTradeProblems,
	isSamePick,
	OFFER_MS,
	type SquadTrade,
	type TradeSide,
} from "@first-bounce/rules/draft/trades";
import { hasBounceSince } from "@first-bounce/rules/draft/undo-change";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { TeamId } from "@first-bounce/rules/ids";
import { refuse } from "../../../../plugins/refusal.ts";
import { isDecentText } from "../../../names/allowed-names.ts";
import { isMuted } from "../../conversation/member-queries.ts";
import type { LockedSquads } from "../squads/change-squads.ts";
import { defineTradeAction, findVisibleTrade, type LockedTrades } from "./locked-trades.ts";
import { countOffersSince, insertTrade, listTradesStoppedByVote, type TradeRow } from "./queries.ts";
import {
	endTrade,
	notifyTeams,
	refuseProblems,
	requireManaged,
	requireOpenTrades,
	requireTradeState,
} from "./trade-actions.ts";
import { loadTradeContext } from "./trade-context.ts";

/** More than anyone negotiates at the same time. */
const MAX_OPEN_OFFERS = 20;
/** Including withdrawn offers, because each one costs the other manager time. */
const MAX_OFFERS_A_DAY = 50;

/** Checks the message of an offer. A manager who is muted in the league may not write one. */
async function checkMessage(sent: string, { locked, viewer }: LockedTrades): Promise<string> {
	const message = cleanMessageText(sent);
	if (message === "") return "";
	const { trx, league, wallNow } = locked;
	if (await isMuted(trx, league.id, viewer.userId, wallNow)) throw refuse(403, "draft-trade-muted");
	if (!isDecentText(message)) throw refuse(422, "draft-trade-message-not-allowed");
	return message;
}

const buildTrade = (fromTeamId: TeamId, toTeamId: TeamId, body: TradeOffer): SquadTrade => ({
	from: { teamId: fromTeamId, playerIds: body.playerIds, picks: body.picks, dropIds: body.dropIds },
	to: { teamId: toTeamId, playerIds: body.wantedIds, picks: body.wantedPicks, dropIds: [] },
});

const isSameSide = (a: TradeSide, b: TradeSide): boolean =>
	a.teamId === b.teamId &&
	a.playerIds.length === b.playerIds.length &&
	a.picks.length === b.picks.length &&
	a.playerIds.every((id) => b.playerIds.includes(id)) &&
	a.picks.every((pick) => b.picks.some((other) => isSamePick(pick, other)));

const isSameTrade = (a: SquadTrade, b: SquadTrade): boolean => isSameSide(a.from, b.from) && isSameSide(a.to, b.to);

/**
 * Refuses a trade that a vote has stopped until the next match starts, whichever side offers it. Voters would otherwise have to
 * watch for it all week.
 */
async function refuseStopped({ trx, league, season, now }: LockedSquads, trade: SquadTrade): Promise<void> {
	const locks = { rounds: season.rounds, startRoundId: league.start_id, now };
	const stopped = await listTradesStoppedByVote(trx, league.id);
	const isStopped = stopped.some(
		(other) =>
			!hasBounceSince(other.review_ends_at?.getTime() ?? 0, locks) &&
			(isSameTrade(other, trade) || isSameTrade({ from: other.to, to: other.from }, trade)),
	);
	if (isStopped) throw refuse(409, "draft-trade-stopped-before");
}

/** Saves an offer that the rules accept, and notifies the other manager. */
async function saveOffer(
	trades: LockedTrades,
	trade: SquadTrade,
	{ message, counters }: { readonly message: string; readonly counters: TradeRow | null },
): Promise<number> {
	const { locked, seat } = trades;
	const { trx, league, wallNow } = locked;
	requireOpenTrades(locked);
	const text = await checkMessage(message, trades);
	const { open, context } = await loadTradeContext(trx, locked);
	refuseProblems(findTradeProblems(trade, context, "offer"), locked);
	requireManaged(locked, trade.to.teamId);
	const own = open.filter(
		({ state, from_team_id, expires_at }) =>
			state === "offered" && from_team_id === seat.team_id && expires_at.getTime() > wallNow,
	);
	await refuseStopped(locked, trade);
	const made = await countOffersSince(trx, seat.team_id, new Date(wallNow - DAY_MS));
	if (made >= MAX_OFFERS_A_DAY) throw refuse(429, "draft-trade-too-many-today", { most: MAX_OFFERS_A_DAY });
	if (own.length >= MAX_OPEN_OFFERS) throw refuse(429, "draft-trade-too-many-offers", { most: MAX_OPEN_OFFERS });
	// A button that is pressed twice makes one offer.
	if (own.some((other) => isSameTrade(other, trade))) throw refuse(409, "draft-trade-repeated");
	const id = await insertTrade(
		trx,
		{
			league_id: league.id,
			from_team_id: trade.from.teamId,
			to_team_id: trade.to.teamId,
			counters_id: counters && String(counters.id),
			message: text,
			offered_at: new Date(wallNow),
			expires_at: new Date(wallNow + OFFER_MS),
		},
		trade,
	);
	await notifyTeams(locked, { id }, counters ? "counter" : "offer", [trade.to.teamId]);
	return id;
}

/** Offers a trade to another manager, which nobody else sees until she accepts it. */
export const offerTrade = defineTradeAction(
	(trades, { toTeamId, ...body }: TradeOffer & { readonly toTeamId: TeamId }) =>
		saveOffer(trades, buildTrade(trades.seat.team_id, toTeamId, body), { message: body.message, counters: null }),
);

/** Answers an offer with another one. */
export const counterTrade = defineTradeAction(
	async (trades, { tradeId, ...body }: TradeOffer & { readonly tradeId: number }) => {
		const row = await findVisibleTrade(trades, tradeId);
		if (row.to_team_id !== trades.seat.team_id) throw refuse(403, "draft-trade-not-asked");
		requireTradeState(row, "offered", trades.locked.wallNow);
		await endTrade(trades.locked, row, "countered");
		const trade = buildTrade(trades.seat.team_id, row.from_team_id, body);
		return saveOffer(trades, trade, { message: body.message, counters: row });
	},
);
