import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { listFieldIds, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { findSuggestedSwap } from "@first-bounce/rules/lockout/lock-warnings";
import { applySwaps, type SwapPair } from "@first-bounce/rules/swaps/swap-players";
import { hasTeamStarted } from "@first-bounce/rules/team/team-state";
import { findChangeableHalf } from "@first-bounce/rules/trades/change-trade";
import type { NotificationTexts } from "../../../i18n/notification-texts.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { createNameLookup, formatRound, type NotificationContent } from "./notification-content.ts";
import type { Delivery } from "./queries.ts";
import { buildTeamContext, type TeamContext } from "./team-context.ts";

interface LateOutContext {
	readonly season: SeasonSnapshot;
	readonly now: SeasonTime;
	/** The path of the API, which the button calls. */
	readonly apiBase: string;
}

/** Suggests a swap for each missing player. Each swap is legal after the previous ones. */
function findSwaps(outs: readonly PlayerId[], { state, lockContext }: TeamContext): readonly SwapPair[] {
	let { lineup } = state;
	return outs.flatMap((id): SwapPair[] => {
		const replacementId = findSuggestedSwap(lineup, id, lockContext);
		const swapped =
			replacementId === null ? null : applySwaps(lineup, [[id, replacementId]], lockContext, lockContext.isLocked);
		if (replacementId === null || !swapped?.ok) return [];
		lineup = swapped.value;
		return [[id, replacementId]];
	});
}

/** Says who is out, who could come in, and whether a trade can still be changed. Null if nothing can be done any more. */
export function buildLateOut(
	delivery: Delivery,
	round: SnapshotRound,
	{ season, now, apiBase }: LateOutContext,
	texts: NotificationTexts,
): NotificationContent | null {
	const context = buildTeamContext(delivery.team, season, round, now);
	if (!context?.playsRound || !delivery.team) return null;
	const { state, seasonContext } = context;
	const field = listFieldIds(state.lineup);
	const { isLocked, isExpectedToPlay, getStartTime } = context.lockContext;
	const isOut = (id: PlayerId) => !isExpectedToPlay(id) && !isLocked(id);
	const missing = field.filter((id) => isOut(id) && getStartTime(id) !== null);
	// The utility matters only if she could replace somebody.
	const teamIds = listPlayerIds(state.lineup).filter((id) => id !== state.lineup.utilityId || missing.length > 0);
	const news = delivery.playerIds.filter((id) => teamIds.includes(id) && isOut(id));
	const [first] = news;
	if (first === undefined) return null;
	// If no field player is among them, they could have replaced those who are missing from the field.
	const outs = news.some((id) => field.includes(id)) ? news : [...news, ...missing];
	const getName = createNameLookup(season);
	const pairs = findSwaps(outs, context);
	const ins = texts.list(pairs.map(([, id]) => getName(id)));
	const halfLocked = state.trades.find(
		(trade) =>
			isOut(trade.playerInId) &&
			// One who was swapped out can still make room for somebody who plays.
			(outs.includes(trade.playerInId) || !field.includes(trade.playerInId)) &&
			findChangeableHalf(trade, state, seasonContext) === "in",
	);
	const swapUrl = pairs.length > 0 ? `/team?swap=${pairs.map((pair) => pair.join("-")).join(",")}` : "/team";
	const isOnField = outs.some((id) => field.includes(id));
	// The list of what to fix, below the change of the trade, has the swap too.
	const url = halfLocked ? `/team?check=&change=${halfLocked.id}` : swapUrl;
	const advice = isOnField ? (pairs.length > 0 ? texts.couldComeIn(ins) : texts.nobodyCan) : texts.onBench;
	const call = {
		address: `${apiBase}/${delivery.language}/fantasy/team/swap`,
		body: { swapsPairs: pairs, version: delivery.team.version },
	};
	const swap = {
		label: texts.swapIn(ins),
		url: swapUrl,
		done: texts.swapDone(ins),
		call: hasTeamStarted(context.state, context.seasonContext) ? call : null,
	};
	return {
		title: news.length === 1 ? texts.isOut(getName(first)) : texts.areOut(news.length),
		body: `${texts.willNotPlay(texts.list(outs.map(getName)), formatRound(round, season, texts))} ${advice}${halfLocked ? ` ${texts.changeTrade(getName(halfLocked.playerInId))}` : ""}`,
		tag: `out-${delivery.id}`,
		url,
		swap: pairs.length > 0 ? swap : undefined,
	};
}
