import type { PlayerStatus } from "@first-bounce/rules/player";
import { type MatchStatus, QUARTERS } from "@first-bounce/rules/round/round";
import { mapStats, STATS, type StatLine } from "@first-bounce/rules/scoring/stats";
import type { z } from "zod";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { parseInstant } from "../../seasons/import/csv/csv-row.ts";
import type { FeedPayload, MatchReport, ParseResult } from "../feed.ts";
import { parseJson } from "../parse-json.ts";
import { listUnnamedPlayers } from "../unnamed-players.ts";
import { createIdLookup, type IdLookup } from "./id-lookup.ts";
import { matchRoster, playerStats, type RosterSide, type RoundItem, roundItems, type StatsEntry } from "./schemas.ts";

/** The words of the official API for the statuses of a match; others need an operator. */
export const AFL_STATUSES: Readonly<Record<string, MatchStatus>> = {
	SCHEDULED: "scheduled",
	UNCONFIRMED_TEAMS: "scheduled",
	CONFIRMED_TEAMS: "scheduled",
	LIVE: "playing",
	// The match has ended, but its stats are still being checked.
	POSTGAME: "playing",
	CONCLUDED: "complete",
};
const EMERGENCY = "EMERG";

/** Builds a match's report or, if the season does not have the match or one of its clubs, a text that names it. */
function buildRoundReport({ match, score }: RoundItem, lookup: IdLookup): MatchReport | string {
	const home = lookup.findSquadId(match.homeTeamId);
	const away = lookup.findSquadId(match.awayTeamId);
	if (home === undefined || away === undefined)
		return `squad ${home === undefined ? match.homeTeamId : match.awayTeamId}`;
	const startsAt = parseInstant(match.date);
	const matchInSeason = lookup.findMatch(match.matchId) ?? lookup.findMatchBySquads(home, away, startsAt ?? 0);
	if (!matchInSeason) return `match ${match.matchId}`;
	const status = AFL_STATUSES[match.status];
	const base = { matchId: matchInSeason.id, providerId: match.matchId, ...(startsAt === null ? {} : { startsAt }) };
	if (!status)
		return { ...base, notes: [`the provider reports ${match.status}: move or abandon the match, or leave it`] };
	if (status === "scheduled") return { ...base, status };
	const startedPeriods = score?.matchClock?.periods.filter(({ periodSeconds }) => (periodSeconds ?? 0) > 0) ?? [];
	const seconds = startedPeriods.reduce((sum, { periodSeconds }) => sum + (periodSeconds ?? 0), 0);
	const period = startedPeriods.toSorted((a, b) => (a.periodNumber ?? 0) - (b.periodNumber ?? 0)).at(-1);
	// Extra time of a final counts as its last quarter.
	const quarter = Math.min(QUARTERS, period?.periodNumber ?? 0);
	const homeScore = score?.homeTeamScore?.matchScore.totalScore;
	const awayScore = score?.awayTeamScore?.matchScore.totalScore;
	return {
		...base,
		status,
		...(seconds ? { minutes: Math.floor(seconds / 60) } : {}),
		...(quarter
			? { quarter, clockSeconds: period?.periodSeconds ?? 0, isBreak: period?.periodCompleted ?? false }
			: {}),
		...(homeScore == null ? {} : { homeScore }),
		...(awayScore == null ? {} : { awayScore }),
	};
}

const buildStatLine = ({ stats, timeOnGroundPercentage }: StatsEntry["playerStats"]): StatLine => ({
	...mapStats((key) => stats[STATS[key].aflName] ?? 0),
	TOG: Math.round(timeOnGroundPercentage ?? 0),
});

/** Gets the counts of scored stats that are not in `STATS`, by the provider's names; undefined if there are none. */
function getOtherStats(entry: StatsEntry, keys: readonly string[]): StatLine["other"] {
	const otherStats = keys.flatMap((key) => {
		const count = entry.playerStats.stats[key];
		return typeof count === "number" ? [[key, count] as const] : [];
	});
	return otherStats.length > 0 ? Object.fromEntries(otherStats) : undefined;
}

