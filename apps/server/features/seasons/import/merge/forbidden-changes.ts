import type { MatchId, SeasonTime } from "@first-bounce/rules/ids";
import type { Match, Round } from "@first-bounce/rules/round/round";
import { getLastBegunRoundId } from "@first-bounce/rules/season-changes/change-limits";
import {
	type ChangeViolation,
	findChangeViolation,
	type OperatorChange,
} from "@first-bounce/rules/season-changes/operator-changes";
import { formatCanonicalJson, type GetRows, type Guard, type KeptReason, type Protection } from "./merge-table.ts";
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

const REASONS: Readonly<Record<ChangeViolation["code"], KeptReason>> = {
	"club-locked": "locked",
	"round-started": "begun",
	"round-over": "published",
	"match-started": "begun",
	"rules-locked": "begun",
};

const protectIf = (condition: boolean | undefined, protection: Protection): readonly Protection[] =>
	condition ? [protection] : [];

/**
 * Creates a table's guard against changes that no import may make: to published rounds, which only a correction may
 * change, and to columns that a round in play depends on.
 *
 * @param getRows gets the rows in which the matches of stat lines are looked up, once the fixture is merged
 */
export function createGuard(name: SeasonTable["name"], progress: SeasonProgress, getRows: GetRows): Guard {
	const { rounds, matches, now, corrected, hasLineups } = progress;
	const statusByRound = new Map(rounds.map(({ id, status }) => [id, status]));
	const isPublished = (roundId: unknown) => statusByRound.get(Number(roundId)) === "complete";
	const lastStarted = getLastBegunRoundId(rounds, now);
	/** Protects columns, by default the whole row, from a change that no operator may make now. */
	const protectFrom = (change: OperatorChange, columns?: readonly string[]): readonly Protection[] => {
		const violation = findChangeViolation(change, { rounds, now });
		if (!violation) return [];
		const reason = REASONS[violation.code];
		return [columns && reason !== "published" ? { reason, columns } : { reason }];
	};
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
			const [from, to] = [Number(stored.squad_id), Number(file.squad_id)];
			const firstRound = Math.min(Number(stored.from_round), Number(file.from_round));
			return [
				...protectFrom({ kind: "first-round", roundId: firstRound }, ["from_round"]),
				...protectFrom({ kind: "club", from, to }, ["squad_id"]),
			];
		},
		player_prices: (stored) => (stored ? protectFrom({ kind: "first-round", roundId: Number(stored.round_id) }) : []),
		matches: (stored, file) => {
			const match = matches.get(Number(stored?.id)) ?? null;
			const toRoundId = file ? Number(file.round_id) : null;
			return protectFrom({ kind: "fixture", match, toRoundId }, LOCKING_COLUMNS);
		},
		stat_lines: (stored, file) => {
			const { match_id: matchId, player_id: playerId } = file ?? stored ?? {};
			const match = getRows("matches").get(String(matchId));
			return [
				...protectIf(!match || isPublished(match.round_id), published),
				...protectIf(corrected.has(`${matchId} ${playerId}`), { reason: "corrected" }),
			];
		},
	};
	return guards[name];
}
