import type { ApiFailure } from "@first-bounce/contract/client";
import { type LineupBody, type ShownTeam, type Team, updateTeam } from "@first-bounce/contract/team/team";
import {
	changeTeamCaptain,
	changeTeamEmergency,
	rollBackTeam,
	swapInTeam,
} from "@first-bounce/contract/team/team-actions";
import { reverseSavedTrades, submitTrades, type TradeView } from "@first-bounce/contract/team/trade";
import { changeCaptain, changeEmergencies } from "@first-bounce/rules/captaincy/change-marks";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listBenchIds, listFieldIds, listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { LINES } from "@first-bounce/rules/player";
import { swapPlayers } from "@first-bounce/rules/swaps/swap-players";
import { checkTeamEdit } from "@first-bounce/rules/team/edit-team";
import { type RoundOpening, rollBackToOpening } from "@first-bounce/rules/team/rollback";
import type { GameContext, TeamState } from "@first-bounce/rules/team/team-state";
import { makeTrades } from "@first-bounce/rules/trades/make-trades";
import { reverseTrades } from "@first-bounce/rules/trades/reverse-trades";
import type { NewTrade } from "@first-bounce/rules/trades/trade";
import { accept, type Ruling } from "@first-bounce/rules/violation";
import type { Client } from "../test-app.ts";

export interface ModelTeam {
	readonly state: TeamState | null;
	/** The team as the current round opened. */
	readonly opening: RoundOpening | null;
	readonly version: number;
}

export interface ModelStep {
	readonly team: TeamState;
	readonly newTrades: readonly NewTrade[];
}

/** A request: how it is sent, and the result that the rules compute for it. */
export interface Step {
	readonly name: string;
	readonly send: (client: Client, version?: number) => Promise<ShownTeam & { trades?: readonly TradeView[] }>;
	readonly judge: (model: ModelTeam, context: GameContext) => Ruling<ModelStep>;
}

type Random = () => number;
const upTo = (random: Random, below: number): number => Math.floor(random() * below);
const oneOf = (random: Random, ids: readonly number[]): number => ids[upTo(random, ids.length)] ?? 0;
const some = <Item>(random: Random, most: number, make: () => Item): [Item, ...Item[]] => [
	make(),
	...Array.from({ length: upTo(random, most) }, make),
];
const withVersion = (version: number | undefined) => (version === undefined ? {} : { version });
const plain = (ruling: Ruling<TeamState>): Ruling<ModelStep> =>
	ruling.ok ? accept({ team: ruling.value, newTrades: [] }) : ruling;

const getLineup = ({ lineup: field, bench, utilityId, captainId, viceCaptainId, emergency }: Team): Lineup => ({
	field,
	bench,
	utilityId,
	captainId,
	viceCaptainId,
	emergency,
});

/** A request to save a whole line-up. */
export const save = (body: LineupBody): Step => {
	const { lineup: field, ...rest } = body;
	return {
		name: "update",
		send: (client, version) => client(updateTeam, { body: { ...body, ...withVersion(version) } }),
		judge: ({ state }, context) => plain(checkTeamEdit(state, { ...rest, field }, { ...context, projected: () => 0 })),
	};
};

const swap = (random: Random, team: Team): Step => {
	const swapsPairs = some(random, 2, (): [number, number] => {
		const line = LINES[upTo(random, LINES.length)] ?? "DEF";
		const others = random() < 0.7 ? [...team.bench[line], team.utilityId] : listPlayerIds(getLineup(team));
		return [oneOf(random, team.lineup[line]), oneOf(random, others)];
	});
	return {
		name: "swap",
		send: (client, version) => client(swapInTeam, { body: { swapsPairs, ...withVersion(version) } }),
		judge: ({ state }, context) => plain(swapPlayers(state, swapsPairs, context)),
	};
};

const captain = (random: Random, team: Team): Step => {
	const type = random() < 0.5 ? "captain" : "viceCaptain";
	const newId = oneOf(random, random() < 0.9 ? listFieldIds(getLineup(team)) : listPlayerIds(getLineup(team)));
	return {
		name: "captain",
		send: (client, version) => client(changeTeamCaptain, { body: { type, newId, ...withVersion(version) } }),
		judge: ({ state }, context) => plain(changeCaptain(state, type, newId, context)),
	};
};

