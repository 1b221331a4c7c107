import type { SuccessOf } from "@first-bounce/contract/call";
import type { CorrectionEffect, StatCounts, showMatchLines } from "@first-bounce/contract/operator/stats";
import type { MatchId, PlayerId, TeamId } from "@first-bounce/rules/ids";
import { computePlayerRound } from "@first-bounce/rules/scoring/player-round";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import {
	correctStats,
	type CorrectionEffect as Effect,
	previewCorrection,
} from "../../match-day/corrections/correct-stats.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { buildStatLine } from "../../seasons/current/stat-line.ts";
import type { AuditContext } from "../audit/audit.ts";
import type { OperatorServices } from "../services.ts";
import { buildMatchEntry, getMatch, getPlayerName } from "./rounds.ts";

export const getCounts = ({ K, H, M, T, FF, FA, HO, G, B, TOG }: StatLine): StatCounts => ({
	K,
	H,
	M,
	T,
	FF,
	FA,
	HO,
	G,
	B,
	TOG,
});

/** Both squads of a match with each player's counts, those with a line first. */
export async function listMatchLines(
	{ db, seasons }: OperatorServices,
	matchId: MatchId,
): Promise<SuccessOf<typeof showMatchLines>> {
	const season = seasons.current();
	const match = getMatch(season, matchId);
	const inMatch = db.selectFrom("stat_lines").where("season_id", "=", season.seasonId).where("match_id", "=", matchId);
	const rows = new Map((await inMatch.selectAll().execute()).map((row) => [row.player_id, row]));
	const corrected = await db
		.selectFrom("stat_corrections")
		.where("season_id", "=", season.seasonId)
		.where("match_id", "=", matchId)
		.select("player_id")
		.execute();
	const words = new Set(corrected.map(({ player_id }) => player_id));
	const squads = [match.homeSquadId, match.awaySquadId];
	const lines = [...season.players.values()]
		.filter(({ id, squadId }) => squads.includes(squadId) || rows.has(id))
		.map(({ id, name, squadId }) => {
			const row = rows.get(id);
			const line = row && buildStatLine(row);
			const points = line ? computePlayerRound([line], true, season.rules).points : null;
			const stats = line ? getCounts(line) : null;
			return { playerId: id, name, squadId: row?.squad_id ?? squadId, stats, points, isCorrected: words.has(id) };
		})
		.toSorted(
			(a, b) =>
				squads.indexOf(a.squadId) - squads.indexOf(b.squadId) ||
				Number(!a.stats) - Number(!b.stats) ||
				a.name.localeCompare(b.name, "en"),
		);
	return { match: buildMatchEntry(match), lines };
}

type Lines = readonly { readonly playerId: PlayerId; readonly stats: StatCounts | null }[];

/** Other stats that the season declares stay as they are: the form knows the ten that every season has. */
async function addOtherStats({ db, seasons }: OperatorServices, matchId: MatchId, lines: Lines) {
	const rows = await db
		.selectFrom("stat_lines")
		.where("season_id", "=", seasons.current().seasonId)
		.where("match_id", "=", matchId)
		.select(["player_id", "other"])
		.execute();
	const other = new Map(rows.map((row) => [row.player_id, row.other]));
	return {
		matchId,
		lines: lines.map(({ playerId, stats }) => ({
			playerId,
			stats: stats && { ...stats, other: other.get(playerId) ?? {} },
		})),
	};
}

async function listTeamNames({ db }: OperatorServices, effect: Effect): Promise<ReadonlyMap<TeamId, string>> {
	const ids = [...new Set(effect.rounds.flatMap(({ moves }) => moves.map(({ teamId }) => teamId)))];
	if (ids.length === 0) return new Map();
	const rows = await db
		.selectFrom("teams as t")
		.innerJoin("users as u", "u.id", "t.user_id")
		.where("t.id", "in", ids)
		.select(["t.id", "u.team_name"])
		.execute();
	return new Map(rows.map(({ id, team_name }) => [id, team_name ?? ""]));
}

export async function buildEffect(
	services: OperatorServices,
	effect: Effect,
	season: SeasonSnapshot,
): Promise<CorrectionEffect> {
	const names = await listTeamNames(services, effect);
	const { roundId, isPublished, players, rounds, prices } = effect;
	const named = <Row extends { readonly playerId: PlayerId }>(row: Row) => ({
		...row,
		name: getPlayerName(season, row.playerId),
	});
	return {
		roundId,
		isPublished,
		players: players.map(named),
		rounds: rounds.map((round) => ({
			...round,
			moves: round.moves.map((move) => ({ ...move, teamName: names.get(move.teamId) ?? "" })),
		})),
		prices: prices && { changes: prices.changes.map(named) },
	};
}

/** What a correction would change; nothing is written. */
export async function previewStats(services: OperatorServices, matchId: MatchId, lines: Lines) {
	const effect = await previewCorrection(services, await addOtherStats(services, matchId, lines));
	return buildEffect(services, effect, services.seasons.current());
}

/** Enters or corrects players' counts; no feed takes them back. */
export async function correctLines(services: OperatorServices, matchId: MatchId, lines: Lines, audit: AuditContext) {
	const effect = await correctStats(services, await addOtherStats(services, matchId, lines), audit);
	return buildEffect(services, effect, await services.seasons.refresh());
}
