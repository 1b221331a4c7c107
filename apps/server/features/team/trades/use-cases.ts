import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { listTrades, reverseSavedTrades, submitTrades, TradeView } from "@first-bounce/contract/team/trade";
import type { PlayerId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { roundById } from "@first-bounce/rules/round/rounds";
import { actionRoundId, type GameContext, type TeamState } from "@first-bounce/rules/team/team-state";
import { makeTrades } from "@first-bounce/rules/trades/make-trades";
import { isTradeLocked, reverseTrades } from "@first-bounce/rules/trades/reverse-trades";
import { type Trade, tradesLeft } from "@first-bounce/rules/trades/trade";
import { allowed } from "@first-bounce/rules/violation";
import { refuse } from "../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { actOnTeam, type DoneAction } from "../actions/act-on-team.ts";
import { type Manager, readTeam, showTeam, type TeamServices } from "../read-team.ts";
import type { TeamRow } from "../team-row.ts";
import { contextOf, teamState } from "../team-state.ts";

const brief = (id: PlayerId, { players }: SeasonSnapshot): TradeView["in"] => {
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

const tradeView = (trade: Trade, team: TeamState, game: SeasonSnapshot, context: GameContext): TradeView => ({
	...trade,
	in: brief(trade.playerInId, game),
	out: brief(trade.playerOutId, game),
	fromBE: true,
	swapIds: [...trade.swapIds],
	isLocked: isTradeLocked(trade, team, context),
});

/** A team's trades, those of one round or of all, and how many are left for the current round. */
function tradesOf(row: TeamRow, game: SeasonSnapshot, now: SeasonTime, roundId: RoundId | null) {
	const context = contextOf(game, now, row);
	const team = teamState(row, game);
	const listed = row.trades.filter((trade) => roundId === null || trade.roundId === roundId);
	return {
		trades: team ? listed.map((trade) => tradeView(trade, team, game, context)) : [],
		tradesLeft: tradesLeft(row.trades, actionRoundId(context), game.rules),
	};
}

/** `fantasy/trade/list`, of one round or of the season. */
export async function myTrades(
	services: TeamServices,
	manager: Manager,
	roundId: RoundId | null,
): Promise<SuccessOf<typeof listTrades>> {
	const { row, game } = await readTeam(services, manager);
	if (roundId !== null && !roundById(game.rounds, roundId)) throw refuse(404, "round-unknown");
	const now = services.clocks.seasonNow();
	return { ...showTeam(row, game, services), ...tradesOf(row, game, now, roundId) };
}

const answer = ({ row, game, shown }: DoneAction, now: SeasonTime): SuccessOf<typeof submitTrades> => ({
	...shown,
	...tradesOf(row, game, now, null),
});

/** `fantasy/trade/make`: all pairs or none, at the prices in force (decisions §6). */
export async function make(
	services: TeamServices,
	manager: Manager,
	{ tradePairs, version }: BodyOf<typeof submitTrades>,
): Promise<SuccessOf<typeof submitTrades>> {
	const request = { action: "trade-make", version } as const;
	const done = await actOnTeam(services, manager, request, ({ team, context }) =>
		makeTrades(team, tradePairs, context),
	);
	return answer(done, services.clocks.seasonNow());
}

/** `fantasy/trade/reverse`: the trades named, in any order, with the money that was paid (decisions §6). */
export async function reverse(
	services: TeamServices,
	manager: Manager,
	{ tradeIds, version }: BodyOf<typeof reverseSavedTrades>,
): Promise<SuccessOf<typeof reverseSavedTrades>> {
	const request = { action: "trade-reverse", version } as const;
	const done = await actOnTeam(services, manager, request, ({ team, context }) => {
		const reversed = reverseTrades(team, tradeIds, context);
		return reversed.ok ? allowed({ team: reversed.value }) : reversed;
	});
	return answer(done, services.clocks.seasonNow());
}