const emergencies = (random: Random, team: Team): Step => {
	const emergency = listBenchIds(getLineup(team)).filter(() => random() < 0.5);
	return {
		name: "emergency",
		send: (client, version) => client(changeTeamEmergency, { body: { emergency, ...withVersion(version) } }),
		judge: ({ state }, context) => plain(changeEmergencies(state, emergency, context)),
	};
};

const trade = (random: Random, team: Team, pool: readonly number[]): Step => {
	const mine = listPlayerIds(getLineup(team));
	const others = pool.filter((id) => !mine.includes(id));
	const tradePairs = some(random, 2, () => {
		return { playerInId: oneOf(random, others), playerOutId: oneOf(random, mine) };
	});
	return {
		name: "trade",
		send: (client, version) => client(submitTrades, { body: { tradePairs, ...withVersion(version) } }),
		judge: ({ state }, context) => makeTrades(state, tradePairs, context),
	};
};

const reversal = (random: Random, known: readonly number[]): Step => {
	const tradeIds = some(random, 2, () => oneOf(random, [...known, 999_999]));
	return {
		name: "reverse",
		send: (client, version) => client(reverseSavedTrades, { body: { tradeIds, ...withVersion(version) } }),
		judge: ({ state }, context) => plain(reverseTrades(state, tradeIds, context)),
	};
};

const ROLLBACK: Step = {
	name: "rollback",
	send: (client, version) => client(rollBackTeam, { body: withVersion(version) }),
	judge: ({ state, opening }, context) =>
		opening
			? plain(rollBackToOpening(state, opening, context))
			: { ok: false, violations: [{ code: state ? "nothing-to-roll-back" : "no-line-up" }] },
};

/** A line-up with one player exchanged for another of the pool, or two of a line for each other. */
function edited(random: Random, team: Team, pool: readonly number[]): LineupBody {
	const { bench, captainId, viceCaptainId, utilityId, emergency } = team;
	const line = LINES[upTo(random, LINES.length)] ?? "DEF";
	const place = upTo(random, team.lineup[line].length);
	const into = oneOf(random, random() < 0.5 ? pool : bench[line]);
	const out = team.lineup[line][place] ?? 0;
	const heir = (id: number) => (id === out ? into : id === into ? out : id);
	const lineup = { ...team.lineup, [line]: team.lineup[line].with(place, into) };
	const benched = { ...bench, [line]: bench[line].map(heir) };
	const marks = { captainId: heir(captainId), viceCaptainId: heir(viceCaptainId), emergency: emergency.map(heir) };
	return { lineup, bench: benched, utilityId, ...marks };
}

/** Draws a random request based on this version of the team. */
export function randomStep(random: Random, team: Team, trades: readonly number[], pool: readonly number[]): Step {
	const dice = random();
	if (dice < 0.2) return swap(random, team);
	if (dice < 0.35) return captain(random, team);
	if (dice < 0.45) return emergencies(random, team);
	if (dice < 0.65) return trade(random, team, pool);
	if (dice < 0.78) return reversal(random, trades);
	if (dice < 0.85) return ROLLBACK;
	return save(edited(random, team, pool));
}

export type Answer =
	| {
			readonly ok: true;
			readonly team: Team;
			readonly rollbackAvailable: boolean;
			readonly tradeIds: readonly number[];
	  }
	| { readonly ok: false; readonly status: number; readonly codes: readonly string[] };

/** Sends a step and returns the response. */
export const answerTo = (step: Step, client: Client, version?: number): Promise<Answer> =>
	step.send(client, version).then(
		({ team, rollbackAvailable, trades = [] }) => ({
			ok: true,
			team,
			rollbackAvailable,
			tradeIds: trades.map(({ id }) => id),
		}),
		({ status, errors }: ApiFailure) => ({ ok: false, status, codes: errors.map(({ code }) => code) }),
	) as Promise<Answer>;
