import { createIdLookup, parseIdNumber } from "@first-bounce/contract/operator/id-lookup";
import type { MatchId, PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { SeasonSnapshot, SnapshotMatch, SnapshotPlayer } from "../../seasons/current/season-snapshot.ts";
import type { CsvRow } from "../../seasons/import/csv/csv-row.ts";
import type { CsvTable, HasColumn } from "../../seasons/import/csv/csv-table.ts";
import { createMatchFinder, createSquadFinder } from "../../seasons/import/files/find-match.ts";
import { isKnownPosition } from "../afl-api/parse-roster.ts";
import type { MatchReport } from "../feed.ts";
import { listUnnamedPlayers } from "../unnamed-players.ts";
import { buildCsvContext } from "./csv-context.ts";

/** The columns of our own line-ups file, and those of `fetch_lineup_afl()` of the R package fitzRoy. */
const OWN_COLUMNS = { match: "match_id", player: "player_id", squad: "squad_id", position: "position" };
const FITZROY_COLUMNS = { match: "providerId", player: "player.playerId", squad: "teamId", position: "position" };

const getColumns = (hasColumn: HasColumn) => (hasColumn(FITZROY_COLUMNS.player) ? FITZROY_COLUMNS : OWN_COLUMNS);

/** Whether a file has one row per named player. */
export function isLineUpFile(hasColumn: HasColumn): boolean {
	const { player, position } = getColumns(hasColumn);
	return hasColumn(player) && hasColumn(position) && !hasColumn("kicks");
}

export function listLineUpColumns(hasColumn: HasColumn): string[] {
	const { match, player, position } = getColumns(hasColumn);
	return [match, player, position];
}

const EMERGENCY_POSITIONS = new Set(["EMERG", "EMERGENCY"]);
/** The positions of late outs. */
const OUT_POSITIONS = new Set(["OUT", "LATE OUT"]);

const LATER_ROUND_NOTE = "its line-up is read once its round is the current one";

function getStatus(position: string): PlayerStatus {
	const upperCase = position.toUpperCase();
	if (EMERGENCY_POSITIONS.has(upperCase)) return "emergency";
	return OUT_POSITIONS.has(upperCase) ? "not-playing" : "playing";
}

/** Lists the matches of the current round that have not started, by id. */
function listOpenMatches({ rounds }: SeasonSnapshot): ReadonlyMap<MatchId, SnapshotMatch> {
	const current = findCurrentRound(rounds);
	const matches = rounds
		.filter(({ id, status }) => id === current?.id && status !== "complete")
		.flatMap((round) => round.matches)
		.filter(({ status }) => status === "scheduled");
	return new Map(matches.map((match) => [match.id, match]));
}

/** Lists the ids of the matches of rounds after the current one. */
function listLaterMatchIds({ rounds }: SeasonSnapshot): ReadonlySet<MatchId> {
	const currentId = findCurrentRound(rounds)?.id ?? 0;
	return new Set(rounds.filter(({ id }) => id > currentId).flatMap(({ matches }) => matches.map(({ id }) => id)));
}

/** What a file says about the teams of a match. */
interface LineUp {
	readonly match: SnapshotMatch;
	readonly statuses: Map<PlayerId, PlayerStatus>;
	/** Players whose rows do not say whether they play. */
	readonly oddPlayers: Set<PlayerId>;
	/** Clubs with a row that does not say who is named, so that any of their players may be. */
	readonly incompleteSquads: Set<SquadId>;
	readonly notes: string[];
}

interface FileContext {
	readonly columns: typeof OWN_COLUMNS;
	readonly findPlayers: (text: string) => readonly SnapshotPlayer[];
	readonly findSquadIds: (row: CsvRow) => readonly SquadId[];
	/** Players of rows without a match of theirs, who may be named. */
	readonly misplacedPlayers: Set<PlayerId>;
	readonly oddPositions: { readonly line: number; readonly message: string }[];
}

/**
 * Parses a file of line-ups. Players of a club who are not in the line-up of its match do not play. Only matches of the
 * current round that have not started are read, because a player has one status. Those of later rounds get a note, because a file
 * with notes is read again when the season changes.
 *
 * @param isWhole false if rows of the file could not be split into cells
 */
export function parseLineUps({ hasColumn, rows }: CsvTable, season: SeasonSnapshot, isWhole: boolean) {
	const columns = getColumns(hasColumn);
	const findMatchId = createMatchFinder(buildCsvContext(season), columns);
	const findPlayers = createIdLookup(season.players.values());
	const findSquadIds = createSquadFinder(season.squads, columns.squad);
	const openMatches = listOpenMatches(season);
	const laterMatchIds = listLaterMatchIds(season);
	const context: FileContext = { columns, findPlayers, findSquadIds, misplacedPlayers: new Set(), oddPositions: [] };
	const lineUps = new Map<MatchId, LineUp>();
	const laterReports = new Map<MatchId, MatchReport>();
	/** Whether a row that cannot be read may name any player. */
	let mayNameAnyone = !isWhole;
	for (const row of rows) {
		const playerText = row.readOptional(columns.player);
		// fitzRoy has a row without a player for a match whose teams are not announced.
		if (playerText === "" && row.readOptional(columns.position) === "") continue;
		const matchId = findMatchId(row);
		if (matchId === null) {
			row.reportProblem(`unknown match ${row.readRaw(columns.match) || "(empty)"} in ${columns.match}`);
			const players = findPlayers(playerText);
			for (const { id } of players) context.misplacedPlayers.add(id);
			if (players.length === 0) mayNameAnyone = true;
			continue;
		}
		if (laterMatchIds.has(matchId)) laterReports.set(matchId, { matchId, notes: [LATER_ROUND_NOTE] });
		const match = openMatches.get(matchId);
		if (!match) continue;
		const lineUp = lineUps.get(matchId) ?? createLineUp(match);
		lineUps.set(matchId, lineUp);
		readRow(row, lineUp, context);
	}
	const buildLineUpReport = (lineUp: LineUp): MatchReport => {
		// Players with an odd row keep their status.
		for (const id of lineUp.oddPlayers) lineUp.statuses.delete(id);
		const unnamed = mayNameAnyone ? [] : listUnnamed(lineUp, context.misplacedPlayers, season);
		return buildReport(lineUp, unnamed);
	};
	const reports = [...[...lineUps.values()].map(buildLineUpReport), ...laterReports.values()];
	return { reports, oddPositions: context.oddPositions };
}

const createLineUp = (match: SnapshotMatch): LineUp => ({
	match,
	statuses: new Map(),
	oddPlayers: new Set(),
	incompleteSquads: new Set(),
	notes: [],
});

const listSides = ({ homeSquadId, awaySquadId }: SnapshotMatch): readonly SquadId[] => [homeSquadId, awaySquadId];

/** Adds the status of a row's player to the line-up of her match, or a note if the row does not say who she is or whether she plays. */
function readRow(row: CsvRow, lineUp: LineUp, context: FileContext): void {
	const { columns, findPlayers, findSquadIds, misplacedPlayers, oddPositions } = context;
	const { match, statuses, oddPlayers, incompleteSquads } = lineUp;
	const playerText = row.readOptional(columns.player);
	const position = row.readOptional(columns.position);
	const addNote = (message: string) => lineUp.notes.push(`line ${row.line}: ${message}`);
	const sides = listSides(match);
	const isInMatch = (player: SnapshotPlayer) => sides.includes(getSquadInRound(player, match.roundId));
	const candidates = findPlayers(playerText);
	const player = candidates.find(isInMatch) ?? candidates[0];
	if (!player && parseIdNumber(playerText) === null) {
		const named = findSquadIds(row).filter((id) => sides.includes(id));
		for (const id of named.length > 0 ? named : sides) incompleteSquads.add(id);
		addNote(playerText === "" ? `${columns.player} is empty` : `${columns.player} is not an id (${playerText})`);
	} else if (!player) addNote(`player ${playerText} is unknown and was skipped`);
	else if (!isInMatch(player)) {
		misplacedPlayers.add(player.id);
		addNote(`player ${player.id} is in neither squad of match ${match.id}`);
	} else if (position === "") {
		oddPlayers.add(player.id);
		addNote(`player ${player.id}: ${columns.position} is empty`);
	} else {
		const status = getStatus(position);
		if (status === "playing" && !isKnownPosition(position)) {
			const message = `${columns.position} is neither a place in the team nor EMERG or OUT (${position}), and counts as playing`;
			oddPositions.push({ line: row.line, message });
		}
		if ((statuses.get(player.id) ?? status) !== status) {
			oddPlayers.add(player.id);
			addNote(`player ${player.id} has two rows in match ${match.id} that differ`);
		}
		statuses.set(player.id, status);
	}
}

/** Lists the players of both clubs who have no row anywhere, and so do not play. */
const listUnnamed = (
	{ match, statuses, oddPlayers, incompleteSquads }: LineUp,
	misplacedPlayers: ReadonlySet<PlayerId>,
	season: SeasonSnapshot,
) =>
	listSides(match)
		.filter((id) => !incompleteSquads.has(id))
		.flatMap((id) => listUnnamedPlayers(season, id, statuses))
		.filter(({ playerId }) => !misplacedPlayers.has(playerId) && !oddPlayers.has(playerId));

function buildReport({ match, statuses, notes }: LineUp, unnamed: ReturnType<typeof listUnnamedPlayers>): MatchReport {
	const named = [...statuses].map(([playerId, status]) => ({ playerId, status }));
	const listed = [...named, ...unnamed];
	return {
		matchId: match.id,
		...(listed.length > 0 ? { statuses: listed } : {}),
		...(notes.length > 0 ? { notes } : {}),
	};
}
