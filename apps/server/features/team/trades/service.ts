import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type {
	changeSavedTrade,
	listTrades,
	reverseSavedTrades,
	submitTrades,
	TradeView,
} from "@first-bounce/contract/team/trade";
import type { PlayerId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import { getActionRoundId, type SeasonContext, type TeamState } from "@first-bounce/rules/team/team-state";
import { changeTrade, type TradeChange } from "@first-bounce/rules/trades/change-trade";
import { makeTradesWithLineup } from "@first-bounce/rules/trades/make-trades";
import { isTradeLocked, reverseTrades } from "@first-bounce/rules/trades/reverse-trades";
import { countTradesLeft, type Trade } from "@first-bounce/rules/trades/trade";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { type AppliedAction, applyTeamAction, toTeamUpdate } from "../actions/apply-team-action.ts";
import { buildShownTeam, loadTeam, type Manager, type TeamServices } from "../load-team.ts";
import type { TeamRow } from "../team-row.ts";
import { buildSeasonContext, buildTeamState } from "../team-state.ts";

const buildTradePlayer = (id: PlayerId, { players }: SeasonSnapshot): TradeView["in"] => {
	const player = players.get(id);
	return {
		id,
		firstName: player?.firstName ?? "",
		lastName: player?.lastName ?? "",
		squadId: player?.squadId ?? 0,
		position: [...(player?.position ?? [])],
		cost: player?.cost ?? 0,
	};
};

const buildTradeView = (trade: Trade, team: TeamState, season: SeasonSnapshot, context: SeasonContext): TradeView => ({
	...trade,
	in: buildTradePlayer(trade.playerInId, season),
	out: buildTradePlayer(trade.playerOutId, season),
	// A field of the official API: the trade is saved, not only in the browser.
	fromBE: true,
	swapIds: [...trade.swapIds],
	isLocked: isTradeLocked(trade, team, context),
});

/** Lists a team's trades of one round or of all rounds, and counts those left for the current round. */
function buildTradeList(row: TeamRow, season: SeasonSnapshot, now: SeasonTime, roundId: RoundId | null) {
	const context = buildSeasonContext(season, now, row);
	const team = buildTeamState(row, season);
	const listedTrades = row.trades.filter((trade) => roundId === null || trade.roundId === roundId);
	return {
		trades: team ? listedTrades.map((trade) => buildTradeView(trade, team, season, context)) : [],
		tradesLeft: countTradesLeft(row.trades, getActionRoundId(context), season.rules),
	};
}

/** Lists the trades of one round, or of the season if `roundId` is null. */
export async function listTeamTrades(
	services: TeamServices,
	manager: Manager,
	roundId: RoundId | null,
): Promise<SuccessOf<typeof listTrades>> {
	const { row, season } = await loadTeam(services, manager);
	if (roundId !== null && !findRound(season.rounds, roundId)) throw refuse(404, "round-unknown");
	const now = services.clocks.seasonNow();
	return { ...buildShownTeam(row, season, services), ...buildTradeList(row, season, now, roundId) };
}

const buildTradeResponse = (
	{ row, season, shown }: AppliedAction,
	now: SeasonTime,
): SuccessOf<typeof submitTrades> => ({
	...shown,
	...buildTradeList(row, season, now, null),
});

/** Makes all of the trades and line-up changes or none (docs/game-rules.md#trades): `fantasy/trade/make`. */
export async function makeTeamTrades(
	services: TeamServices,
	manager: Manager,
	{ tradePairs, swapsPairs = [], captainId, version }: BodyOf<typeof submitTrades>,
): Promise<SuccessOf<typeof submitTrades>> {
	const request = { action: "trade-make", version } as const;
	const applied = await applyTeamAction(services, manager, request, ({ team, context }) =>
		makeTradesWithLineup(team, tradePairs, { swapsPairs, captainId: captainId ?? null }, context),
	);
	return buildTradeResponse(applied, services.clocks.seasonNow());
}

/** Reverses trades, given in any order (docs/game-rules.md#reversing-trades): `fantasy/trade/reverse`. */
export async function reverseTeamTrades(
	services: TeamServices,
	manager: Manager,
	{ tradeIds, version }: BodyOf<typeof reverseSavedTrades>,
): Promise<SuccessOf<typeof reverseSavedTrades>> {
	const request = { action: "trade-reverse", version } as const;
	const applied = await applyTeamAction(services, manager, request, ({ team, context }) =>
		toTeamUpdate(reverseTrades(team, tradeIds, context)),
	);
	return buildTradeResponse(applied, services.clocks.seasonNow());
}

/** Changes the unlocked half of a trade (docs/game-rules.md#changing-a-half-locked-trade): `fantasy/trade/change`. */
export async function changeTeamTrade(
	services: TeamServices,
	manager: Manager,
	{ tradeId, playerInId, playerOutId, priceIn, priceOut, version }: BodyOf<typeof changeSavedTrade>,
): Promise<SuccessOf<typeof changeSavedTrade>> {
	const request = { action: "trade-change", version } as const;
	const change: TradeChange =
		playerInId === undefined
			? { tradeId, half: "out", playerId: playerOutId ?? 0, price: priceOut }
			: { tradeId, half: "in", playerId: playerInId, price: priceIn };
	const applied = await applyTeamAction(services, manager, request, ({ team, context }) =>
		toTeamUpdate(changeTrade(team, change, context)),
	);
	return buildTradeResponse(applied, services.clocks.seasonNow());
}
