import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { findLineupRow, type TeamRow } from "../../team/team-row.ts";
import { findBestTeams, type SolveBestTeam } from "./best-teams.ts";
import { type HindsightRow, listHindsight, saveHindsight } from "./queries.ts";

export interface Hindsight {
	/** Loads stored best teams, and starts to compute the `pending` missing ones in a worker thread. */
	readonly load: (
		row: TeamRow,
		season: SeasonSnapshot,
		finished: readonly SnapshotRound[],
	) => Promise<{ readonly teamsByRound: ReadonlyMap<RoundId, HindsightRow>; readonly pending: number }>;
	/** Starts no more computations, and resolves when the running ones have ended. */
	readonly close: () => Promise<void>;
}

/** The maximum number of teams in the queue. Others are computed when their reports are requested again. */
const MAX_WAITING_TEAMS = 200;

/** Computes the best teams of finished rounds, one after another and each once, and stores them in the database. */
export function createHindsight(
	pool: Pool,
	solveBestTeam: SolveBestTeam,
	onError: (error: unknown) => void,
): Hindsight {
	const runningByTeam = new Map<TeamId, Promise<void>>();
	/** Rounds for which the solver ran out of time; not tried again by this process. */
	const unsolved = new Set<string>();
	let queue: Promise<unknown> = Promise.resolve();
	let isClosed = false;

	const buildKey = (row: TeamRow, round: SnapshotRound) => `${row.id} ${round.id} ${round.revision}`;

	const computeBestTeams = async (row: TeamRow, season: SeasonSnapshot, rounds: readonly SnapshotRound[]) => {
		for (const round of rounds) {
			if (isClosed) return;
			const lineup = findLineupRow(row, round.id);
			const bestTeams = lineup && (await findBestTeams(lineup, round, season, solveBestTeam));
			if (!bestTeams) {
				unsolved.add(buildKey(row, round));
				continue;
			}
			const { fromOwnPlayers, withinBudget } = bestTeams;
			const { id: round_id, revision } = round;
			await saveHindsight(pool, row.id, {
				round_id,
				revision,
				best_of_squad: fromOwnPlayers,
				best_under_cap: withinBudget,
			});
		}
	};

	return {
		load: async (row, season, finished) => {
			const stored = await listHindsight(pool, row.id);
			const teamsByRound = new Map(
				finished.flatMap((round) => {
					const found = stored.get(round.id);
					return found?.revision === round.revision ? [[round.id, found] as const] : [];
				}),
			);
			const missing = finished.filter((round) => !teamsByRound.has(round.id) && !unsolved.has(buildKey(row, round)));
			if (missing.length > 0 && !runningByTeam.has(row.id) && runningByTeam.size < MAX_WAITING_TEAMS) {
				queue = queue.then(() => computeBestTeams(row, season, missing)).catch((error) => isClosed || onError(error));
				const done = queue.then(() => void runningByTeam.delete(row.id));
				runningByTeam.set(row.id, done);
			}
			return { teamsByRound, pending: missing.length };
		},
		close: async () => {
			isClosed = true;
			await Promise.all(runningByTeam.values());
		},
	};
}
