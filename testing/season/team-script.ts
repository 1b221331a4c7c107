import type { ApiFailure } from "@first-bounce/contract/client";
import { type LineupBody, type ShownTeam, type Team, updateTeam } from "@first-bounce/contract/team/team";
import {
	changeTeamCaptain,
	changeTeamEmergency,
	rollBackTeam,
	swapInTeam,
} from "@first-bounce/contract/team/team-actions";
import { reverseSavedTrades, submitTrades, type TradeView } from "@first-bounce/contract/team/trade";
import { changeCaptain, changeEmergencies } from "@first-bounce/rules/captaincy/change-roles";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listBenchIds, listFieldIds, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { LINES } from "@first-bounce/rules/player";
import { swapPlayers } from "@first-bounce/rules/swaps/swap-players";
import { checkTeamEdit } from "@first-bounce/rules/team/edit-team";
import { type RoundOpening, rollBackToOpening } from "@first-bounce/rules/team/rollback";
import type { SeasonContext, TeamState } from "@first-bounce/rules/team/team-state";
import { makeTrades } from "@first-bounce/rules/trades/make-trades";
import { reverseTrades } from "@first-bounce/rules/trades/reverse-trades";
import type { NewTrade } from "@first-bounce/rules/trades/trade";
import { accept, type Ruling } from "@first-bounce/rules/violation";
import type { Client } from "../server/test-app.ts";

export interface ModelTeam {
	readonly state: TeamState | null;
	/** The team at the start of the current round. */
	readonly opening: RoundOpening | null;
	readonly version: number;
}

interface ModelStep {
	readonly team: TeamState;
	readonly newTrades: readonly NewTrade[];
}

/** A request, and the result that the rules expect. */
export interface Step {
	readonly name: string;
	readonly send: (client: Client, version?: number) => Promise<ShownTeam & { trades?: readonly TradeView[] }>;
	readonly computeExpected: (model: ModelTeam, context: SeasonContext) => Ruling<ModelStep>;
}

type Random = () => number;
const drawBelow = (random: Random, below: number): number => Math.floor(random() * below);
const pickOne = (random: Random, ids: readonly number[]): number => ids[drawBelow(random, ids.length)] ?? 0;
const drawSome = <Item>(random: Random, make: () => Item): [Item, ...Item[]] => [
	make(),
	...Array.from({ length: drawBelow(random, 2) }, make),
];
const buildVersionField = (version: number | undefined) => (version === undefined ? {} : { version });
const buildStepWithoutTrades = (ruling: Ruling<TeamState>): Ruling<ModelStep> =>
	ruling.ok ? accept({ team: ruling.value, newTrades: [] }) : ruling;

const getLineup = ({ lineup: field, bench, utilityId, captainId, viceCaptainId, emergency }: Team): Lineup => ({
	field,
	bench,
	utilityId,
	captainId,
	viceCaptainId,
	emergency,
});

/** Builds a request to save a whole line-up. */
export const buildSaveStep = (body: LineupBody): Step => {
	const { lineup: field, ...rest } = body;
	return {
		name: "update",
		send: (client, version) => client(updateTeam, { body: { ...body, ...buildVersionField(version) } }),
		computeExpected: ({ state }, context) =>
			buildStepWithoutTrades(checkTeamEdit(state, { ...rest, field }, { ...context, getProjectedPoints: () => 0 })),
	};
};

const drawSwapStep = (random: Random, team: Team): Step => {
	const swapsPairs = drawSome(random, (): [number, number] => {
		const line = LINES[drawBelow(random, LINES.length)] ?? "DEF";
		const others = random() < 0.7 ? [...team.bench[line], team.utilityId] : listPlayerIds(getLineup(team));
		return [pickOne(random, team.lineup[line]), pickOne(random, others)];
	});
	return {
		name: "swap",
		send: (client, version) => client(swapInTeam, { body: { swapsPairs, ...buildVersionField(version) } }),
		computeExpected: ({ state }, context) => buildStepWithoutTrades(swapPlayers(state, swapsPairs, context)),
	};
};

const drawCaptainStep = (random: Random, team: Team): Step => {
	const type = random() < 0.5 ? "captain" : "viceCaptain";
	const newId = pickOne(random, random() < 0.9 ? listFieldIds(getLineup(team)) : listPlayerIds(getLineup(team)));
	return {
		name: "captain",
		send: (client, version) => client(changeTeamCaptain, { body: { type, newId, ...buildVersionField(version) } }),
		computeExpected: ({ state }, context) => buildStepWithoutTrades(changeCaptain(state, type, newId, context)),
	};
};