function parseStats(content: z.infer<typeof playerStats>, subject: string, season: SeasonSnapshot): ParseResult {
	const lookup = createIdLookup(season);
	const match = lookup.findMatch(subject);
	if (!match) return { ok: false, problems: [`match ${subject} is unknown`] };
	const notes: string[] = [];
	const scoredKeys = Object.keys(season.rules.scoring);
	const entries = [...content.homeTeamPlayerStats, ...content.awayTeamPlayerStats];
	const lines = entries.flatMap((entry) => {
		const { playerId: providerId, playerName } = entry.player.player.player;
		const playerId = lookup.findPlayerId(providerId);
		const squadId = lookup.findSquadId(entry.teamId);
		if (playerId !== undefined && squadId !== undefined) {
			const other = getOtherStats(entry, scoredKeys);
			return [{ playerId, squadId, stats: { ...buildStatLine(entry.playerStats), ...(other ? { other } : {}) } }];
		}
		const person = [playerName?.givenName, playerName?.surname].filter(Boolean).join(" ");
		notes.push(`player ${providerId}${person ? ` (${person})` : ""} of ${entry.teamId} is unknown and was skipped`);
		return [];
	});
	const updates = entries.flatMap(({ playerStats: { lastUpdated } }) => parseInstant(lastUpdated ?? "") ?? []);
	const asOf = updates.length > 0 ? { asOf: Math.max(...updates) } : {};
	return { ok: true, reports: [{ matchId: match.id, lines, ...asOf, ...(notes.length > 0 ? { notes } : {}) }] };
}

function listStatuses({ teamId, positions }: RosterSide, season: SeasonSnapshot, lookup: IdLookup, notes: string[]) {
	const squadId = lookup.findSquadId(teamId);
	// Positions are empty before teams are announced.
	if (squadId === undefined || positions.length === 0) return [];
	const statusById = new Map<number, PlayerStatus>();
	for (const { position, player } of positions) {
		const id = lookup.findPlayerId(player.playerId);
		if (id === undefined) notes.push(`player ${player.playerId} of ${teamId} is unknown and was skipped`);
		else statusById.set(id, position === EMERGENCY ? "emergency" : "playing");
	}
	const unnamed = listUnnamedPlayers(season, squadId, statusById);
	return [...[...statusById].map(([playerId, status]) => ({ playerId, status })), ...unnamed];
}

function parseRoster(content: z.infer<typeof matchRoster>, season: SeasonSnapshot): ParseResult {
	const lookup = createIdLookup(season);
	const { matchId, homeTeam, awayTeam } = content.matchRoster;
	const match = lookup.findMatch(matchId);
	if (!match) return { ok: false, problems: [`match ${matchId} is unknown`] };
	const notes: string[] = [];
	const statuses = [homeTeam, awayTeam].flatMap((side) => listStatuses(side, season, lookup, notes));
	return { ok: true, reports: [{ matchId: match.id, statuses, ...(notes.length > 0 ? { notes } : {}) }] };
}

function parseRound(content: z.infer<typeof roundItems>, season: SeasonSnapshot): ParseResult {
	const results = content.items.map((item) => buildRoundReport(item, createIdLookup(season)));
	const reports = results.filter((report) => typeof report !== "string");
	const unknownNames = results.filter((report) => typeof report === "string");
	const notes = unknownNames.map((name) => `${name} is unknown`);
	if (reports.length === 0) return { ok: false, problems: notes };
	return { ok: true, reports, areIndependent: true, notes };
}

/** Parses a payload of the official stats API into the season's ids. */
export function parseAflPayload({ kind, subject, body }: FeedPayload, season: SeasonSnapshot): ParseResult {
	if (kind === "round") {
		const parsed = parseJson(roundItems, body);
		return parsed.ok ? parseRound(parsed.value, season) : parsed;
	}
	if (kind === "roster") {
		const parsed = parseJson(matchRoster, body);
		return parsed.ok ? parseRoster(parsed.value, season) : parsed;
	}
	const parsed = parseJson(playerStats, body);
	return parsed.ok ? parseStats(parsed.value, subject, season) : parsed;
}
