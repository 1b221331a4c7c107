import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import type { TeamRow } from "../../team/team-row.ts";
import { type FindBestTeam, findBestTeams } from "./best-teams.ts";
import { type HindsightRow, listHindsight, saveHindsight } from "./queries.ts";

export interface Hindsight {
	/** What is known of a team's finished rounds; what is not is begun to be worked out, in a thread of its own. */
	readonly of: (
		row: TeamRow,
		season: SeasonSnapshot,
		finished: readonly SnapshotRound[],
	) => Promise<{ readonly known: ReadonlyMap<RoundId, HindsightRow>; readonly pending: number }>;
	/** Begins nothing more; resolves when nothing is being worked out. */
	readonly close: () => Promise<void>;
}

/** Teams that may wait to be worked out; further ones begin when they are asked for again. */
const MAX_WAITING_TEAMS = 200;

/** Works out the best teams of finished rounds one after another, each once, and keeps them in the database. */
export function createHindsight(pool: Pool, findBestTeam: FindBestTeam, onError: (error: unknown) => void): Hindsight {
	const working = new Map<TeamId, Promise<void>>();
	/** Rounds whose best could not be proven in time; not tried again by this process. */
	const given = new Set<string>();
	let line: Promise<unknown> = Promise.resolve();
	let isClosed = false;

	const lineupIn = (row: TeamRow, round: SnapshotRound) => row.lineups.findLast(({ roundId }) => roundId <= round.id);
	const nameOf = (row: TeamRow, round: SnapshotRound) => `${row.id} ${round.id} ${round.revision}`;

	const workOut = async (row: TeamRow, season: SeasonSnapshot, rounds: readonly SnapshotRound[]) => {
		for (const round of rounds) {
			if (isClosed) return;
			const lineup = lineupIn(row, round);
			const found = lineup && (await findBestTeams(lineup, round, season, findBestTeam));
			if (!found) {
				given.add(nameOf(row, round));
				continue;
			}
			const { ofSquad, underCap } = found;
			const { id: round_id, revision } = round;
			await saveHindsight(pool, row.id, { round_id, revision, best_of_squad: ofSquad, best_under_cap: underCap });
		}
	};

	return {
		of: async (row, season, finished) => {
			const kept = await listHindsight(pool, row.id);
			const known = new Map(
				finished.flatMap((round) => {
					const found = kept.get(round.id);
					return found?.revision === round.revision ? [[round.id, found] as const] : [];
				}),
			);
			const missing = finished.filter((round) => !known.has(round.id) && !given.has(nameOf(row, round)));
			if (missing.length > 0 && !working.has(row.id) && working.size < MAX_WAITING_TEAMS) {
				line = line.then(() => workOut(row, season, missing)).catch((error) => isClosed || onError(error));
				const work = line.then(() => void working.delete(row.id));
				working.set(row.id, work);
			}
			return { known, pending: missing.length };
		},
		close: async () => {
			isClosed = true;
			await Promise.all(working.values());
		},
	};
}
