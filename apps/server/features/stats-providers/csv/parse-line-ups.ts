import type { MatchId, PlayerId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { CsvRow } from "../../seasons/import/csv/csv-row.ts";
import type { CsvTable } from "../../seasons/import/csv/csv-table.ts";
import { createMatchFinder } from "../../seasons/import/files/find-match.ts";
import { createIdLookup } from "../afl-api/id-lookup.ts";
import type { MatchReport } from "../feed.ts";
import { listUnnamedPlayers } from "../unnamed-players.ts";
import { buildCsvContext, EMPTY_CELLS } from "./csv-context.ts";

/** The columns of our own line-ups file, and those of `fetch_lineup_afl()` of the R package fitzRoy. */
const OWN_COLUMNS = { match: "match_id", player: "player_id", squad: "squad_id", position: "position" };
const FITZROY_COLUMNS = { match: "providerId", player: "player.playerId", squad: "teamId", position: "position" };

const getColumns = (header: readonly string[]) =>
	header.includes(FITZROY_COLUMNS.player) ? FITZROY_COLUMNS : OWN_COLUMNS;

/** Whether a file has one row per named player. */
export function isLineUpHeader(header: readonly string[]): boolean {
	const { player, position } = getColumns(header);
	return header.includes(player) && header.includes(position) && !header.includes("kicks");
}

export function listLineUpColumns(header: readonly string[]): string[] {
	const { match, player, position } = getColumns(header);
	return [match, player, position];
}

const EMERGENCY_POSITIONS = new Set(["EMERG", "EMERGENCY"]);
/** Of players who were named but do not play. A player without a row is out too. */
const OUT_POSITIONS = new Set(["OUT", "LATE OUT"]);

const LATER_ROUND_NOTE = "its line-up is read once its round is the current one";

function getStatus(position: string): PlayerStatus {
	const upperCase = position.toUpperCase();
	if (EMERGENCY_POSITIONS.has(upperCase)) return "emergency";
	return OUT_POSITIONS.has(upperCase) ? "not-playing" : "playing";
}

/**
 * Parses a file of line-ups. Players of a club who are not in the line-up of its match do not play. Only matches of the
 * current round that have not started are read, because a player has one status. Those of later rounds get a note, because a file
 * with notes is read again when the season changes.
 */
export function parseLineUps({ columns: header, rows }: CsvTable, season: SeasonSnapshot): MatchReport[] {
	const columns = getColumns(header);
	const findMatchId = createMatchFinder(buildCsvContext(season), columns);
	const { findPlayerId } = createIdLookup(season);
	const current = findCurrentRound(season.rounds);
	const openMatches = new Map(
		season.rounds
			.filter(({ id, status }) => id === current?.id && status !== "complete")
			.flatMap(({ matches }) => matches)
			.filter(({ status }) => status === "scheduled")
			.map((match) => [match.id, match]),
	);
	const laterMatchIds = new Set(
		season.rounds.filter(({ id }) => id > (current?.id ?? 0)).flatMap(({ matches }) => matches.map(({ id }) => id)),
	);
	const named = new Map<MatchId, Map<PlayerId, PlayerStatus>>();
	const notes = new Map<MatchId, string[]>();
	const firstLines = new Map<string, number>();
	const readRow = (row: CsvRow): void => {
		const name = row.readRaw(columns.player);
		// fitzRoy has a row without a player for a match whose teams are not announced.
		if (EMPTY_CELLS.has(name)) return;
		const matchId = findMatchId(row);
		if (matchId === null) {
			row.reportProblem(`unknown match ${row.readRaw(columns.match) || "(empty)"} in ${columns.match}`);
			return;
		}
		const match = openMatches.get(matchId);
		if (laterMatchIds.has(matchId)) notes.set(matchId, [LATER_ROUND_NOTE]);
		if (!match) return;
		const playerId = findPlayerId(name);
		const player = playerId === undefined ? undefined : season.players.get(playerId);
		if (playerId === undefined || !player) {
			notes.set(matchId, [
				...(notes.get(matchId) ?? []),
				`line ${row.line}: player ${name} is unknown and was skipped`,
			]);
			return;
		}
		const key = `${matchId} ${playerId}`;
		const firstLine = firstLines.get(key);
		firstLines.set(key, row.line);
		if (firstLine !== undefined)
			row.reportProblem(`player ${playerId} has two rows in match ${matchId} (first on line ${firstLine})`);
		else if (![match.homeSquadId, match.awaySquadId].includes(getSquadInRound(player, match.roundId)))
			row.reportProblem(`player ${playerId} is in neither squad of match ${matchId}`);
		else if (EMPTY_CELLS.has(row.readRaw(columns.position))) row.reportProblem(`${columns.position} is empty`);
		else named.set(matchId, (named.get(matchId) ?? new Map()).set(playerId, getStatus(row.readRaw(columns.position))));
	};
	for (const row of rows) readRow(row);
	return [...new Set([...named.keys(), ...notes.keys()])].map((matchId): MatchReport => {
		const statusById = named.get(matchId) ?? new Map<PlayerId, PlayerStatus>();
		const squadIds = new Set([...statusById.keys()].flatMap((id) => season.players.get(id)?.squadId ?? []));
		const unnamed = [...squadIds].flatMap((squadId) => listUnnamedPlayers(season, squadId, statusById));
		const statuses = [...[...statusById].map(([playerId, status]) => ({ playerId, status })), ...unnamed];
		const matchNotes = notes.get(matchId) ?? [];
		return {
			matchId,
			...(statusById.size > 0 ? { statuses } : {}),
			...(matchNotes.length > 0 ? { notes: matchNotes } : {}),
		};
	});
}
