import type { MatchId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { Match, Round } from "@first-bounce/rules/round/round";
import { isClubChangeLocked, isFixtureChangeLocked } from "@first-bounce/rules/season-changes/change-limits";
import { formatCanonicalJson, type Guard, type Protection } from "./merge-table.ts";
import type { SeasonTable } from "./season-tables.ts";

/** How far a season has progressed, which limits what an import may change. */
export interface SeasonProgress {
	readonly rounds: readonly Round[];
	readonly matches: ReadonlyMap<MatchId, Match>;
	readonly now: SeasonTime;
	/** The keys of corrected stat lines, such as `101 1003` for match and player. */
	readonly corrected: ReadonlySet<string>;
	readonly hasLineups: boolean;
}

/** Rules that the points of published rounds depend on. */
const SCORING_RULES = ["scoring", "captainFactor", "field", "bench", "emergencies"];
/** Columns of a match that decide which players are locked. */
const LOCKING_COLUMNS = ["round_id", "starts_at", "home_squad_id", "away_squad_id"];

const protectIf = (condition: boolean | undefined, protection: Protection): readonly Protection[] =>
	condition ? [protection] : [];

/**
 * Creates a table's guard against changes that no import may make: to published rounds, which only a correction may
 * change, and to columns that a round in play depends on.
 *
 * @param getMatchRound returns the round of a match after the fixture was merged; undefined for an unknown match
 */
export function createGuard(
	name: SeasonTable["name"],
	progress: SeasonProgress,
	getMatchRound: (matchId: MatchId) => RoundId | undefined,
): Guard {
	const { rounds, matches, now, corrected, hasLineups } = progress;
	const statusByRound = new Map(rounds.map(({ id, status }) => [id, status]));
	const isPublished = (roundId: unknown) => statusByRound.get(Number(roundId)) === "complete";
	const hasStarted = (roundId: unknown) => (statusByRound.get(Number(roundId)) ?? "scheduled") !== "scheduled";
	const lastStarted = Math.max(0, ...rounds.filter(({ id }) => hasStarted(id)).map(({ id }) => id));
	const published = { reason: "published" } as const;

	const guards: Readonly<Record<SeasonTable["name"], Guard>> = {
		squads: () => [],
		rounds: () => [],
		seasons: (stored, file) => {
			if (!stored || !file) return [];
			const formatPremiershipPoints = ({ leagues }: typeof stored) =>
				formatCanonicalJson((leagues as Readonly<Record<string, unknown>> | undefined)?.premiershipPoints);
			// Ladders depend on one rule of `leagues`; the others may change.
			const isLadderAffected = formatPremiershipPoints(stored) !== formatPremiershipPoints(file);
			const scoringColumns = [...SCORING_RULES, ...(isLadderAffected ? ["leagues"] : [])];
			return [
				...protectIf(
					rounds.some(({ status }) => status === "complete"),
					{ ...published, columns: scoringColumns },
				),
				...protectIf(hasLineups, { reason: "has-teams", columns: ["field", "bench"] }),
				...protectIf(Number(file.lastRound) < lastStarted, { reason: "begun", columns: ["lastRound"] }),
			];
		},
		players: (stored, file) => {
			if (!stored || !file) return [];
			const fromRounds = [stored.from_round, file.from_round];
			const squads = [Number(stored.squad_id), Number(file.squad_id)];
			return [
				...protectIf(fromRounds.some(hasStarted), { reason: "begun", columns: ["from_round"] }),
				...protectIf(isClubChangeLocked(squads, rounds, now), { reason: "locked", columns: ["squad_id"] }),
			];
		},
		player_prices: (stored) => protectIf(stored !== null && hasStarted(stored.round_id), { reason: "begun" }),
		matches: (stored, file) => {
			if (isPublished(stored?.round_id) || isPublished(file?.round_id)) return [published];
			const match = stored && matches.get(Number(stored.id));
			return protectIf(match ? isFixtureChangeLocked(match, now) : false, {
				reason: "begun",
				columns: LOCKING_COLUMNS,
			});
		},
		stat_lines: (stored, file) => {
			const { match_id: matchId, player_id: playerId } = file ?? stored ?? {};
			const roundId = getMatchRound(Number(matchId));
			return [
				...protectIf(roundId === undefined || isPublished(roundId), published),
				...protectIf(corrected.has(`${matchId} ${playerId}`), { reason: "corrected" }),
			];
		},
	};
	return guards[name];
}
