import { STAT_KEYS } from "@first-bounce/rules/scoring/stats";
import type { Game } from "../../features/season/game.ts";
import { type Table, tableOf } from "../../seasons/import/csv-table.ts";
import { Faults, faultLine } from "../../seasons/import/faults.ts";
import { trailingNumber } from "../../seasons/import/find-match.ts";
import { statsOf } from "../../seasons/import/read-stats.ts";
import { textOf } from "../../seasons/import/read-text.ts";
import { neededColumns, statColumns } from "../../seasons/import/stat-columns.ts";
import type { FeedPayload, MatchReport, Reading } from "../feed.ts";

const STATUS_COLUMN = "match_status";
const MOST_FAULTS = 20;

/** A season as the reader of stats files knows it. */
function contextOf(game: Game) {
	const matches = game.rounds.flatMap((round) => round.matches).map((match) => ({ ...match, line: 0 }));
	const players = [...game.players.values()].map((player) => ({
		...player,
		positions: player.position,
		openingPrice: null,
	}));
	return {
		matches: matches.map((match) => ({ ...match, homeScore: null, awayScore: null })),
		matchIds: new Set(matches.map(({ id }) => id)),
		squadNames: new Map(game.squads.map(({ id, name }) => [name, id])),
		players,
		playerIds: new Set(players.map(({ id }) => id)),
		otherStats: Object.keys(game.rules.scoring).filter((key) => !STAT_KEYS.some((usual) => usual === key)),
	};
}

/** The matches that a file says are still on, by their numbers and the source's names; without the column all are over. */
function matchesStillOn({ columns, rows }: Table): ReadonlySet<string> {
	if (!columns.includes(STATUS_COLUMN)) return new Set();
	const { match } = statColumns(columns);
	const names = rows.filter((row) => row.raw(STATUS_COLUMN) !== "complete").map((row) => row.raw(match));
	return new Set(names.flatMap((name) => [name, String(trailingNumber(name))]));
}

/**
 * Reads a stats file with the columns of a season's stats.csv or of fitzRoy's `fetch_player_stats_afl`. Its matches
 * are over, unless a column `match_status` says `playing`.
 */
export function readCsvPayload({ subject, body }: FeedPayload, game: Game): Reading {
	const faults = new Faults();
	const context = contextOf(game);
	const text = textOf(subject, Buffer.from(body), faults);
	const table =
		text === null ? null : tableOf(subject, text, (header) => neededColumns(header, context.otherStats), faults);
	const read = table && statsOf(table, context);
	if (!table || !read || faults.list.length > 0)
		return { ok: false, faults: faults.sorted().slice(0, MOST_FAULTS).map(faultLine) };

	const stillOn = matchesStillOn(table);
	const names = new Map(game.rounds.flatMap((round) => round.matches).map(({ id, providerId }) => [id, providerId]));
	const byMatch = Map.groupBy(read.stats, ({ matchId }) => matchId);
	const strangers = read.setAside.map(
		({ line, playerId }) => `line ${line}: player ${playerId} is unknown and was set aside`,
	);
	const reports = [...byMatch].map(([matchId, stats], index): MatchReport => {
		const isOn = stillOn.has(String(matchId)) || stillOn.has(names.get(matchId) ?? "");
		return {
			...{ matchId, status: isOn ? "playing" : "complete" },
			lines: stats.map(({ playerId, squadId, line }) => ({ playerId, squadId, stats: line })),
			...(index === 0 && strangers.length > 0 ? { notes: strangers } : {}),
		};
	});
	return { ok: true, reports, eachOnItsOwn: true };
}
