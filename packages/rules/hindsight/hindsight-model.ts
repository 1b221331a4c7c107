import { isCheaper, pruneCandidates } from "../autofill/prune-candidates.ts";
import type { Dollars, PlayerId, Points } from "../ids.ts";
import type { SlotArea } from "../lineup/lineup.ts";
import { LINES, type Line, mapLines, type Player } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import type { Constraint, IntegerProgram, Objective, Term } from "./integer-program.ts";

/** A player in a finished round; `cost` is her price in that round, and `points` is 0 unless she played. */
export interface HindsightPlayer {
	readonly player: Player;
	readonly points: Points;
	readonly hasPlayed: boolean;
}

export interface HindsightInput {
	readonly pool: readonly HindsightPlayer[];
	/** The maximum cost of the team; null if the pool is the manager's own 21 players. */
	readonly budget: Dollars | null;
	readonly rules: Pick<SeasonRules, "field" | "bench" | "captainFactor" | "priceStep" | "emergencies">;
}

/** What a variable means when it is 1. */
type HindsightChoice =
	| { readonly role: "slot"; readonly playerId: PlayerId; readonly area: SlotArea; readonly line: Line | null }
	| { readonly role: "captain"; readonly playerId: PlayerId }
	/** The player is an emergency who covers a slot of this line. */
	| { readonly role: "cover"; readonly playerId: PlayerId; readonly line: Line }
	/** Neither the captain nor the vice captain played, so no points are doubled. */
	| { readonly role: "no-captain" };

export interface HindsightModel {
	readonly program: IntegerProgram;
	/** One per variable, in the program's order. */
	readonly choices: readonly HindsightChoice[];
}

const isBetterAndCheaper = (a: HindsightPlayer, b: HindsightPlayer): boolean =>
	isCheaper(a.player, b.player) && a.points >= b.points;

/**
 * The players of the pool who can be in the best team. Those who did not play are filtered separately: they score
 * nothing, but the slot of one can be covered.
 */
function listCandidates({ pool, budget, rules }: HindsightInput): readonly HindsightPlayer[] {
	if (budget === null) return pool;
	const slotCounts = { byLine: mapLines((line) => rules.field[line] + rules.bench[line]), utility: 1 };
	return [true, false].flatMap((hasPlayed) => {
		const candidates = pool.filter((candidate) => candidate.hasPlayed === hasPlayed);
		return pruneCandidates(candidates, slotCounts, isBetterAndCheaper);
	});
}

function listChoices(candidates: readonly HindsightPlayer[]): readonly HindsightChoice[] {
	return [
		...candidates.flatMap(({ player: { id, position }, hasPlayed }): HindsightChoice[] => [
			...(["field", "bench"] as const).flatMap((area) =>
				position.map((line) => ({ role: "slot" as const, playerId: id, area, line })),
			),
			{ role: "slot", playerId: id, area: "utility", line: null },
			...(hasPlayed ? [{ role: "captain" as const, playerId: id }] : []),
			...(hasPlayed ? position.map((line) => ({ role: "cover" as const, playerId: id, line })) : []),
		]),
		{ role: "no-captain" },
	];
}

/**
 * Builds the integer program for the best team of a finished round: the legal line-up of players of the pool, within
 * the budget, that scores most with the best captain and emergencies (docs/game-rules.md#points). Ties go to fewer
 * covers, then the lower cost, then the lower ids. `parseHindsightSolution` reads the solution.
 */
export function buildHindsightModel(input: HindsightInput): HindsightModel {
	const candidates = listCandidates(input);
	const choices = listChoices(candidates);
	return { program: buildProgram(input, candidates, choices), choices };
}

/** What the constraints and objectives of a program are built from. */
interface ProgramParts {
	readonly rules: HindsightInput["rules"];
	readonly candidates: readonly HindsightPlayer[];
	readonly didNotPlay: (id: PlayerId) => boolean;
	/** Lists the variables whose coefficient is not 0. */
	readonly listTerms: (getCoefficient: (choice: HindsightChoice) => number) => Term[];
}

const isInSlot = (choice: HindsightChoice, area: SlotArea, line: Line | null): boolean =>
	choice.role === "slot" && choice.area === area && choice.line === line;
const isInArea = (choice: HindsightChoice, area: SlotArea): boolean => choice.role === "slot" && choice.area === area;

function buildSlotConstraints({ rules, listTerms }: ProgramParts): Constraint[] {
	const buildConstraint = (area: SlotArea, line: Line | null, bound: number): Constraint => ({
		terms: listTerms((choice) => (isInSlot(choice, area, line) ? 1 : 0)),
		relation: "=",
		bound,
	});
	return [
		...(["field", "bench"] as const).flatMap((area) =>
			LINES.map((line) => buildConstraint(area, line, rules[area][line])),
		),
		buildConstraint("utility", null, 1),
	];
}

