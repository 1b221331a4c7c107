import type { BodyOf } from "@first-bounce/contract/call";
import type {
	approveTrade as approveCall,
	stopTrade as stopCall,
	voteOnTrade as voteCall,
} from "@first-bounce/contract/draft/trades";
import { cleanMessageText } from "@first-bounce/contract/leagues/message-text";
import { countStoppingVotes } from "@first-bounce/rules/draft/trade-review";
import { refuse } from "../../../../plugins/refusal.ts";
import { isDecentText } from "../../../names/allowed-names.ts";
import { getReasonToShow } from "../squads/proposals.ts";
import { executeIfDue, stopAcceptedTrade } from "./execute-trade.ts";
import { defineTradeAction, findVisibleTrade, type LockedTrades } from "./locked-trades.ts";
import { findTrade, type TradeRow, updateTrade, upsertVote } from "./queries.ts";
import { publishTrade, requireTradeState } from "./trade-actions.ts";
import { findDecider } from "./trade-context.ts";
import { isDeciding, isVoting } from "./trade-view.ts";

/** Finds an accepted trade that is under review, with who decides on it. */
async function findTradeUnderReview(trades: LockedTrades, tradeId: number) {
	const { locked, viewer } = trades;
	const row = await findVisibleTrade(trades, tradeId);
	requireTradeState(row, "accepted", locked.wallNow);
	if ((row.review_ends_at?.getTime() ?? 0) <= locked.now) throw refuse(409, "draft-trade-review-over");
	return { row, decider: findDecider(locked, row, viewer.managers) };
}

/** Votes on a trade of two other managers. Enough votes against it stop it at once. */
export const voteOnTrade = defineTradeAction(async (trades, { tradeId, isAgainst }: BodyOf<typeof voteCall>) => {
	const { locked, viewer, seat } = trades;
	const { row, decider } = await findTradeUnderReview(trades, tradeId);
	if (!isVoting(decider, viewer)) throw refuse(403, "draft-trade-no-vote");
	const at = new Date(locked.wallNow);
	await upsertVote(locked.trx, { trade_id: String(row.id), team_id: seat.team_id, is_against: isAgainst, at });
	const votes = [...row.votes.filter(({ teamId }) => teamId !== seat.team_id), { teamId: seat.team_id, isAgainst }];
	const stopping = countStoppingVotes(decider, votes);
	if (stopping) await stopAcceptedTrade(locked, row, { code: "vote", ...stopping });
	else await publishTrade(locked, row.id, "accepted");
	return row.id;
});

async function findTradeToDecide(trades: LockedTrades, tradeId: number): Promise<TradeRow> {
	const { row, decider } = await findTradeUnderReview(trades, tradeId);
	if (!isDeciding(decider, trades.viewer)) throw refuse(403, "draft-trade-no-decision");
	return row;
}

/** Stops a trade, by who reviews it, with a reason that all members read. */
export const stopTrade = defineTradeAction(async (trades, { tradeId, reason }: BodyOf<typeof stopCall>) => {
	const text = cleanMessageText(reason);
	if (text === "" || !isDecentText(text)) throw refuse(422, "draft-trade-message-not-allowed");
	const row = await findTradeToDecide(trades, tradeId);
	const { locked, viewer } = trades;
	const shown = await getReasonToShow(locked, viewer.userId, text);
	await stopAcceptedTrade(locked, row, { code: "commissioner", text: shown });
	return row.id;
});

/** Ends the review of a trade, by who reviews it. It is executed at once if nobody in it is locked. */
export const approveTrade = defineTradeAction(async (trades, { tradeId }: BodyOf<typeof approveCall>) => {
	const { locked, viewer } = trades;
	const row = await findTradeToDecide(trades, tradeId);
	await updateTrade(locked.trx, row.id, { review_ends_at: new Date(locked.now) });
	const approved = await findTrade(locked.trx, locked.league.id, row.id);
	if (!approved || !(await executeIfDue(locked, approved, viewer.managers)))
		await publishTrade(locked, row.id, "accepted");
	return row.id;
});
