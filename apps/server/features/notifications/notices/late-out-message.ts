import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listPlayerIds, listScoringIds } from "@first-bounce/rules/lineup/slots";
import { findSuggestedSwap } from "@first-bounce/rules/lockout/lock-warnings";
import { applySwaps, type SwapPair } from "@first-bounce/rules/swaps/swap-players";
import { hasTeamStarted } from "@first-bounce/rules/team/team-state";
import { findChangeableHalf } from "@first-bounce/rules/trades/change-trade";
import type { NotificationTexts } from "../../../i18n/notification-texts.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { buildLineupView } from "../../team/team-view.ts";
import { getTeamPage } from "./notice.ts";
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
function findSwaps(
	outs: readonly PlayerId[],
	{ state, lockContext }: TeamContext,
): { readonly pairs: readonly SwapPair[]; readonly lineup: Lineup } {
	let { lineup } = state;
	const pairs = outs.flatMap((id): SwapPair[] => {
		const replacementId = findSuggestedSwap(lineup, id, lockContext);
		const swapped =
			replacementId === null ? null : applySwaps(lineup, [[id, replacementId]], lockContext, lockContext.isLocked);
		if (replacementId === null || !swapped?.ok) return [];
		lineup = swapped.value;
		return [[id, replacementId]];
	});
	return { pairs, lineup };
}

/** The API call that makes the swaps; null for a classic team that has not started, whose page saves whole line-ups. */
function buildSwapCall(
	{ language, team }: Delivery,
	{ pairs, lineup }: ReturnType<typeof findSwaps>,
	hasStarted: boolean,
	apiBase: string,
) {
	const base = `${apiBase}/${language}`;
	if (team?.draft)
		return {
			address: `${base}/draft/league/${team.draft.leagueId}/lineup`,
			body: { ...buildLineupView(lineup), version: team.version },
		};
	return hasStarted
		? { address: `${base}/fantasy/team/swap`, body: { swapsPairs: pairs, version: team?.version } }
		: null;
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
	const field = listScoringIds(state.lineup, seasonContext.rules);
	const { isLocked, isExpectedToPlay, getStartTime } = context.lockContext;
	const isOut = (id: PlayerId) => !isExpectedToPlay(id) && !isLocked(id);
	const missing = field.filter((id) => isOut(id) && getStartTime(id) !== null);
	// The utility matters only if she could replace somebody.
	const teamIds = listPlayerIds(state.lineup).filter(
		(id) => field.includes(id) || id !== state.lineup.utilityId || missing.length > 0,
	);
	const news = delivery.playerIds.filter((id) => teamIds.includes(id) && isOut(id));
	const [first] = news;
	if (first === undefined) return null;
	// If no field player is among them, they could have replaced those who are missing from the field.
	const outs = news.some((id) => field.includes(id)) ? news : [...news, ...missing];
	const getName = createNameLookup(season);
	const swaps = findSwaps(outs, context);
	const { pairs } = swaps;
	const { draft } = delivery.team;
	const page = getTeamPage(delivery.team);
	const ins = texts.list(pairs.map(([, id]) => getName(id)));
	const halfLocked = state.trades.find(
		(trade) =>
			isOut(trade.playerInId) &&
			// One who was swapped out can still make room for somebody who plays.
			(outs.includes(trade.playerInId) || !field.includes(trade.playerInId)) &&
			findChangeableHalf(trade, state, seasonContext) === "in",
	);
	const swapUrl = pairs.length > 0 ? `${page}?swap=${pairs.map((pair) => pair.join("-")).join(",")}` : page;
	const isOnField = outs.some((id) => field.includes(id));
	// The list of what to fix, below the change of the trade, has the swap too.
	const url = halfLocked ? `/team?check=&change=${halfLocked.id}` : swapUrl;
	const advice = isOnField ? (pairs.length > 0 ? texts.couldComeIn(ins) : texts.nobodyCan) : texts.onBench;
	const swap = {
		label: texts.swapIn(ins),
		url: swapUrl,
		done: texts.swapDone(ins),
		call: buildSwapCall(delivery, swaps, hasTeamStarted(state, seasonContext), apiBase),
	};
	return {
		title: news.length === 1 ? texts.isOut(getName(first)) : texts.areOut(news.length),
		body: `${draft ? `${draft.leagueName}: ` : ""}${texts.willNotPlay(texts.list(outs.map(getName)), formatRound(round, season, texts))} ${advice}${halfLocked ? ` ${texts.changeTrade(getName(halfLocked.playerInId))}` : ""}`,
		tag: `out-${delivery.id}`,
		url,
		swap: pairs.length > 0 ? swap : undefined,
	};
}