/** Each player is in one slot at most, a captain is on field, and an emergency is on the bench and covers one slot. */
function buildPlayerConstraints({ candidates, listTerms }: ProgramParts): Constraint[] {
	return candidates.flatMap(({ player: { id }, hasPlayed }): Constraint[] => {
		const listOwnTerms = (getCoefficient: (choice: HindsightChoice) => number) =>
			listTerms((choice) => ("playerId" in choice && choice.playerId === id ? getCoefficient(choice) : 0));
		const inOneSlot: Constraint = {
			terms: listOwnTerms(({ role }) => (role === "slot" ? 1 : 0)),
			relation: "<=",
			bound: 1,
		};
		if (!hasPlayed) return [inOneSlot];
		const requireArea = (role: "captain" | "cover", area: SlotArea): Constraint => ({
			terms: listOwnTerms((choice) => {
				if (choice.role === role) return 1;
				return isInArea(choice, area) ? -1 : 0;
			}),
			relation: "<=",
			bound: 0,
		});
		return [inOneSlot, requireArea("captain", "field"), requireArea("cover", "bench")];
	});
}

function buildRoleConstraints({ rules, didNotPlay, listTerms }: ProgramParts): Constraint[] {
	/** A line has at most as many covers as players on field who did not play. */
	const coversNeedVacancy = LINES.map(
		(line): Constraint => ({
			terms: listTerms((choice) => {
				if (choice.role === "cover") return choice.line === line ? 1 : 0;
				return isInSlot(choice, "field", line) && "playerId" in choice && didNotPlay(choice.playerId) ? -1 : 0;
			}),
			relation: "<=",
			bound: 0,
		}),
	);
	return [
		...coversNeedVacancy,
		{
			terms: listTerms(({ role }) => (role === "captain" || role === "no-captain" ? 1 : 0)),
			relation: "=",
			bound: 1,
		},
		{
			terms: listTerms((choice) => {
				// Needs two players on field who did not play, to be captain and vice captain.
				if (choice.role === "no-captain") return -2;
				return choice.role === "slot" && choice.area === "field" && didNotPlay(choice.playerId) ? 1 : 0;
			}),
			relation: ">=",
			bound: 0,
		},
		{ terms: listTerms(({ role }) => (role === "cover" ? 1 : 0)), relation: "<=", bound: rules.emergencies },
	];
}

function buildProgram(
	{ budget, rules }: HindsightInput,
	candidates: readonly HindsightPlayer[],
	choices: readonly HindsightChoice[],
): IntegerProgram {
	const byId = new Map(candidates.map((candidate) => [candidate.player.id, candidate]));
	// Lower ids are preferred last of all. The indexes keep the coefficients of that objective small.
	const idOrder = new Map([...byId.keys()].toSorted((a, b) => a - b).map((id, index) => [id, index]));
	const getPoints = (id: PlayerId) => byId.get(id)?.points ?? 0;
	const getPriceInSteps = (id: PlayerId) => (byId.get(id)?.player.cost ?? 0) / rules.priceStep;
	const listTerms = (getCoefficient: (choice: HindsightChoice) => number): Term[] =>
		choices
			.map((choice, variable) => ({ variable, coefficient: getCoefficient(choice) }))
			.filter(({ coefficient }) => coefficient !== 0);
	const didNotPlay = (id: PlayerId) => byId.get(id)?.hasPlayed === false;
	const parts: ProgramParts = { rules, candidates, didNotPlay, listTerms };

	const cost = listTerms((choice) => (choice.role === "slot" ? getPriceInSteps(choice.playerId) : 0));
	const affordable: Constraint[] =
		budget === null ? [] : [{ terms: cost, relation: "<=", bound: Math.floor(budget / rules.priceStep) }];
	const objectives: Objective[] = [
		{
			sense: "maximise",
			terms: listTerms((choice) => {
				if (choice.role === "captain") return (rules.captainFactor - 1) * getPoints(choice.playerId);
				if (choice.role === "cover") return getPoints(choice.playerId);
				return choice.role === "slot" && choice.area === "field" ? getPoints(choice.playerId) : 0;
			}),
		},
		{ sense: "minimise", terms: listTerms(({ role }) => (role === "cover" ? 1 : 0)) },
		...(budget === null ? [] : [{ sense: "minimise" as const, terms: cost }]),
		{
			sense: "minimise",
			terms: listTerms((choice) => (choice.role === "slot" ? (idOrder.get(choice.playerId) ?? 0) : 0)),
		},
	];
	return {
		variables: choices.map(() => ({ upper: 1 })),
		constraints: [
			...buildSlotConstraints(parts),
			...buildPlayerConstraints(parts),
			...buildRoleConstraints(parts),
			...affordable,
		],
		objectives,
	};
}
