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
/** Of players who were named but do not play. A player without a row is out too. */
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

/**
 * Parses a file of line-ups. Players of a club who are not in the line-up of its match do not play. Only matches of the
 * current round that have not started are read, because a player has one status. Those of later rounds get a note, because a file
 * with notes is read again when the season changes.
 *
 * @param isWhole false if rows of the file could not be split into cells
 */
export function parseLineUps({ hasColumn, rows }: CsvTable, season: SeasonSnapshot, isWhole: boolean) {
	const oddPositions: { readonly line: number; readonly message: string }[] = [];
	const columns = getColumns(hasColumn);
	const findMatchId = createMatchFinder(buildCsvContext(season), columns);
	const findSquadIds = createSquadFinder(season.squads, columns.squad);
	const findPlayers = createIdLookup(season.players.values());
	const current = findCurrentRound(season.rounds);
	const openMatches = listOpenMatches(season);
	const laterMatchIds = new Set(
		season.rounds.filter(({ id }) => id > (current?.id ?? 0)).flatMap(({ matches }) => matches.map(({ id }) => id)),
	);
	const lineUps = new Map<MatchId, LineUp>();
	/** Players of rows without a match of theirs, who may be named. */
	const misplacedPlayers = new Set<PlayerId>();
	let isAnyoneMissing = !isWhole;
	const readRow = (row: CsvRow): void => {
		const name = row.readOptional(columns.player);
		const position = row.readOptional(columns.position);
		// fitzRoy has a row without a player for a match whose teams are not announced.
		if (name === "" && position === "") return;
		const matchId = findMatchId(row);
		if (matchId === null) {
			row.reportProblem(`unknown match ${row.readRaw(columns.match) || "(empty)"} in ${columns.match}`);
			const players = findPlayers(name);
			for (const { id } of players) misplacedPlayers.add(id);
			if (players.length === 0) isAnyoneMissing = true;
			return;
		}
		const match = openMatches.get(matchId);
		const lineUp = lineUps.get(matchId) ?? {
			statuses: new Map(),
			oddPlayers: new Set(),
			notes: laterMatchIds.has(matchId) ? [LATER_ROUND_NOTE] : [],
			incompleteSquads: new Set(),
		};
		if (match || lineUp.notes.length > 0) lineUps.set(matchId, lineUp);
		if (match) readPlayer(row, { name, position, match, lineUp });
	};
	const readPlayer = (
		row: CsvRow,
		{ name, position, match, lineUp }: NamedRow & { readonly match: SnapshotMatch; readonly lineUp: LineUp },
	): void => {
		const addNote = (message: string) => lineUp.notes.push(`line ${row.line}: ${message}`);
		const sides = [match.homeSquadId, match.awaySquadId];
		const plays = (player: SnapshotPlayer) => sides.includes(getSquadInRound(player, match.roundId));
		const candidates = findPlayers(name);
		const player = candidates.length > 1 ? (candidates.find(plays) ?? candidates[0]) : candidates[0];
		if (!player && parseIdNumber(name) === null) {
			const own = findSquadIds(row).filter((id) => sides.includes(id));
			for (const id of own.length > 0 ? own : sides) lineUp.incompleteSquads.add(id);
			addNote(name === "" ? `${columns.player} is empty` : `${columns.player} is not an id (${name})`);
		} else if (!player) addNote(`player ${name} is unknown and was skipped`);
		else if (!plays(player)) {
			misplacedPlayers.add(player.id);
			addNote(`player ${player.id} is in neither squad of match ${match.id}`);
		} else if (position === "") {
			lineUp.oddPlayers.add(player.id);
			addNote(`player ${player.id}: ${columns.position} is empty`);
		} else {
			const status = getStatus(position);
			if (status === "playing" && !isKnownPosition(position)) {
				const message = `${columns.position} is neither a place in the team nor EMERG or OUT (${position}), and counts as playing`;
				oddPositions.push({ line: row.line, message });
			}
			if ((lineUp.statuses.get(player.id) ?? status) !== status) {
				lineUp.oddPlayers.add(player.id);
				addNote(`player ${player.id} has two rows in match ${match.id} that differ`);
			}
			lineUp.statuses.set(player.id, status);
		}
	};
	for (const row of rows) readRow(row);
	const reports = [...lineUps].map(([matchId, lineUp]) =>
		buildReport(matchId, lineUp, isAnyoneMissing ? null : misplacedPlayers, season),
	);
	return { reports, oddPositions };
}

/** @param misplacedPlayers null if anyone could be named in a row that cannot be read */
function buildReport(
	matchId: MatchId,
	{ statuses, oddPlayers, notes, incompleteSquads }: LineUp,
	misplacedPlayers: ReadonlySet<PlayerId> | null,
	season: SeasonSnapshot,
): MatchReport {
	const squadIds = new Set([...statuses.keys()].flatMap((id) => season.players.get(id)?.squadId ?? []));
	const unnamed = [...squadIds]
		.filter((id) => !incompleteSquads.has(id))
		.flatMap((id) => listUnnamedPlayers(season, id, statuses));
	const out = misplacedPlayers ? unnamed.filter(({ playerId }) => !misplacedPlayers.has(playerId)) : [];
	const named = [...statuses].map(([playerId, status]) => ({ playerId, status }));
	// Players with an odd row keep their status.
	const certain = [...named, ...out].filter(({ playerId }) => !oddPlayers.has(playerId));
	return {
		matchId,
		...(certain.length > 0 ? { statuses: certain } : {}),
		...(notes.length > 0 ? { notes } : {}),
	};
}

interface NamedRow {
	readonly name: string;
	readonly position: string;
}

/** What a file says about the teams of a match. */
interface LineUp {
	readonly statuses: Map<PlayerId, PlayerStatus>;
	/** Players whose rows do not say whether they play. */
	readonly oddPlayers: Set<PlayerId>;
	readonly notes: string[];
	/** Clubs with a row that does not say who is named, so that any of their players may be. */
	readonly incompleteSquads: Set<SquadId>;
}
