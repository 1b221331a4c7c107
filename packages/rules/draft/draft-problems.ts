import type { PlayerId, TeamId } from "../ids.ts";
import { LINES, type Line } from "../player.ts";
import { canCompleteSquads, type DraftPlayer } from "./complete-squads.ts";
import { countLinePlaces, getSquadSize, type SquadRules } from "./squad-rules.ts";

/** What a draft is started with. */
export interface DraftPlan {
	/** The number of teams that the league is for. */
	readonly size: number;
	readonly teams: readonly TeamId[];
	/** Null until it is drawn or set. */
	readonly order: readonly TeamId[] | null;
	readonly rules: SquadRules;
	readonly players: readonly DraftPlayer[];
	/** How many rounds are left whose first match has not started. */
	readonly roundsLeft: number;
}

export type DraftProblem =
	| { readonly code: "teams-missing"; readonly missing: number }
	| { readonly code: "order-missing" }
	/** The teams of the order are not those of the league, because it was set before a team joined or left. */
	| { readonly code: "order-outdated" }
	| { readonly code: "limit-below-places"; readonly line: Line; readonly places: number; readonly limit: number }
	/** `line` is null if each line has enough players, but all lines together have not. */
	| { readonly code: "players-missing"; readonly line: Line | null; readonly needed: number; readonly known: number }
	| { readonly code: "no-round-left" }
	/** Keepers are still chosen; until when. */
	| { readonly code: "keepers-open"; readonly until: string }
	/** Players of last season's squads whom nobody has found in this season's list. */
	| { readonly code: "players-unmatched"; readonly count: number }
	/** A team cannot keep somebody whom it has chosen. */
	| { readonly code: "keeper-refused"; readonly teamId: TeamId; readonly playerId: PlayerId };

function findMissingPlayers({ size, rules, players }: DraftPlan): DraftProblem | null {
	for (const line of LINES) {
		const needed = size * countLinePlaces(rules, line);
		const known = players.filter(({ position }) => position.includes(line)).length;
		if (known < needed) return { code: "players-missing", line, needed, known };
	}
	const squads = Array.from({ length: size }, () => []);
	if (canCompleteSquads(squads, players, rules)) return null;
	return { code: "players-missing", line: null, needed: size * getSquadSize(rules), known: players.length };
}

/** Lists every reason why a draft cannot start now; none if it can (docs/game-rules.md#start-of-a-draft). */
export function listDraftProblems(plan: DraftPlan): DraftProblem[] {
	const { size, teams, order, rules, roundsLeft } = plan;
	const problems: DraftProblem[] = [];
	if (teams.length < size) problems.push({ code: "teams-missing", missing: size - teams.length });
	if (order === null) problems.push({ code: "order-missing" });
	else if (order.length !== teams.length || teams.some((teamId) => !order.includes(teamId)))
		problems.push({ code: "order-outdated" });
	for (const line of LINES) {
		const [places, limit] = [countLinePlaces(rules, line), rules.limits[line]];
		if (limit < places) problems.push({ code: "limit-below-places", line, places, limit });
	}
	const playersMissing = findMissingPlayers(plan);
	if (playersMissing) problems.push(playersMissing);
	if (roundsLeft === 0) problems.push({ code: "no-round-left" });
	return problems;
}
