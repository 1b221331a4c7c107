import type { Dollars, RoundId } from "@first-bounce/rules/ids";
import { findChangedPlayers } from "@first-bounce/rules/lineup/changed-players";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { createLockCheck, findLockViolations } from "@first-bounce/rules/lockout/locked-players";
import { computeBank, computeBankAfterEdit } from "@first-bounce/rules/salary/salary";
import { checkTeamEdit } from "@first-bounce/rules/team/edit-team";
import { type RoundOpening, rollBackToOpening } from "@first-bounce/rules/team/rollback";
import {
	getActionRoundId,
	requireStartedTeam,
	type SeasonContext,
	type TeamState,
} from "@first-bounce/rules/team/team-state";
import {
	changeTrade,
	computeBankAfterChange,
	replaceHalf,
	type TradeChange,
} from "@first-bounce/rules/trades/change-trade";
import { makeTrades } from "@first-bounce/rules/trades/make-trades";
import { reverseTrades } from "@first-bounce/rules/trades/reverse-trades";
import type { Trade, TradePair } from "@first-bounce/rules/trades/trade";
import type { Ruling, ViolationCode } from "@first-bounce/rules/violation";
import type { Receipt } from "./receipt.ts";

/** The result of checking a saved action again by the rules. */
export interface CheckedAction {
	/** Why the action should have been refused, in plain words. */
	readonly problems: readonly string[];
	/** Null if the previous bank is unknown, because the team was not created by its manager. */
	readonly bank: Dollars | null;
	readonly trades: readonly Trade[];
}

export interface ActionState {
	/** Null before the first save. */
	readonly team: (Omit<TeamState, "bank"> & { readonly bank: Dollars | null }) | null;
	readonly opening: RoundOpening | null;
}

/**
 * Violations that cannot be checked or are found in another way. Positions are recorded only from the first round on, and
 * moves of locked players are found by comparing line-ups (`listLateMoves`).
 */
const NOT_CHECKED: ReadonlySet<ViolationCode> = new Set([
	"wrong-position",
	"no-place",
	"locked",
	"trade-locked",
	"trade-not-locked",
]);

const listRefusals = (ruling: Ruling<unknown>): readonly string[] =>
	ruling.ok
		? []
		: [
				...new Set(
					ruling.violations.filter(({ code }) => !NOT_CHECKED.has(code)).map(({ code }) => `refused: ${code}`),
				),
			];

function listLateMoves(team: TeamState, after: Lineup, context: SeasonContext): readonly string[] {
	const changedPlayers = findChangedPlayers(team.lineup, after, context.rules);
	return findLockViolations(changedPlayers, createLockCheck(team, context)).flatMap((violation) =>
		violation.code === "locked" ? [`late: player ${violation.playerId} was locked`] : [],
	);
}

function checkPlayersAfter(expectedIds: readonly number[], after: Lineup): readonly string[] {
	const ids = new Set(listPlayerIds(after));
	const isSame = ids.size === expectedIds.length && expectedIds.every((id) => ids.has(id));
	return isSame ? [] : ["the line-up does not have the players that result from the action"];
}

function checkTrades(team: TeamState, { saved, roundId }: Receipt, after: Lineup, context: SeasonContext) {
	const replacements = new Map(saved.trades.map((pair) => [pair.playerOutId, pair.playerInId]));
	const newTrades = saved.trades.map((pair): Trade => {
		const getPrice = (id: number) => context.getPlayer(id)?.cost ?? 0;
		const prices = { priceIn: getPrice(pair.playerInId), priceOut: getPrice(pair.playerOutId) };
		return { ...pair, ...prices, id: 0, roundId, swapIds: [], final: false };
	});
	const expectedIds = listPlayerIds(team.lineup).map((id) => replacements.get(id) ?? id);
	return {
		problems: [...listRefusals(makeTrades(team, saved.trades, context)), ...checkPlayersAfter(expectedIds, after)],
		bank: computeBankAfterEdit(team.bank, team.lineup, after, context.getPlayer),
		trades: [...team.trades, ...newTrades],
	};
}

/** Gives trades ids in their order, because receipts do not have those that were stored. */
const numberTrades = (trades: readonly Trade[]): readonly Trade[] =>
	trades.map((trade, index) => ({ ...trade, id: index + 1 }));

