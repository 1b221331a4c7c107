import type { SuccessOf } from "@first-bounce/contract/call";
import type { showRecoverableLeagues as listCall } from "@first-bounce/contract/leagues/league-recover";
import type { UserId } from "@first-bounce/rules/ids";
import type { Tiebreaker } from "@first-bounce/rules/ladder/ladder";
import type { LeaguePrivacy, LeagueType } from "@first-bounce/rules/leagues/league";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { Refusal, refuse } from "../../../plugins/refusal.ts";
import { getMediaPath } from "../../site/media/media-store.ts";
import { getPublicAvatarVersion } from "../avatar.ts";
import type { LeagueServices } from "../league-row.ts";
import { sendInviteMails } from "./invite-mails.ts";
import { createUserInvites } from "./invites.ts";

interface FormerLeague {
	readonly id: number;
	readonly name: string;
	readonly type: LeagueType;
	readonly privacy: LeaguePrivacy;
	readonly size: number;
	readonly finals: boolean | null;
	readonly tiebreaker: Tiebreaker | null;
	readonly colour: string;
	readonly avatar_version: number;
	readonly num_teams: number;
	readonly season_name: string;
}

type RecoverableLeague = SuccessOf<typeof listCall>["leagues"][number];

/** Leagues of the season before this one that a user ran, neither regenerated nor skipped. */
async function listFormerLeagues(db: Kysely<Tables>, seasonId: number, userId: UserId): Promise<FormerLeague[]> {
	const { rows } = await sql<FormerLeague>`
		SELECT l.id, l.name, l.type, l.privacy, l.size, l.finals, l.tiebreaker, l.colour, l.avatar_version, l.num_teams,
			s.name AS season_name
		FROM leagues l JOIN seasons s ON s.id = l.season_id
		WHERE l.commissioner_id = ${userId}
			AND l.season_id = (SELECT max(id) FROM seasons WHERE id < ${seasonId} AND status = 'closed')
			AND NOT EXISTS (SELECT FROM leagues n WHERE n.regenerated_from = l.id AND n.deleted_at IS NULL)
			AND NOT EXISTS (SELECT FROM league_recover_skips k WHERE k.league_id = l.id AND k.user_id = ${userId})
		ORDER BY l.name, l.id`.execute(db);
	return rows;
}

export async function listRecoverableLeagues(
	{ db, seasons }: LeagueServices,
	userId: UserId,
): Promise<RecoverableLeague[]> {
	const rows = await listFormerLeagues(db, seasons.current().seasonId, userId);
	return rows.map((row) => ({
		id: row.id,
		name: row.name,
		type: row.type,
		privacy: row.privacy,
		colour: row.colour,
		size: row.type === "h2h" ? row.size : 2,
		finals: row.finals ?? true,
		h2hTiebreaker: row.tiebreaker ?? ("percentage" as const),
		avatar: getMediaPath("league", row.id, row.avatar_version),
		avatarVersion: getPublicAvatarVersion(row.avatar_version),
		numTeams: row.num_teams,
		seasonName: row.season_name,
	}));
}

/** One of them; refuses any other league. */
export async function getRecoverableLeague(
	{ db, seasons }: LeagueServices,
	userId: UserId,
	id: number,
): Promise<FormerLeague> {
	const found = (await listFormerLeagues(db, seasons.current().seasonId, userId)).find((league) => league.id === id);
	if (!found) throw refuse(404, "league-not-recoverable");
	return found;
}

export async function skipRecovery(services: LeagueServices, userId: UserId, id: number): Promise<void> {
	const former = await getRecoverableLeague(services, userId, id);
	await services.db
		.insertInto("league_recover_skips")
		.values({ user_id: userId, league_id: former.id })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Last season's members with an open account: an invitation each, and a mail to those who are people. */
export async function inviteFormerMembers(
	services: LeagueServices,
	transaction: Transaction<Tables>,
	leagueId: number,
	formerId: number,
	userId: UserId,
): Promise<number> {
	const { rows } = await sql<{ id: number; is_bot: boolean }>`
		SELECT u.id, u.is_bot
		FROM league_members m JOIN users u ON u.id = m.user_id
		WHERE m.league_id = ${formerId} AND u.id <> ${userId} AND u.is_active
		ORDER BY m.joined_no LIMIT 1000`.execute(transaction);
	const wall = new Date(services.clocks.wallNow());
	const invited = rows.map(({ id }) => id);
	await createUserInvites(transaction, leagueId, userId, invited, wall);
	const league = await transaction
		.selectFrom("leagues")
		.where("id", "=", leagueId)
		.select(["id", "name", "code"])
		.executeTakeFirstOrThrow();
	const userIds = rows.flatMap(({ id, is_bot }) => (is_bot ? [] : [id])).slice(0, MAX_MAILS);
	// Who has mailed all she may today still plays on: they find the invitation when they sign in.
	await sendInviteMails(services, transaction, league, userId, { userIds }, wall).catch((error) => {
		if (!isThrottled(error)) throw error;
	});
	return invited.length;
}

const isThrottled = (error: unknown): boolean => error instanceof Refusal && error.status === 429;

/** Former members beyond this many find the invitation when they sign in. */
const MAX_MAILS = 100;
