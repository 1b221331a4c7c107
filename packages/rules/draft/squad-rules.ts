import type { TeamShape } from "../lineup/slots.ts";
import { LINES, type Line, sumLines } from "../player.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

export const MIN_DRAFT_TEAMS = 4;
export const MAX_DRAFT_TEAMS = 14;
/** Limits of a squad: the players who score, including a utility that scores; the players of one line; and the bench. */
export const MAX_DRAFT_FIELD = 16;
const MAX_DRAFT_LINE = 7;
export const MAX_DRAFT_BENCH = 5;

/** The places of a team in a draft league (docs/game-rules.md#squads). The utility takes a player of any position. */
export interface SquadRules extends TeamShape {
	/** Whether the utility scores like a player on field. */
	readonly utilityScores: boolean;
	/** The most players of a line in a squad. A player with several positions counts in one of them. */
	readonly limits: Readonly<Record<Line, number>>;
}

const ONE_OF_EACH = { DEF: 1, MID: 1, RUC: 1, FWD: 1 };
/** The most teams that can have squads of the classic game's size. The women's lists are too short for more. */
const MAX_CLASSIC_TEAMS = 9;
/** The most teams that may have three rucks each. */
const MAX_THREE_RUCK_TEAMS = 8;

/** The places that a league of a number of teams starts with; its commissioner may change them. */
export function getSquadPreset(teams: number): SquadRules {
	const RUC = teams <= MAX_THREE_RUCK_TEAMS ? 3 : 2;
	return teams <= MAX_CLASSIC_TEAMS
		? {
				field: { DEF: 5, MID: 5, RUC: 1, FWD: 5 },
				bench: ONE_OF_EACH,
				utilityScores: false,
				limits: { DEF: 7, MID: 7, RUC, FWD: 7 },
			}
		: {
				field: { DEF: 4, MID: 4, RUC: 1, FWD: 4 },
				bench: ONE_OF_EACH,
				utilityScores: true,
				limits: { DEF: 6, MID: 6, RUC, FWD: 6 },
			};
}

/** The places of a line on field and bench, without the utility. */
export const countLinePlaces = (rules: TeamShape, line: Line): number => rules.field[line] + rules.bench[line];

/** Whether the places of a team are few enough to be scored (docs/game-rules.md#squads). */
export const isScorableSquad = ({ field, bench, utilityScores }: Omit<SquadRules, "limits">): boolean =>
	sumLines(field) + (utilityScores ? 1 : 0) <= MAX_DRAFT_FIELD &&
	sumLines(bench) <= MAX_DRAFT_BENCH &&
	LINES.every((line) => field[line] <= MAX_DRAFT_LINE);

/** The rules of a season as they are for the teams of a draft league. */
export const applyDraftRules = <Rules extends TeamShape & Pick<SeasonRules, "captainFactor">>(
	rules: Rules,
	{ squad, captainDoubled }: { readonly squad: SquadRules; readonly captainDoubled: boolean },
) => ({
	...rules,
	field: squad.field,
	bench: squad.bench,
	utilityScores: squad.utilityScores,
	captainFactor: captainDoubled ? rules.captainFactor : 1,
});

/** How many players a squad has, and so how many rounds a draft. */
export const getSquadSize = ({ field, bench }: TeamShape): number => sumLines(field) + sumLines(bench) + 1;
