import type { BodyOf } from "@first-bounce/contract/call";
import type {
	acceptTrade as acceptCall,
	rejectTrade as rejectCall,
	withdrawTrade as withdrawCall,
} from "@first-bounce/contract/draft/trades";
import { buildReviewTerms, getReviewEnd } from "@first-bounce/rules/draft/trade-review";
import { findTradeProblems } from "@first-bounce/rules/draft/trades";
import { refuse } from "../../../../plugins/refusal.ts";
import { executeIfDue } from "./execute-trade.ts";
import { defineTradeAction, findVisibleTrade } from "./locked-trades.ts";
import { findTrade, insertDrops, updateTrade } from "./queries.ts";
import {
	endTrade,
	notifyReviewers,
	notifyTeams,
	publishTrade,
	refuseProblems,
	requireManaged,
	requireOpenTrades,
	requireTradeState,
} from "./trade-actions.ts";
import { getReviewRules, loadTradeContext } from "./trade-context.ts";

/**
 * Accepts an offer, with the players whom the team drops for it. Without a review, it is executed at once unless one of its
 * players is locked.
 */
export const acceptTrade = defineTradeAction(async (trades, { tradeId, dropIds = [] }: BodyOf<typeof acceptCall>) => {
	const { locked, viewer, seat } = trades;
	const { trx, now, wallNow } = locked;
	const row = await findVisibleTrade(trades, tradeId);
	if (row.to_team_id !== seat.team_id) throw refuse(403, "draft-trade-not-asked");
	requireTradeState(row, "offered", wallNow);
	requireOpenTrades(locked);
	requireManaged(locked, row.from_team_id);
	const to = { ...row.to, dropIds };
	const { context } = await loadTradeContext(trx, locked);
	refuseProblems(findTradeProblems({ from: row.from, to }, context, "accept"), locked);
	const terms = buildReviewTerms(getReviewRules(locked), viewer.managers);
	await updateTrade(trx, row.id, {
		state: "accepted",
		accepted_at: new Date(wallNow),
		review_ends_at: new Date(getReviewEnd(terms, now)),
		review_terms: JSON.stringify(terms),
	});
	await insertDrops(trx, row.id, to);
	await notifyTeams(locked, row, "accepted", [row.from_team_id]);
	const accepted = await findTrade(trx, locked.league.id, row.id);
	if (accepted && (await executeIfDue(locked, accepted, viewer.managers))) return row.id;
	if (accepted) await notifyReviewers(locked, accepted, viewer.managers);
	await publishTrade(locked, row.id, "accepted");
	return row.id;
});

/** Rejects an offer. */
export const rejectTrade = defineTradeAction(async (trades, { tradeId }: BodyOf<typeof rejectCall>) => {
	const row = await findVisibleTrade(trades, tradeId);
	if (row.to_team_id !== trades.seat.team_id) throw refuse(403, "draft-trade-not-asked");
	requireTradeState(row, "offered", trades.locked.wallNow);
	await endTrade(trades.locked, row, "rejected");
	await notifyTeams(trades.locked, row, "rejected", [row.from_team_id]);
	return row.id;
});

/** Withdraws an offer before it is accepted. */
export const withdrawTrade = defineTradeAction(async (trades, { tradeId }: BodyOf<typeof withdrawCall>) => {
	const row = await findVisibleTrade(trades, tradeId);
	if (row.from_team_id !== trades.seat.team_id) throw refuse(403, "draft-trade-not-own");
	requireTradeState(row, "offered", trades.locked.wallNow);
	await endTrade(trades.locked, row, "withdrawn");
	return row.id;
});
