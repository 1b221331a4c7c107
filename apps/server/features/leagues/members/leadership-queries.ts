import type { UserId } from "@first-bounce/rules/ids";
import { type LeagueLeadership, MAX_DEPUTIES } from "@first-bounce/rules/leagues/league-leadership";
import { sql } from "kysely";
import { findRow, hasRow, listRows, listValues } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";
import { updateLeagueRow } from "../league-queries.ts";

interface LeadershipRow extends Omit<LeagueLeadership, "offer"> {
	readonly offer: Row<"league_hand_overs", "user_id" | "expires_at" | "declined_at"> | null;
}

export async function findLeadership(db: Db, leagueId: number): Promise<LeadershipRow> {
	const offer = await findRow(db)<NonNullable<LeadershipRow["offer"]>>`
		SELECT user_id, expires_at, declined_at FROM league_hand_overs WHERE league_id = ${leagueId}`;
	const row = await findRow(db)<Omit<LeadershipRow, "offer">>`
		SELECT l.commissioner_id AS "commissionerId", ARRAY(SELECT m.user_id FROM league_members m
			WHERE m.league_id = l.id AND m.deputy_place IS NOT NULL AND m.user_id <> l.commissioner_id
			ORDER BY m.deputy_since, m.deputy_place) AS "deputyIds"
		FROM leagues l WHERE l.id = ${leagueId}`;
	if (!row) throw new Error(`No league ${leagueId}`);
	return { ...row, offer: offer ?? null };
}

async function updateDeputies(trx: Db, leagueId: number, deputyIds: readonly UserId[]): Promise<void> {
	await sql`
		UPDATE league_members SET deputy_place = NULL, deputy_since = NULL
		WHERE league_id = ${leagueId} AND deputy_place IS NOT NULL AND user_id <> ALL (${deputyIds}::int[])`.execute(trx);
	for (const userId of deputyIds)
		await sql`
			UPDATE league_members SET deputy_since = clock_timestamp(), deputy_place = (
				SELECT min(place) FROM generate_series(1, ${MAX_DEPUTIES}::int) AS place WHERE NOT EXISTS (
					SELECT FROM league_members d WHERE d.league_id = ${leagueId} AND d.deputy_place = place))
			WHERE league_id = ${leagueId} AND user_id = ${userId} AND deputy_place IS NULL`.execute(trx);
}

async function updateOffer(trx: Db, leagueId: number, offer: LeagueLeadership["offer"]): Promise<void> {
	if (offer?.isDeclined) {
		await sql`
			UPDATE league_hand_overs SET declined_at = clock_timestamp() WHERE league_id = ${leagueId}`.execute(trx);
		return;
	}
	await trx.deleteFrom("league_hand_overs").where("league_id", "=", leagueId).execute();
	if (!offer) return;
	await sql`
		INSERT INTO league_hand_overs (league_id, user_id, offered_at, expires_at)
		VALUES (${leagueId}, ${offer.userId}, clock_timestamp(), ${new Date(offer.expiresAt)})`.execute(trx);
}

/** Stores who runs a locked league. */
export async function updateLeadership(trx: Db, leagueId: number, before: LeagueLeadership, after: LeagueLeadership) {
	if (after.commissionerId !== before.commissionerId)
		await updateLeagueRow(trx, leagueId, { commissioner_id: after.commissionerId });
	await updateDeputies(trx, leagueId, after.deputyIds);
	// A change that leaves the offer alone keeps the same object.
	if (after.offer !== before.offer) await updateOffer(trx, leagueId, after.offer);
}

/** Locks the leagues of the current season that a user runs as commissioner or deputy, or that are offered to the user. */
export const lockLeaguesRunBy = (trx: Db, userId: UserId): Promise<number[]> =>
	listValues(trx)<number>`
		SELECT l.id FROM leagues l JOIN seasons s ON s.id = l.season_id AND s.is_current
		WHERE l.commissioner_id = ${userId} OR l.deleted_at IS NULL AND l.id IN (
			SELECT league_id FROM league_members WHERE user_id = ${userId} AND deputy_place IS NOT NULL
			UNION SELECT league_id FROM league_hand_overs WHERE user_id = ${userId})
		ORDER BY l.id FOR UPDATE OF l`;

