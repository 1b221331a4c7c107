import type { Dollars, PlayerId } from "../ids.ts";
import { isEmptySlot, type Lineup, type SlotArea } from "../lineup/lineup.ts";
import { listPlayerIds } from "../lineup/slots.ts";
import { LINES, type Line } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { type Candidate, filterCandidates } from "./filter-candidates.ts";
import type { Constraint, IntegerProgram, Objective, Term } from "./integer-program.ts";

/** A player of the season, and whether she is locked for this team. */
export interface PoolPlayer extends Candidate {
	readonly locked: boolean;
}

export interface AutofillInput {
	/** Its players keep their slots; slots and captains of 0 are to be filled. */
	readonly lineup: Lineup;
	/** Every player of the season, including those already in the line-up. */
	readonly pool: readonly PoolPlayer[];
	/** The bank left for the empty slots. */
	readonly bank: Dollars;
	/** True for a team that was never saved, which gets its whole bench as emergencies if it names none. */
	readonly firstSave: boolean;
	readonly rules: Pick<SeasonRules, "captainFactor" | "priceStep" | "emergencies">;
}

/** What a variable set to 1 means: a new player in a slot, or a player of the current team as captain. */
export type AutofillChoice =
	| {
			readonly role: "place";
			readonly playerId: PlayerId;
			readonly area: SlotArea;
			readonly line: Line | null;
			readonly isCaptain: boolean;
	  }
	| { readonly role: "current-captain"; readonly playerId: PlayerId };

export interface AutofillModel {
	readonly program: IntegerProgram;
	/** One per variable, in the program's order. */
	readonly choices: readonly AutofillChoice[];
}

interface OpenSlots {
	readonly area: SlotArea;
	readonly line: Line | null;
	readonly count: number;
}

/** Projections are compared in hundredths of a point, because coefficients must be whole. */
const HUNDREDTHS = 100;

function listOpenSlots({ field, bench, utilityId }: Lineup): OpenSlots[] {
	const areas = [
		{ area: "field", players: field },
		{ area: "bench", players: bench },
	] as const;
	return [
		...areas.flatMap(({ area, players }) =>
			LINES.map((line) => ({ area, line, count: players[line].filter(isEmptySlot).length })),
		),
		{ area: "utility" as const, line: null, count: isEmptySlot(utilityId) ? 1 : 0 },
	].filter(({ count }) => count > 0);
}

/** Players of the team who may become captain: on field, not locked, not the vice captain. */
function listCaptainCandidates({ lineup, pool }: AutofillInput): PoolPlayer[] {
	const onField = new Set(LINES.flatMap((line) => lineup.field[line]));
	return pool.filter(({ player, locked }) => onField.has(player.id) && !locked && player.id !== lineup.viceCaptainId);
}

/**
 * Autofill as an integer program (docs/game-rules.md#autofill): fills the empty slots with unlocked players within the
 * bank. `parseAutofillSolution` reads its solution.
 */
export function buildAutofillModel(input: AutofillInput): AutofillModel {
	const currentIds = new Set(listPlayerIds(input.lineup));
	const open = listOpenSlots(input.lineup);
	const countOpenSlots = (line: Line | null) =>
		open.filter((each) => each.line === line).reduce((sum, each) => sum + each.count, 0);
	const candidates = filterCandidates(
		input.pool.filter(({ player, locked }) => !locked && !currentIds.has(player.id)),
		{
			byLine: {
				DEF: countOpenSlots("DEF"),
				MID: countOpenSlots("MID"),
				RUC: countOpenSlots("RUC"),
				FWD: countOpenSlots("FWD"),
			},
			utility: countOpenSlots(null),
		},
	);
	const needsCaptain = isEmptySlot(input.lineup.captainId);
	const additions = candidates.flatMap(({ player }) =>
		open
			.filter(({ line }) => line === null || player.position.includes(line))
			.flatMap(({ area, line }) =>
				(area === "field" && needsCaptain ? [false, true] : [false]).map(
					(isCaptain): AutofillChoice => ({ role: "place", playerId: player.id, area, line, isCaptain }),
				),
			),
	);
	const captains = needsCaptain ? listCaptainCandidates(input) : [];
	const choices: readonly AutofillChoice[] = [
		...additions,
		...captains.map(({ player }): AutofillChoice => ({ role: "current-captain", playerId: player.id })),
	];
	return { program: buildProgram(input, open, choices), choices };
}

function buildProgram(
	{ pool, bank, rules }: AutofillInput,
	open: readonly OpenSlots[],
	choices: readonly AutofillChoice[],
): IntegerProgram {
	const byId = new Map(pool.map((each) => [each.player.id, each]));
	const points = (id: PlayerId) => Math.round((byId.get(id)?.projected ?? 0) * HUNDREDTHS);
	const priceInSteps = (id: PlayerId) => (byId.get(id)?.player.cost ?? 0) / rules.priceStep;
	const terms = (coefficientOf: (choice: AutofillChoice) => number): Term[] =>
		choices
			.map((choice, variable) => ({ variable, coefficient: coefficientOf(choice) }))
			.filter(({ coefficient }) => coefficient !== 0);
	const forAdditions = (value: (id: PlayerId) => number) => (choice: AutofillChoice) =>
		choice.role === "place" ? value(choice.playerId) : 0;

	const allSlotsFilled: Constraint[] = open.map(({ area, line, count }) => ({
		terms: terms((choice) => (choice.role === "place" && choice.area === area && choice.line === line ? 1 : 0)),
		relation: "=",
		bound: count,
	}));
	const variablesByPlayer = Map.groupBy(
		choices.map((choice, variable) => ({ choice, variable })),
		({ choice }) => choice.playerId,
	);
	const atMostOneSlotEach: Constraint[] = [...variablesByPlayer.values()]
		.filter((own) => own.length > 1)
		.map((own) => ({
			terms: own.map(({ variable }) => ({ variable, coefficient: 1 })),
			relation: "<=",
			bound: 1,
		}));
	const captainTerms = terms((choice) => (choice.role === "current-captain" || choice.isCaptain ? 1 : 0));
	const oneCaptain: Constraint[] = captainTerms.length > 0 ? [{ terms: captainTerms, relation: "=", bound: 1 }] : [];
	const affordable: Constraint = {
		terms: terms(forAdditions(priceInSteps)),
		relation: "<=",
		bound: bank / rules.priceStep,
	};
	const objectives: Objective[] = [
		{
			sense: "maximise",
			terms: terms((choice) => {
				if (choice.role === "current-captain") return (rules.captainFactor - 1) * points(choice.playerId);
				return choice.area === "field" ? (choice.isCaptain ? rules.captainFactor : 1) * points(choice.playerId) : 0;
			}),
		},
		{
			sense: "maximise",
			terms: terms((choice) => (choice.role === "place" && choice.area === "bench" ? points(choice.playerId) : 0)),
		},
		{ sense: "minimise", terms: affordable.terms },
	];
	return {
		variables: choices.map(() => ({ upper: 1 })),
		constraints: [...allSlotsFilled, ...atMostOneSlotEach, ...oneCaptain, affordable],
		objectives,
		fallback: { sense: "minimise", terms: affordable.terms },
	};
}
