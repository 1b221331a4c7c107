import type { RoundId, SeasonTime, TeamId } from "@first-bounce/rules/ids";
import type { Trade } from "@first-bounce/rules/trades/trade";
import { sql } from "kysely";
import { listRows } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";
import { LINEUPS_JSON, TRADES_JSON } from "../team-json.ts";
import type { LineupRow } from "../team-row.ts";
import type { Receipt } from "./receipt.ts";

export interface StoredTeam {
	readonly id: TeamId;
	readonly version: number;
	readonly startRoundId: RoundId | null;
	/** In the order of versions. */
	readonly receipts: readonly Receipt[];
	/** In the order of rounds. */
	readonly lineups: readonly LineupRow[];
	readonly trades: readonly Trade[];
}

/** Reads the next teams by id, without bots that have no receipt: the demo inserts them without a save. */
export async function listStoredTeams(
	trx: Db,
	seasonId: number,
	{ afterId, limit }: { readonly afterId: TeamId; readonly limit: number },
): Promise<readonly StoredTeam[]> {
	const rows = await listRows(trx)<{ team: StoredTeam }>`
		SELECT json_build_object('id', t.id, 'version', t.version, 'startRoundId', t.start_round_id,
			'receipts', (SELECT coalesce(json_agg(json_build_object('id', a.id, 'version', a.version, 'roundId', a.round_id,
				'action', a.action, 'saved', a.saved, 'wallAt', floor(extract(epoch FROM a.wall_at) * 1000)::bigint,
				'seasonAt', floor(extract(epoch FROM a.season_at) * 1000)::bigint) ORDER BY a.version, a.id), '[]')
				FROM team_actions a WHERE a.team_id = t.id),
			'lineups', ${sql.raw(LINEUPS_JSON)}, 'trades', ${sql.raw(TRADES_JSON)}) AS team
		FROM (SELECT * FROM teams AS s WHERE s.season_id = ${seasonId} AND s.league_id IS NULL AND s.id > ${afterId}
				AND (EXISTS (SELECT FROM team_actions AS a WHERE a.team_id = s.id)
					OR NOT EXISTS (SELECT FROM users AS u WHERE u.id = s.user_id AND u.is_bot))
			ORDER BY s.id LIMIT ${limit}) AS t
		ORDER BY t.id`;
	return rows.map(({ team }) => team);
}

export interface AuditedChange {
	readonly at: Date;
	readonly action: string;
	readonly subject: string;
	readonly before: Record<string, unknown> | null;
	readonly after: Record<string, unknown> | null;
}

/** Lists the audited changes of a season that affected how actions were checked, oldest first. */
export const listAuditedChanges = (trx: Db, seasonId: number): Promise<readonly AuditedChange[]> =>
	listRows(trx)<AuditedChange>`
		SELECT at, action, subject, before, after FROM audit
		WHERE split_part(subject, ':', 2) = ${String(seasonId)} AND (action LIKE 'match-%'
			OR action IN ('round-published', 'prices-rerun', 'rules-changed', 'player-changed'))
		ORDER BY id`;

export type RecordedImport = Row<"season_import_changes", "imported_at" | "undone_at" | "changes">;

export const listRecordedImports = (trx: Db, seasonId: number): Promise<readonly RecordedImport[]> =>
	trx
		.selectFrom("season_import_changes")
		.where("season_id", "=", seasonId)
		.select(["imported_at", "undone_at", "changes"])
		.orderBy("id")
		.execute();

/** Lists the season times of receipts, in milliseconds, by id. Ids without a receipt are left out. */
export async function listReceiptTimes(trx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SeasonTime>> {
	const rows = await trx.selectFrom("team_actions").where("id", "in", ids).select(["id", "season_at"]).execute();
	return new Map(rows.map(({ id, season_at }) => [id, season_at.getTime()]));
}
