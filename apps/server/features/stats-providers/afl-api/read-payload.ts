import type { PlayerStatus } from "@first-bounce/rules/player";
import type { MatchStatus } from "@first-bounce/rules/round";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { z } from "zod";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { parseInstant } from "../../seasons/import/cells.ts";
import type { FeedPayload, MatchReport, Reading } from "../feed.ts";
import { parseJson } from "../parse-json.ts";
import { type Names, namesOf } from "./names.ts";
import { matchRoster, playerStats, type RosterSide, type RoundItem, roundItems, type StatsEntry } from "./payloads.ts";

const STATUSES: Readonly<Record<string, MatchStatus>> = {
	SCHEDULED: "scheduled",
	UNCONFIRMED_TEAMS: "scheduled",
	CONFIRMED_TEAMS: "scheduled",
	LIVE: "playing",
	// The siren has gone, and the counting goes on.
	POSTGAME: "playing",
	CONCLUDED: "complete",
};
const EMERGENCY = "EMERG";

function reportOfItem({ match, score }: RoundItem, names: Names): MatchReport | string {
	const home = names.squad(match.homeTeamId);
	const away = names.squad(match.awayTeamId);
	if (home === undefined || away === undefined)
		return `squad ${home === undefined ? match.homeTeamId : match.awayTeamId}`;
	const at = parseInstant(match.date);
	const known = names.match(match.matchId) ?? names.meeting(home, away, at ?? 0);
	if (!known) return `match ${match.matchId}`;
	const status = STATUSES[match.status];
	const told = { matchId: known.id, providerId: match.matchId, ...(at === null ? {} : { startsAt: at }) };
	if (!status) return { ...told, notes: [`the source says ${match.status}: move or abandon it, or let it be played`] };
	if (status === "scheduled") return { ...told, status };
	const seconds = score?.matchClock?.periods.reduce((sum, { periodSeconds }) => sum + (periodSeconds ?? 0), 0);
	const [homeScore, awayScore] = [score?.homeTeamScore, score?.awayTeamScore].map(
		(each) => each?.matchScore.totalScore,
	);
	return {
		...told,
		status,
		...(seconds ? { minutes: Math.floor(seconds / 60) } : {}),
		...(homeScore == null ? {} : { homeScore }),
		...(awayScore == null ? {} : { awayScore }),
	};
}

const lineOf = ({ stats, timeOnGroundPercentage }: StatsEntry["playerStats"]): StatLine => ({
	K: stats.kicks ?? 0,
	H: stats.handballs ?? 0,
	M: stats.marks ?? 0,
	T: stats.tackles ?? 0,
	FF: stats.freesFor ?? 0,
	FA: stats.freesAgainst ?? 0,
	HO: stats.hitouts ?? 0,
	G: stats.goals ?? 0,
	B: stats.behinds ?? 0,
	TOG: Math.round(timeOnGroundPercentage ?? 0),
});

/** Other stats that the season scores, by the source's own names for them. */
function otherOf(entry: StatsEntry, keys: readonly string[]): StatLine["other"] {
	const found = keys.flatMap((key) => {
		const count = entry.playerStats.stats[key];
		return typeof count === "number" ? [[key, count] as const] : [];
	});
	return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function readStats(said: z.infer<typeof playerStats>, subject: string, game: SeasonSnapshot): Reading {
	const names = namesOf(game);
	const match = names.match(subject);
	if (!match) return { ok: false, faults: [`match ${subject} is unknown`] };
	const notes: string[] = [];
	const others = Object.keys(game.rules.scoring);
	const entries = [...said.homeTeamPlayerStats, ...said.awayTeamPlayerStats];
	const lines = entries.flatMap((entry) => {
		const { playerId: name, playerName } = entry.player.player.player;
		const playerId = names.player(name);
		const squadId = names.squad(entry.teamId);
		if (playerId !== undefined && squadId !== undefined) {
			const other = otherOf(entry, others);
			return [{ playerId, squadId, stats: { ...lineOf(entry.playerStats), ...(other ? { other } : {}) } }];
		}
		const person = [playerName?.givenName, playerName?.surname].filter(Boolean).join(" ");
		notes.push(`player ${name}${person ? ` (${person})` : ""} of ${entry.teamId} is unknown and was set aside`);
		return [];
	});
	const updates = entries.flatMap(({ playerStats: { lastUpdated } }) => parseInstant(lastUpdated ?? "") ?? []);
	const asOf = updates.length > 0 ? { asOf: Math.max(...updates) } : {};
	return { ok: true, reports: [{ matchId: match.id, lines, ...asOf, ...(notes.length > 0 ? { notes } : {}) }] };
}

function statusesOf({ teamId, positions }: RosterSide, game: SeasonSnapshot, names: Names, notes: string[]) {
	const squadId = names.squad(teamId);
	// Before the teams are announced there is nobody in them.
	if (squadId === undefined || positions.length === 0) return [];
	const named = new Map<number, PlayerStatus>();
	for (const { position, player } of positions) {
		const id = names.player(player.playerId);
		if (id === undefined) notes.push(`player ${player.playerId} of ${teamId} is unknown and was set aside`);
		else named.set(id, position === EMERGENCY ? "emergency" : "playing");
	}
	const left = [...game.players.values()].filter((player) => player.squadId === squadId && !named.has(player.id));
	// Who is hurt stays so: the roster does not say why somebody is not in it.
	const unnamed = left.map(({ id, status }) => ({
		playerId: id,
		status: status === "injured" ? status : ("not-playing" as const),
	}));
	return [...[...named].map(([playerId, status]) => ({ playerId, status })), ...unnamed];
}

function readRoster(said: z.infer<typeof matchRoster>, game: SeasonSnapshot): Reading {
	const names = namesOf(game);
	const { matchId, homeTeam, awayTeam } = said.matchRoster;
	const match = names.match(matchId);
	if (!match) return { ok: false, faults: [`match ${matchId} is unknown`] };
	const notes: string[] = [];
	const statuses = [homeTeam, awayTeam].flatMap((side) => statusesOf(side, game, names, notes));
	return { ok: true, reports: [{ matchId: match.id, statuses, ...(notes.length > 0 ? { notes } : {}) }] };
}

function readRound(said: z.infer<typeof roundItems>, game: SeasonSnapshot): Reading {
	const read = said.items.map((item) => reportOfItem(item, namesOf(game)));
	const reports = read.filter((each) => typeof each !== "string");
	const strange = read.filter((each) => typeof each === "string");
	if (reports.length === 0) return { ok: false, faults: strange.map((what) => `${what} is unknown`) };
	return { ok: true, reports, eachOnItsOwn: true };
}

/** Reads an answer of the official stats API in the season's own ids. */
export function readAflPayload({ kind, subject, body }: FeedPayload, game: SeasonSnapshot): Reading {
	if (kind === "round") {
		const parsed = parseJson(roundItems, body);
		return parsed.ok ? readRound(parsed.value, game) : parsed;
	}
	if (kind === "roster") {
		const parsed = parseJson(matchRoster, body);
		return parsed.ok ? readRoster(parsed.value, game) : parsed;
	}
	const parsed = parseJson(playerStats, body);
	return parsed.ok ? readStats(parsed.value, subject, game) : parsed;
}
