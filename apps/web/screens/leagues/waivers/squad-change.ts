import { projectSquad } from "@first-bounce/rules/draft/expected-points";
import { placeSquad } from "@first-bounce/rules/draft/place-squad";
import { applyMoves, type MoveProblem } from "@first-bounce/rules/draft/squad-moves";
import { countLinePlaces, type SquadRules } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, Points } from "@first-bounce/rules/ids";
import { listSlots } from "@first-bounce/rules/lineup/slots";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { sum } from "@first-bounce/rules/numbers";
import { LINES, type Line } from "@first-bounce/rules/player";
import type { Season } from "../../../api/season-model.ts";
import { forecastPlayer } from "../../../draft-league/coach/coach-moves.ts";
import { getRoundProjection } from "../../../players/team-score.ts";

interface Situation {
	readonly season: Season;
	readonly rules: SquadRules;
}

export interface Change {
	readonly squad: readonly PlayerId[];
	readonly add: PlayerId;
	/** Null if nobody is dropped. */
	readonly drop: PlayerId | null;
}

const listPlayers = (ids: readonly PlayerId[], { season }: Situation) =>
	ids.flatMap((id) => season.playerById.get(id) ?? []);

export const applyChange = ({ squad, add, drop }: Change): readonly PlayerId[] => [
	...squad.filter((id) => id !== drop),
	add,
];

/** Any id will do: the rules only need to know which players are in the same team. */
const TEAM_ID = 1;

/** Finds why a squad cannot change like this; null if it can. A player who is claimed may be locked until the run. */
export function findChangeProblem(
	{ squad, add, drop }: Change,
	{ season, rules, isLocked }: Situation & { readonly isLocked: LockCheck },
): MoveProblem["code"] | null {
	const squads = { owners: new Map(squad.map((id) => [id, TEAM_ID])), injured: new Map(), lineups: new Map() };
	const moves = [
		{ playerId: add, fromTeamId: null, toTeamId: TEAM_ID },
		...(drop === null ? [] : [{ playerId: drop, fromTeamId: TEAM_ID, toTeamId: null }]),
	];
	const context = {
		rules,
		getPlayer: (id: PlayerId) => season.playerById.get(id),
		isLocked: (id: PlayerId) => id !== add && isLocked(id),
	};
	const result = applyMoves(squads, { moves }, context);
	return result.ok ? null : result.problem.code;
}

/** The points that a squad's best line-up is projected to score in the next round, without a captain. */
export function projectRound(squad: readonly PlayerId[], situation: Situation): Points {
	const { season, rules } = situation;
	const players = listPlayers(squad, situation).map((player) => ({
		id: player.id,
		position: player.position,
		points: getRoundProjection(player, null, season),
	}));
	const points = new Map(players.map((player) => [player.id, player.points]));
	const placed = placeSquad(players, rules);
	return listSlots(rules).reduce((sum, { area }, index) => {
		const scores = area === "field" || (area === "utility" && rules.utilityScores);
		return sum + (scores ? (points.get(placed[index] ?? 0) ?? 0) : 0);
	}, 0);
}

/** The points that a squad's best line-ups are projected to score in all rounds that are left, without a captain. */
export function projectRest(squad: readonly PlayerId[], situation: Situation): Points {
	const players = listPlayers(squad, situation).map((player) => forecastPlayer(player, situation.season));
	return sum(projectSquad(players, situation.rules));
}

interface LineCount {
	readonly line: Line;
	readonly before: number;
	readonly after: number;
	/** How many the field and bench have places for. */
	readonly places: number;
}

/** Lists the lines in which a change leaves more or fewer players who can play there. */
export function listLineChanges(change: Change, situation: Situation): LineCount[] {
	const count = (ids: readonly PlayerId[], line: Line) =>
		listPlayers(ids, situation).filter(({ position }) => position.includes(line)).length;
	const after = applyChange(change);
	return LINES.map((line) => ({
		line,
		before: count(change.squad, line),
		after: count(after, line),
		places: countLinePlaces(situation.rules, line),
	})).filter((counted) => counted.before !== counted.after);
}
