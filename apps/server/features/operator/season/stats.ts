import type { StatCounts } from "@first-bounce/contract/operator/stats";
import type { MatchId, PlayerId } from "@first-bounce/rules/ids";
import { computePlayerPoints } from "@first-bounce/rules/scoring/player-points";
import { mapStats, type StatLine } from "@first-bounce/rules/scoring/stats";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { AuditContext } from "../../../plugins/audit.ts";
import type { CorrectionEffect as Effect } from "../../match-day/corrections/compute-correction-effect.ts";
import { correctStats, previewCorrections } from "../../match-day/corrections/correct-stats.ts";
import { requireMatch } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { buildStatLine } from "../../seasons/current/stat-line.ts";
import type { OperatorServices } from "../services.ts";
import { buildMatchEntry, getPlayerName } from "./matches.ts";
import { findTeamNames, listCorrectedPlayers, listStatLines } from "./queries.ts";

/** Gets the counts that the form can change: of the stats that every season has, and time on ground. */
export const getCounts = (line: StatLine): StatCounts => ({ ...mapStats((key) => line[key]), TOG: line.TOG });

/** Lists the players of both clubs of a match with their counts: by club, those with a stat line first, then by name. */
export async function listMatchStats({ db, seasons }: OperatorServices, matchId: MatchId) {
	const season = seasons.current();
	const match = requireMatch(season, matchId);
	const key = { seasonId: season.seasonId, matchId };
	const rows = new Map((await listStatLines(db, key)).map((row) => [row.player_id, row]));
	const correctedIds = new Set(await listCorrectedPlayers(db, key));
	const squadIds = [match.homeSquadId, match.awaySquadId];
	const lines = [...season.players.values()]
		.map((player) => ({ ...player, squadId: getSquadInRound(player, match.roundId) }))
		.filter(({ id, squadId }) => squadIds.includes(squadId) || rows.has(id))
		.map(({ id, name, squadId, providerId }) => {
			const row = rows.get(id);
			const line = row && buildStatLine(row);
			const points = line ? computePlayerPoints(line, season.rules) : null;
			const stats = line ? getCounts(line) : null;
			const isCorrected = correctedIds.has(id);
			return { playerId: id, name, squadId: row?.squad_id ?? squadId, providerId, stats, points, isCorrected };
		})
		.toSorted(
			(a, b) =>
				squadIds.indexOf(a.squadId) - squadIds.indexOf(b.squadId) ||
				Number(!a.stats) - Number(!b.stats) ||
				a.name.localeCompare(b.name, "en"),
		);
	return { match: buildMatchEntry(match), lines };
}

type CorrectedLines = readonly { readonly playerId: PlayerId; readonly stats: StatCounts | null }[];

/** Adds the stored counts of the stats that only this season has, which the form does not show, so that they stay. */
async function addHiddenStats({ db, seasons }: OperatorServices, matchId: MatchId, lines: CorrectedLines) {
	const rows = await listStatLines(db, { seasonId: seasons.current().seasonId, matchId });
	const otherStats = new Map(rows.map((row) => [row.player_id, row.other]));
	return {
		matchId,
		lines: lines.map(({ playerId, stats }) => ({
			playerId,
			stats: stats && { ...stats, other: otherStats.get(playerId) ?? {} },
		})),
	};
}

/** Adds the names of players and teams to the effect of a correction. */
export async function buildEffect(services: OperatorServices, effect: Effect, season: SeasonSnapshot) {
	const teamIds = new Set(effect.rounds.flatMap(({ moves }) => moves.map(({ teamId }) => teamId)));
	const names = await findTeamNames(services.db, [...teamIds]);
	const { roundId, isPublished, players, rounds, prices } = effect;
	const addName = <Row extends { readonly playerId: PlayerId }>(row: Row) => ({
		...row,
		name: getPlayerName(season, row.playerId),
	});
	return {
		roundId,
		isPublished,
		players: players.map(addName),
		rounds: rounds.map((round) => ({
			...round,
			moves: round.moves.map((move) => ({ ...move, teamName: names.get(move.teamId) ?? "" })),
		})),
		prices: prices && { changes: prices.changes.map(addName) },
	};
}

/** Previews what a correction would change. */
export async function previewStatCorrection(services: OperatorServices, matchId: MatchId, lines: CorrectedLines) {
	const effect = await previewCorrections(services, [await addHiddenStats(services, matchId, lines)]);
	return buildEffect(services, effect, services.seasons.current());
}

/** Enters or corrects players' stats. Feeds do not overwrite them. */
export async function saveStatCorrection(
	services: OperatorServices,
	matchId: MatchId,
	lines: CorrectedLines,
	audit: AuditContext,
) {
	const effect = await correctStats(services, await addHiddenStats(services, matchId, lines), audit);
	return buildEffect(services, effect, await services.seasons.refresh());
}
