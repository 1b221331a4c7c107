import type { SeasonTime } from "@first-bounce/rules/ids";
import { getStartRoundId } from "@first-bounce/rules/team/team-state";
import type { Db, RoundKey } from "../../../db/tables/tables.ts";
import { loadCurrentSeason } from "../current/load-season-snapshot.ts";
import { incrementDataVersion, lockSeason } from "../current/season-version-queries.ts";
import { lockTeamsOverTheCap, updateRoundToPlaying, updateStartRounds } from "./queries.ts";

/** Moves teams over the salary cap to the next round in which they may start. */
async function postponeTeamsOverTheCap(transaction: Db, seasonId: number, now: SeasonTime): Promise<void> {
	const teams = await lockTeamsOverTheCap(transaction, seasonId);
	if (teams.length === 0) return;
	const season = await loadCurrentSeason(transaction);
	if (season?.seasonId !== seasonId) return;
	const postponedTeams = teams.flatMap((team) => {
		const startRoundId = getStartRoundId(team, { rounds: season.rounds, now });
		return startRoundId === null ? [] : [{ teamId: team.teamId, startRoundId }];
	});
	await updateStartRounds(transaction, postponedTeams);
}

/**
 * Starts a round once one of its matches has started and all earlier rounds are published. Returns whether it started. The
 * caller increments the season's version.
 */
export async function startRound(transaction: Db, { seasonId, roundId }: RoundKey, now: SeasonTime): Promise<boolean> {
	if (!(await updateRoundToPlaying(transaction, { seasonId, roundId }))) return false;
	await postponeTeamsOverTheCap(transaction, seasonId, now);
	return true;
}

/** Starts a round whose first match began before the previous round was published. */
export const startWaitingRound = ({ db }: { readonly db: Db }, round: RoundKey, now: SeasonTime): Promise<boolean> =>
	db.transaction().execute(async (transaction) => {
		await lockSeason(transaction, round.seasonId, "shared");
		const hasStarted = await startRound(transaction, round, now);
		if (hasStarted) await incrementDataVersion(transaction, round.seasonId);
		return hasStarted;
	});
