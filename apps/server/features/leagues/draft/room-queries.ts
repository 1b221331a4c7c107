import type { TeamId } from "@first-bounce/rules/ids";
import { type Insertable, type RawBuilder, sql, type Updateable } from "kysely";
import { prepared } from "../../../db/prepared.ts";
import { findRow } from "../../../db/rows.ts";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import { type DraftRow, type LogRow, type PickRow, type SeatRow, selectSeats } from "./queries.ts";

/** A pick as a list, because PostgreSQL needs much longer to write the names of columns 200 times. */
type PickValues = readonly [
	overall: number,
	round: number,
	originalTeamId: TeamId,
	teamId: TeamId,
	playerId: PickRow["playerId"],
	isSkipped: boolean,
	madeAt: string | null,
	madeBy: PickRow["made_by"],
	keptYears: PickRow["kept_years"],
	requestKey: string | null,
	version: number,
];

/** A row as it is read from JSON, where times are strings. */
export type JsonRow<Row> = { readonly [Key in keyof Row]: Row[Key] extends Date | null ? string | null : Row[Key] };

/** A room as JSON. */
interface RoomJson {
	readonly draft: JsonRow<DraftRow>;
	readonly picks: readonly PickValues[] | null;
	readonly seats: readonly JsonRow<SeatRow>[] | null;
	readonly undoneKeys: readonly string[];
}

export const selectJson = (rows: RawBuilder<unknown>) => sql`(SELECT json_agg(r) FROM (${rows}) AS r)`;

/**
 * SQL: a room as one column of a statement with its draft as `d`. One statement reads it, so that all of it has the same version.
 */
const selectRoom = (leagueId: number) => sql<{ room: RoomJson }>`json_build_object('draft', d,
	'picks', (SELECT json_agg(json_build_array(overall, round, original_team_id, team_id, player_id, is_skipped, made_at,
		made_by, kept_years, request_key, version) ORDER BY overall) FROM draft_picks WHERE league_id = ${leagueId}),
	'seats', ${selectJson(selectSeats(leagueId))},
	'undoneKeys', ARRAY(SELECT g.data ->> 'key' FROM draft_log g
		WHERE g.league_id = ${leagueId} AND g.action = 'undone' AND g.data ? 'key')) AS room`;

/** Selects the room of a league's draft with the league. */
export const buildRoomColumn = (leagueId: number) => ({ name: "locked-draft", columns: selectRoom(leagueId) });

const parseTime = (time: string | null): Date | null => (time === null ? null : new Date(time));

const parsePick = ([
	overall,
	round,
	originalTeamId,
	teamId,
	playerId,
	isSkipped,
	madeAt,
	made_by,
	kept_years,
	request_key,
	version,
]: PickValues): PickRow => ({
	overall,
	round,
	originalTeamId,
	teamId,
	playerId,
	isSkipped,
	made_at: parseTime(madeAt),
	made_by,
	kept_years,
	request_key,
	version,
});

export const parseDraft = (draft: JsonRow<DraftRow>): DraftRow => ({
	...draft,
	starts_at: parseTime(draft.starts_at),
	deadline_at: parseTime(draft.deadline_at),
	due_at: parseTime(draft.due_at),
	completed_at: parseTime(draft.completed_at),
	completed_season_at: parseTime(draft.completed_season_at),
	keepers_due_at: parseTime(draft.keepers_due_at),
	keepers_closed_at: parseTime(draft.keepers_closed_at),
});

export const parseSeat = (seat: JsonRow<SeatRow>): SeatRow => ({
	...seat,
	seen_at: parseTime(seat.seen_at),
	joined_at: parseTime(seat.joined_at),
});

export function parseRoom({ draft, picks, seats, undoneKeys }: RoomJson) {
	return {
		draft: parseDraft(draft),
		picks: (picks ?? []).map(parsePick),
		seats: (seats ?? []).map(parseSeat),
		undoneKeys,
	};
}

