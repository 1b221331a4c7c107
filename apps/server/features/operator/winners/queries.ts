import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";

interface WinnerKey {
	readonly seasonId: number;
	readonly kind: "round" | "overall" | "club" | "state" | "cup";
	/** The round, club or state; empty for the others. */
	readonly subject: string;
	readonly teamId: TeamId;
}

export const listSeasonsWithResults = (db: Db) =>
	db
		.selectFrom("seasons as s")
		.where((where) =>
			where.exists(
				where
					.selectFrom("rounds as r")
					.whereRef("r.season_id", "=", "s.id")
					.where("r.status", "=", "complete")
					.select("r.id"),
			),
		)
		.select(["s.id", "s.name"])
		.orderBy("s.id", "desc")
		.execute();

export const listSquadNames = (db: Db, seasonId: number) =>
	db.selectFrom("squads").where("season_id", "=", seasonId).select(["id", "name"]).execute();

/** Lists the marks that operators have notified winners. */
export const listWinnerNotes = (db: Db, seasonId: number) =>
	listRows(db)<Omit<WinnerKey, "seasonId"> & { notifiedAt: Date; by: string }>`
		SELECT n.kind, n.subject, n.team_id AS "teamId", n.told_at AS "notifiedAt",
			coalesce(trim(u.first_name || ' ' || u.last_name), '') AS by
		FROM winner_notes AS n LEFT JOIN users AS u ON u.id = n.told_by AND u.is_active
		WHERE n.season_id = ${seasonId}`;

/** Lists the winners of rounds whose closing letter was sent, as named in the letter. */
export const listLetterWinners = (db: Db, seasonId: number) =>
	listRows(db)<Omit<WinnerKey, "seasonId">>`
		SELECT 'round' AS kind, round_id::text AS subject, unnest(sent_winners) AS "teamId"
		FROM round_closings WHERE season_id = ${seasonId}`;

/** Marks a winner as notified. Returns false if the winner was already marked. */
export async function insertWinnerNote(
	db: Db,
	{ seasonId, kind, subject, teamId }: WinnerKey,
	{ userId, at }: { readonly userId: UserId; readonly at: number },
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await db
		.insertInto("winner_notes")
		.values({ season_id: seasonId, kind, subject, team_id: teamId, told_at: new Date(at), told_by: userId })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

/** Removes the mark of a winner. Returns false if the winner was not marked. */
export async function deleteWinnerNote(db: Db, { seasonId, kind, subject, teamId }: WinnerKey): Promise<boolean> {
	const { numDeletedRows } = await db
		.deleteFrom("winner_notes")
		.where("season_id", "=", seasonId)
		.where("kind", "=", kind)
		.where("subject", "=", subject)
		.where("team_id", "=", teamId)
		.executeTakeFirst();
	return numDeletedRows === 1n;
}

/** Lists the email addresses of teams' owners by team id. Deactivated accounts are left out. */
export async function listAddresses(db: Db, teamIds: readonly TeamId[]): Promise<ReadonlyMap<TeamId, string>> {
	if (teamIds.length === 0) return new Map();
	const rows = await db
		.selectFrom("teams as t")
		.innerJoin("users as u", "u.id", "t.user_id")
		.where("t.id", "in", teamIds)
		.where("u.is_active", "=", true)
		.where("u.email", "<>", "")
		.select(["t.id", "u.email"])
		.execute();
	return new Map(rows.map(({ id, email }) => [id, email]));
}
