import type { UserId } from "@first-bounce/rules/ids";
import { type RawBuilder, sql } from "kysely";

export type Condition = RawBuilder<unknown>;

/** Selects the person's address in lower case if it is verified. */
export const selectVerifiedAddress = (userId: UserId) =>
	sql`(SELECT lower(u.email) FROM users u WHERE u.id = ${userId} AND u.email <> '' AND u.email_verified_at IS NOT NULL)`;

/** Selects the person's address in lower case if it is verified, or if no other account has the same one. */
export const selectVerifiedOrUniqueAddress = (userId: UserId) =>
	sql`(SELECT lower(u.email) FROM users u WHERE u.id = ${userId} AND u.email <> '' AND (u.email_verified_at IS NOT NULL
		OR NOT EXISTS (SELECT FROM users o WHERE lower(o.email) = lower(u.email) AND o.id <> u.id)))`;

export const belongsToUser = (userId: UserId) => sql`t.user_id = ${userId}`;

/** Whether the person wrote a contact message, signed in or from her address. */
export const isContactMessageOfUser = (userId: UserId, table = "t") => {
	const t = sql.table(table);
	return sql`(${t}.user_id = ${userId} OR lower(${t}.email) = ${selectVerifiedAddress(userId)})`;
};

/** Whether a mail is to the person, or is an invitation of hers or a copy of her message to the operators. */
export const isMailOfUser = (userId: UserId, table = "t") => {
	const t = sql.table(table);
	return sql`(lower(${t}.to_address) = ${selectVerifiedOrUniqueAddress(userId)}
		OR ${t}.kind = 'change-email' AND lower(${t}.to_address) IN (
			SELECT lower(k.email) FROM mailed_tokens k WHERE k.user_id = ${userId})
		OR ${t}.kind = 'league-invite' AND EXISTS (
			SELECT FROM league_invites i WHERE i.invited_by = ${userId} AND position(i.token IN ${t}.body_text) > 0)
		OR ${t}.kind = 'contact-message' AND lower(${t}.headers ->> 'Reply-To') IN (
			SELECT lower(c.email) FROM contact_messages c WHERE c.user_id = ${userId} UNION SELECT ${selectVerifiedAddress(userId)}))`;
};

/**
 * Whether an audit entry is about a report of her message or announcement. Entries of earlier versions do not say who wrote the
 * text: it is hers if she wrote it in this league and nobody else did.
 */
export const isReportOfUser = (userId: UserId) => sql`t.before ->> 'text' <> '' AND t.subject LIKE 'league:%' AND CASE
	WHEN t.before ? 'userId' THEN t.before ->> 'userId' = ${userId}::int::text
	ELSE (SELECT bool_and(w.user_id = ${userId}) FROM league_messages AS w
		WHERE w.user_id IS NOT NULL AND w.league_id = substring(t.subject FROM 8)::int AND w.text = t.before ->> 'text') END`;

/** Whether she runs or created a league. */
export const isLeagueOfUser = (userId: UserId, table: string) => {
	const t = sql.table(table);
	return sql`(${t}.commissioner_id = ${userId} OR EXISTS (SELECT FROM league_events e
		WHERE e.league_id = ${t}.id AND e.kind = 'created' AND e.user_id = ${userId}))`;
};

/** Whether a text contains the person's address, full name or team name, or her first or last name as a word. */
export const mentionsUser = (
	userId: UserId,
	text: Condition,
) => sql`EXISTS (SELECT FROM users u WHERE u.id = ${userId} AND (
	EXISTS (SELECT FROM unnest(ARRAY[u.email, u.team_name, u.first_name || u.last_name]) AS n
		WHERE n <> '' AND position(name_key(n) IN name_key(${text})) > 0)
	OR array_remove(ARRAY[lower(u.first_name), lower(u.last_name)], '')
		&& regexp_split_to_array(lower(${text}), '[^[:alnum:]]+')))`;

/** Whether a league's name contains her address or, in a league of hers, mentions her or contains any address. */
export const isLeagueNamedAfterUser = (userId: UserId) => sql`${isLeagueOfUser(userId, "t")}
	AND (${mentionsUser(userId, sql`t.name`)} OR t.name ~ '[^[:space:]]+@[^[:space:]]+')
	OR position(${selectVerifiedOrUniqueAddress(userId)} IN lower(t.name)) > 0`;
