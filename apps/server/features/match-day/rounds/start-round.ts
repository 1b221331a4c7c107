import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { getStartRoundId } from "@first-bounce/rules/team/team-state";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { loadCurrentSeason } from "../../seasons/current/load-season-snapshot.ts";
import { lockSeason, touchSeason } from "../../seasons/current/queries.ts";
import { lockTeamsOverTheCap, updateRoundToPlaying, updateStartRounds } from "./queries.ts";

/** A team over the cap when a round begins starts in a later one: the first that it may still fit (decisions §5). */
async function postponeTeamsOverTheCap(transaction: Kysely<Tables>, seasonId: number, now: SeasonTime): Promise<void> {
	const teams = await lockTeamsOverTheCap(transaction, seasonId);
	if (teams.length === 0) return;
	const season = await loadCurrentSeason(transaction);
	if (season?.seasonId !== seasonId) return;
	const moved = teams.flatMap((team) => {
		const startRoundId = getStartRoundId(team, { rounds: season.rounds, now });
		return startRoundId === null ? [] : [{ teamId: team.teamId, startRoundId }];
	});
	await updateStartRounds(transaction, moved);
}

/**
 * The round plays once a match of it does, unless an earlier round is still to be published: then it does once that
 * is. Says whether it plays from now on; the caller's transaction tells others.
 */
export async function startRound(
	transaction: Kysely<Tables>,
	{ seasonId, roundId }: { readonly seasonId: number; readonly roundId: RoundId },
	now: SeasonTime,
): Promise<boolean> {
	if (!(await updateRoundToPlaying(transaction, { seasonId, roundId }))) return false;
	await postponeTeamsOverTheCap(transaction, seasonId, now);
	return true;
}

/** A match of the next round may have begun while the one before was still to be published. */
export const startWaitingRound = (
	{ db }: { readonly db: Kysely<Tables> },
	round: { readonly seasonId: number; readonly roundId: RoundId },
	now: SeasonTime,
): Promise<boolean> =>
	db.transaction().execute(async (transaction) => {
		await lockSeason(transaction, round.seasonId, "shared");
		const started = await startRound(transaction, round, now);
		if (started) await touchSeason(transaction, round.seasonId);
		return started;
	});