function checkReversal(team: TeamState, { saved, roundId }: Receipt, after: Lineup, context: SeasonContext) {
	const numberedTrades = numberTrades(team.trades);
	const reversedTrades = saved.trades.flatMap((pair) => findTrade(numberedTrades, roundId, pair) ?? []);
	const ids = reversedTrades.map(({ id }) => id);
	// The newest trade is reversed first, because a later trade may have brought a player back.
	const expectedIds = reversedTrades
		.toSorted((a, b) => b.id - a.id)
		.reduce<readonly number[]>(
			(players, trade) => players.map((id) => (id === trade.playerInId ? trade.playerOutId : id)),
			listPlayerIds(team.lineup),
		);
	return {
		problems: [
			...(ids.length === saved.trades.length ? [] : ["a trade that it reverses has no receipt"]),
			...listRefusals(reverseTrades({ ...team, trades: numberedTrades }, ids, context)),
			...checkPlayersAfter(expectedIds, after),
		],
		bank: reversedTrades.reduce((sum, trade) => sum + trade.priceIn - trade.priceOut, team.bank),
		trades: numberedTrades.filter(({ id }) => !ids.includes(id)),
	};
}

/** Finds the newest trade of a round with these players. */
const findTrade = (trades: readonly Trade[], roundId: RoundId, { playerInId, playerOutId }: TradePair) =>
	trades.findLast(
		(trade) => trade.roundId === roundId && trade.playerInId === playerInId && trade.playerOutId === playerOutId,
	);

function checkChange(
	team: TeamState,
	{ before, after: pair }: { readonly before: TradePair; readonly after: TradePair },
	after: Lineup,
	context: SeasonContext,
): CheckedAction {
	const numberedTrades = numberTrades(team.trades);
	const trade = findTrade(numberedTrades, getActionRoundId(context), before);
	if (!trade) return { problems: ["the trade that it changes has no receipt"], bank: team.bank, trades: team.trades };
	const change: TradeChange =
		pair.playerInId === before.playerInId
			? { tradeId: trade.id, half: "out", playerId: pair.playerOutId }
			: { tradeId: trade.id, half: "in", playerId: pair.playerInId };
	const [leavingId, arrivingId] =
		change.half === "in" ? [before.playerInId, pair.playerInId] : [pair.playerOutId, before.playerOutId];
	const expectedIds = listPlayerIds(team.lineup).map((id) => (id === leavingId ? arrivingId : id));
	return {
		problems: [
			...listRefusals(changeTrade({ ...team, trades: numberedTrades }, change, context)),
			...checkPlayersAfter(expectedIds, after),
		],
		bank: computeBankAfterChange(team.bank, trade, change, context.getPlayer),
		trades: numberedTrades.map((other) => (other === trade ? replaceHalf(trade, change, context.getPlayer) : other)),
	};
}

/** Checks what follows from the rule of a saved action. */
function checkByRule(
	receipt: Receipt,
	after: Lineup,
	{ team, opening }: Pick<ActionState, "opening"> & { readonly team: TeamState | null },
	context: SeasonContext,
): CheckedAction {
	const { action, saved, roundId } = receipt;
	if (action === "update" || action === "autopick") {
		const ruling = checkTeamEdit(team, after, { ...context, getProjectedPoints: () => 0 });
		const bank = computeBank(after, team, context.rules, context.getPlayer);
		return { problems: listRefusals(ruling), bank, trades: team?.trades ?? [] };
	}
	const started = requireStartedTeam(team, context);
	if (!team || !started.ok) return { problems: listRefusals(started), bank: saved.bank, trades: [] };
	if (action === "trade-reverse") return checkReversal(team, receipt, after, context);
	const [changedPair] = saved.trades;
	if (saved.tradeBefore && changedPair)
		return checkChange(team, { before: saved.tradeBefore, after: changedPair }, after, context);
	if (action === "rollback") {
		if (!opening) return { problems: ["refused: nothing-to-roll-back"], bank: saved.bank, trades: team.trades };
		const ruling = rollBackToOpening(team, opening, context);
		const isSame = findChangedPlayers(opening.lineup, after, context.rules).length === 0;
		return {
			problems: [...listRefusals(ruling), ...(isSame ? [] : ["the line-up is not the one that the round opened with"])],
			bank: opening.bank,
			trades: team.trades.filter((trade) => trade.roundId !== roundId),
		};
	}
	if (saved.trades.length > 0) return checkTrades(team, receipt, after, context);
	return {
		problems: checkPlayersAfter(listPlayerIds(team.lineup), after),
		bank: team.bank,
		trades: team.trades,
	};
}

/** Checks a saved action again by its rule and the locks, with the team and the season data of that time. */
export function replayAction(
	receipt: Receipt,
	after: Lineup,
	{ team: before, opening }: ActionState,
	context: SeasonContext,
): CheckedAction {
	// If the bank is unknown, 0 is used, so that everything else can be checked.
	const team: TeamState | null = before && { ...before, bank: before.bank ?? 0 };
	const checkedAction = checkByRule(receipt, after, { team, opening }, context);
	if (!team) return checkedAction;
	const problems = [...checkedAction.problems, ...listLateMoves(team, after, context)];
	if (before?.bank !== null) return { ...checkedAction, problems };
	const known = problems.filter((problem) => !problem.endsWith("over-salary-cap"));
	return { ...checkedAction, bank: null, problems: known };
}