/** Finds a draft with its picks and seats. */
export async function findRoom(db: Db, leagueId: number) {
	const row = await findRow(db)<{ room: RoomJson }>`
		SELECT ${selectRoom(leagueId)} FROM drafts d WHERE d.league_id = ${leagueId}`;
	return row && parseRoom(row.room);
}

const selectLog = (leagueId: number, since: RawBuilder<unknown>) => sql<LogRow>`
	SELECT g.id, g.version, g.at, g.user_id, g.action, g.data, u.team_name, u.is_active, u.avatar_version
	FROM draft_log g LEFT JOIN users u ON u.id = g.user_id
	WHERE g.league_id = ${leagueId} AND g.version > ${since} ORDER BY g.id`;

/** How many versions back a board reads the log. A client with an older version loads more of it. */
const RECENT_VERSIONS = 20;

/** Finds a draft with its picks, seats and the newest entries of its log, those after version `logSince`. */
export async function findRoomWithLog(db: Db, leagueId: number) {
	const since = sql`d.version - ${RECENT_VERSIONS}::int`;
	const row = await findRow(db)<{ room: RoomJson; log: readonly LogRow[] | null }>`${prepared("draft-room")}
		SELECT ${selectRoom(leagueId)}, ${selectJson(selectLog(leagueId, since))} AS log
		FROM drafts d JOIN leagues l ON l.id = d.league_id AND l.deleted_at IS NULL WHERE d.league_id = ${leagueId}`;
	if (!row) return undefined;
	const room = parseRoom(row.room);
	const log = (row.log ?? []).map((entry) => ({ ...entry, at: new Date(String(entry.at)) }));
	return { ...room, log, logSince: room.draft.version - RECENT_VERSIONS };
}

/** Lists the log of a draft up to a version, oldest entry first. */
export async function listLog(db: Db, leagueId: number, version: number): Promise<readonly LogRow[]> {
	const { rows } = await selectLog(leagueId, sql`-1`).execute(db);
	return rows.filter((entry) => entry.version <= version);
}

/** What an action changes in a pick. */
export type PickChanges = Partial<
	Pick<PickRow, "teamId" | "playerId" | "isSkipped" | "made_at" | "made_by" | "request_key">
>;

const buildPickColumns = ({ teamId, playerId, isSkipped, ...others }: PickChanges) => ({
	...(teamId === undefined ? {} : { team_id: teamId }),
	...(playerId === undefined ? {} : { player_id: playerId }),
	...(isSkipped === undefined ? {} : { is_skipped: isSkipped }),
	...others,
});

/** Saves what an action has changed in a room, by one statement. Changed picks get the new version of the draft. */
export async function saveRoom(
	trx: Db,
	leagueId: number,
	changes: {
		readonly draft: Updateable<Tables["drafts"]> & { readonly version: number };
		readonly picks: readonly { readonly overall: number; readonly changes: PickChanges }[];
		readonly seats: readonly { readonly teamId: TeamId; readonly changes: Updateable<Tables["draft_seats"]> }[];
		readonly log: readonly Insertable<Tables["draft_log"]>[];
	},
): Promise<void> {
	const { draft, picks, seats, log } = changes;
	const statements = [
		...picks.map(({ overall, changes: pick }) =>
			trx
				.updateTable("draft_picks")
				.set({ ...buildPickColumns(pick), version: draft.version })
				.where("league_id", "=", leagueId)
				.where("overall", "=", overall),
		),
		...seats.map(({ teamId, changes: columns }) =>
			trx.updateTable("draft_seats").set(columns).where("team_id", "=", teamId),
		),
		...(log.length === 0 ? [] : [trx.insertInto("draft_log").values(log)]),
	].map((statement, index) => sql`${sql.id(`part_${index}`)} AS (${statement})`);
	const first = statements.length === 0 ? sql`` : sql`WITH ${sql.join(statements)}`;
	await sql`${first} ${trx.updateTable("drafts").set(draft).where("league_id", "=", leagueId)}`.execute(trx);
}