/** Locks the leagues of the current season in which a user is a member, and whose commissioner's account is closed. */
export const lockLeaguesToTakeOver = (trx: Db, userId: UserId): Promise<number[]> =>
	listValues(trx)<number>`
		SELECT l.id FROM leagues l JOIN seasons s ON s.id = l.season_id AND s.is_current
		WHERE l.id IN (SELECT league_id FROM league_members WHERE user_id = ${userId}) AND l.commissioner_id <> ${userId}
			AND EXISTS (SELECT FROM users c WHERE c.id = l.commissioner_id AND NOT c.is_active)
		ORDER BY l.id FOR UPDATE OF l`;

/**
 * Lists who may succeed the commissioner `userId`, in the order they joined: the league's active deputies, and its
 * longest-standing active member.
 */
export const listSuccessors = (trx: Db, leagueId: number, userId: UserId): Promise<UserId[]> =>
	listValues(trx)<UserId>`
		WITH active AS (SELECT m.user_id, m.joined_no, m.deputy_place FROM league_members m JOIN users u ON u.id = m.user_id
			WHERE m.league_id = ${leagueId} AND m.user_id <> ${userId} AND u.is_active)
		SELECT user_id FROM active WHERE deputy_place IS NOT NULL OR joined_no = (SELECT min(joined_no) FROM active)
		ORDER BY joined_no`;

/** Whether a user was a deputy of the league that this one continues, and was neither dismissed nor removed in this one. */
export const isReturningDeputy = (trx: Db, leagueId: number, userId: UserId): Promise<boolean> =>
	hasRow(trx)`
		SELECT FROM leagues l JOIN league_members m ON m.league_id = l.regenerated_from AND m.user_id = ${userId}
		WHERE l.id = ${leagueId} AND m.deputy_place IS NOT NULL AND NOT EXISTS (SELECT FROM league_events e
			WHERE e.league_id = l.id AND e.user_id = ${userId} AND e.kind IN ('deputy-ended', 'removed'))`;

type OfferedLeagueRow = Row<"league_hand_overs", "league_id" | "expires_at"> &
	Row<"leagues", "name"> & {
		/** The commissioner's; empty if her account is deactivated. */
		readonly team_name: string;
	};

export const listOffersToUser = (
	db: Db,
	{ seasonId, userId, now }: { readonly seasonId: number; readonly userId: UserId; readonly now: Date },
): Promise<OfferedLeagueRow[]> =>
	listRows(db)<OfferedLeagueRow>`
		SELECT h.league_id, h.expires_at, l.name, CASE WHEN u.is_active THEN coalesce(u.team_name, '') ELSE '' END AS team_name
		FROM league_hand_overs h JOIN leagues l ON l.id = h.league_id AND l.season_id = ${seasonId}
			LEFT JOIN users u ON u.id = l.commissioner_id
		WHERE h.user_id = ${userId} AND h.declined_at IS NULL AND h.expires_at > ${now}
		ORDER BY h.expires_at`;

type LeaderNameRow = Row<"users", "id" | "team_name" | "first_name" | "last_name" | "is_active">;

export const listLeaderNames = (db: Db, userIds: readonly UserId[]): Promise<LeaderNameRow[]> =>
	listRows(db)<LeaderNameRow>`
		SELECT id, team_name, first_name, last_name, is_active FROM users WHERE id = ANY (${userIds}::int[])`;

/** Finds a user with a verified address, to whom mails may be sent. */
export const findMailRecipient = (db: Db, userId: UserId) =>
	findRow(db)<Row<"users", "email" | "first_name" | "language">>`
		SELECT email, first_name, language FROM users WHERE id = ${userId} AND email_verified_at IS NOT NULL`;