const drawEmergenciesStep = (random: Random, team: Team): Step => {
	const emergency = listBenchIds(getLineup(team)).filter(() => random() < 0.5);
	return {
		name: "emergency",
		send: (client, version) => client(changeTeamEmergency, { body: { emergency, ...buildVersionField(version) } }),
		computeExpected: ({ state }, context) => buildStepWithoutTrades(changeEmergencies(state, emergency, context)),
	};
};

const drawTradeStep = (random: Random, team: Team, pool: readonly number[]): Step => {
	const ownIds = listPlayerIds(getLineup(team));
	const others = pool.filter((id) => !ownIds.includes(id));
	const tradePairs = drawSome(random, () => {
		return { playerInId: pickOne(random, others), playerOutId: pickOne(random, ownIds) };
	});
	return {
		name: "trade",
		send: (client, version) => client(submitTrades, { body: { tradePairs, ...buildVersionField(version) } }),
		computeExpected: ({ state }, context) => makeTrades(state, tradePairs, context),
	};
};

const drawReversalStep = (random: Random, savedTradeIds: readonly number[]): Step => {
	const tradeIds = drawSome(random, () => pickOne(random, [...savedTradeIds, 999_999]));
	return {
		name: "reverse",
		send: (client, version) => client(reverseSavedTrades, { body: { tradeIds, ...buildVersionField(version) } }),
		computeExpected: ({ state }, context) => buildStepWithoutTrades(reverseTrades(state, tradeIds, context)),
	};
};

const ROLLBACK_STEP: Step = {
	name: "rollback",
	send: (client, version) => client(rollBackTeam, { body: buildVersionField(version) }),
	computeExpected: ({ state, opening }, context) =>
		opening
			? buildStepWithoutTrades(rollBackToOpening(state, opening, context))
			: { ok: false, violations: [{ code: state ? "nothing-to-roll-back" : "no-line-up" }] },
};

/** Draws a line-up in which one player is replaced from the pool, or swapped with one on the bench. */
function drawEditedLineup(random: Random, team: Team, pool: readonly number[]): LineupBody {
	const { bench, captainId, viceCaptainId, utilityId, emergency } = team;
	const line = LINES[drawBelow(random, LINES.length)] ?? "DEF";
	const place = drawBelow(random, team.lineup[line].length);
	const newId = pickOne(random, random() < 0.5 ? pool : bench[line]);
	const out = team.lineup[line][place] ?? 0;
	const replaceId = (id: number) => {
		if (id === out) return newId;
		return id === newId ? out : id;
	};
	const lineup = { ...team.lineup, [line]: team.lineup[line].with(place, newId) };
	const benched = { ...bench, [line]: bench[line].map(replaceId) };
	const roles = {
		captainId: replaceId(captainId),
		viceCaptainId: replaceId(viceCaptainId),
		emergency: emergency.map(replaceId),
	};
	return { lineup, bench: benched, utilityId, ...roles };
}

/** Draws a random request based on this version of the team. */
export function drawStep(random: Random, team: Team, trades: readonly number[], pool: readonly number[]): Step {
	const choice = random();
	if (choice < 0.2) return drawSwapStep(random, team);
	if (choice < 0.35) return drawCaptainStep(random, team);
	if (choice < 0.45) return drawEmergenciesStep(random, team);
	if (choice < 0.65) return drawTradeStep(random, team, pool);
	if (choice < 0.78) return drawReversalStep(random, trades);
	if (choice < 0.85) return ROLLBACK_STEP;
	return buildSaveStep(drawEditedLineup(random, team, pool));
}

export type StepResponse =
	| {
			readonly ok: true;
			readonly team: Team;
			readonly rollbackAvailable: boolean;
			readonly tradeIds: readonly number[];
	  }
	| { readonly ok: false; readonly status: number; readonly codes: readonly string[] };

export const sendStep = (step: Step, client: Client, version?: number): Promise<StepResponse> =>
	step.send(client, version).then(
		({ team, rollbackAvailable, trades = [] }) => ({
			ok: true,
			team,
			rollbackAvailable,
			tradeIds: trades.map(({ id }) => id),
		}),
		({ status, errors }: ApiFailure) => ({ ok: false, status, codes: errors.map(({ code }) => code) }),
	) as Promise<StepResponse>;
