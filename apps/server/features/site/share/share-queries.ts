import type { RoundId, UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import type { Db } from "../../../db/tables/tables.ts";
import type { Snapshot } from "./snapshot.ts";

/** The type of a snapshot's link: a match-up is linked as a result. */
export type SnapshotLink = Exclude<Snapshot["kind"], "matchup">;

interface NewSnapshot {
	readonly id: string;
	readonly kind: SnapshotLink;
	readonly userId: UserId;
	readonly seasonId: number;
	readonly roundId: RoundId;
	readonly content: string;
	readonly contentHash: Buffer;
	/** Whether the owner chose to show players before they lock. */
	readonly showsTeam: boolean;
	readonly createdAt: number;
}

/** Stores a snapshot; returns the stored one if the user has one with the same content. */
export const insertSnapshot = (db: Db, { kind, ...snapshot }: NewSnapshot) =>
	db
		.insertInto("share_snapshots")
		.values({
			id: snapshot.id,
			kind,
			user_id: snapshot.userId,
			season_id: snapshot.seasonId,
			round_id: snapshot.roundId,
			content: snapshot.content,
			content_hash: snapshot.contentHash,
			shows_team: snapshot.showsTeam,
			created_at: new Date(snapshot.createdAt),
		})
		.onConflict((conflict) => conflict.columns(["user_id", "kind", "content_hash"]).doUpdateSet({ kind }))
		.returning(["id", "created_at"])
		.executeTakeFirstOrThrow();

export const deleteOldestSnapshots = (db: Db, userId: UserId, max: number) =>
	sql`DELETE FROM share_snapshots WHERE user_id = ${userId} AND id IN (
		SELECT id FROM share_snapshots WHERE user_id = ${userId} ORDER BY created_at DESC OFFSET ${max})`.execute(db);

/** Deletes a user's snapshots that show players before they lock. */
export const deleteTeamSnapshots = (trx: Db, userId: UserId) =>
	trx.deleteFrom("share_snapshots").where("user_id", "=", userId).where("shows_team", "=", true).execute();

/** Finds a snapshot with its owner's team name and the current revision of the round's scores. */
export const findSnapshot = (db: Db, id: string, kind: SnapshotLink, roundId: RoundId) =>
	db
		.selectFrom("share_snapshots as s")
		.innerJoin("users as u", "u.id", "s.user_id")
		.innerJoin("rounds as r", (join) => join.onRef("r.season_id", "=", "s.season_id").onRef("r.id", "=", "s.round_id"))
		.where("s.id", "=", id)
		.where("s.kind", "=", kind)
		.where("s.round_id", "=", roundId)
		// Once an account is closed, its line-ups that were not locked are not shown.
		.where((where) => where.or([where("s.shows_team", "=", false), where("u.is_active", "=", true)]))
		.select(["u.team_name", "u.is_active", "u.supported_squad_id", "r.revision"])
		.select((eb) => eb.ref("s.content").$castTo<Snapshot>().as("content"))
		.executeTakeFirst();

export const findLeagueName = async (db: Db, leagueId: number): Promise<string | undefined> =>
	(
		await db
			.selectFrom("leagues")
			.where("id", "=", leagueId)
			.where("deleted_at", "is", null)
			.select("name")
			.executeTakeFirst()
	)?.name;
