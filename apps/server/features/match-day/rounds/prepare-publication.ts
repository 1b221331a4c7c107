import type { RoundId, SeasonTime, TeamId } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import { buildRowLayout, ROW_WORDS } from "@first-bounce/scoring/row-layout";
import { settleRound } from "../../leagues/head-to-head/match-results.ts";
import { loadCurrentSeason } from "../../seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { findDataVersion } from "../../seasons/current/season-version-queries.ts";
import { computeFinalStandings, createTeamValuation, type FinalStandings } from "../../standings/final-standings.ts";
import { type LineupTable, loadLineups } from "../../standings/lineup-table.ts";
import type { StandingsContext } from "../../standings/prepare-then-lock.ts";
import { createReceiptMark, listTeamsSavedSince, type ReceiptMark } from "../../standings/receipt-queries.ts";
import { writePreparedStandings } from "../../standings/standings-queries.ts";
import { buildTeamRows } from "../../standings/standings-view.ts";
import { computeNextPrices, type NextPrices } from "./round-prices.ts";

interface PublicationContext extends StandingsContext {
	readonly roundId: RoundId;
	readonly now: SeasonTime;
	/** Whether the season clock publishes the round, not an operator. A hold prevents automatic publication. */
	readonly isAutomatic: boolean;
}

/** A round whose standings and results are written but not visible yet, with the data they were computed from. */
export interface PreparedPublication {
	readonly season: SeasonSnapshot;
	readonly round: SnapshotRound;
	readonly finalStandings: FinalStandings;
	readonly nextPrices: NextPrices;
	/** The line-ups include every receipt before this moment. */
	readonly readAt: ReceiptMark;
}

/**
 * Does the slow part of publishing a round, without the season's lock: reads and ranks every team, writes the standings
 * to a table that is not attached yet, and saves the results of match-ups in leagues and the cup. Returns null and writes nothing
 * unless the round is playing, all its matches are complete and no hold prevents it.
 */
export async function preparePublication(context: PublicationContext): Promise<PreparedPublication | null> {
	const { trx, client, seasonId, roundId, now, isAutomatic } = context;
	const season = await loadCurrentSeason(trx);
	const round = findRound(season?.rounds ?? [], roundId);
	if (season?.seasonId !== seasonId || round?.status !== "playing") return null;
	if (!round.matches.every(({ status }) => status === "complete")) return null;
	if (round.hold && isAutomatic) return null;
	const readAt = await createReceiptMark(client);
	const finalStandings = await computeFinalStandings(client, season, roundId);
	const nextPrices = computeNextPrices(season, roundId);
	const key = { seasonId, roundId };
	const getTeamValue = createTeamValuation(finalStandings, season, nextPrices.prices);
	const standings = await writePreparedStandings(client, key, finalStandings, getTeamValue);
	await settleRound(trx, { ...key, now, standings });
	return { season, round, finalStandings, nextPrices, readAt };
}

/** Whether the season or a line-up of the round has changed since the round was prepared. */
export async function hasChangedSince(context: PublicationContext, prepared: PreparedPublication): Promise<boolean> {
	const { trx, client, seasonId, roundId } = context;
	const { season, finalStandings, readAt } = prepared;
	if ((await findDataVersion(trx, seasonId)) !== season.dataVersion) return true;
	const teamIds = await listTeamsSavedSince(client, readAt);
	const layout = buildRowLayout(season.rules);
	const scope = { seasonId, roundId, layout, playerIndex: finalStandings.playerIndex };
	const savedLineups = await loadLineups(client, scope, teamIds);
	const scoredLineups = finalStandings.lineups;
	return (
		hasOtherRows(teamIds, savedLineups, scoredLineups) || hasOtherRows(teamIds, savedLineups.draft, scoredLineups.draft)
	);
}

type Lineups = Pick<LineupTable, "count" | "teamIds" | "rows">;

/** Whether one of the teams has another line-up than was scored. */
function hasOtherRows(teamIds: readonly TeamId[], saved: Lineups, scored: Lineups): boolean {
	const { rowByTeam: savedRows } = buildTeamRows(saved.teamIds, saved.count);
	const { rowByTeam: scoredRows } = buildTeamRows(scored.teamIds, scored.count);
	const formatLineup = ({ rows }: Lineups, row = -1) =>
		row < 0 ? "" : rows.subarray(row * ROW_WORDS, (row + 1) * ROW_WORDS).join();
	return teamIds.some((id) => formatLineup(saved, savedRows[id]) !== formatLineup(scored, scoredRows[id]));
}
