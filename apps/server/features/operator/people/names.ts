import type { BodyOf } from "@first-bounce/contract/call";
import type { moderateName as moderateCall, NameEntry } from "@first-bounce/contract/operator/people";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { refuseFaults } from "../../accounts/users/registration.ts";
import {
	allowName,
	findTeamNameFaults,
	isFitForName,
	isTeamNameTaken,
	rejectName,
} from "../../accounts/users/team-names.ts";
import { refuseConflicts } from "../../accounts/users/use-cases.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { getMediaPath, getPictureKey } from "../../site/media/media-store.ts";
import { type AuditContext, writeAudit } from "../audit/audit.ts";
import { buildLikePattern, buildPage } from "../pagination.ts";
import type { OperatorServices } from "../services.ts";

const PAGE_SIZE = 50;
type Kind = NameEntry["kind"];
interface Row extends Omit<NameEntry, "at" | "picture"> {
	readonly avatarVersion: number;
	readonly at: Date;
	readonly email: string;
	readonly firstName: string;
}

const TEAMS = sql`SELECT 'team' AS kind, u.id, u.team_name AS name, u.avatar_version AS "avatarVersion",
	u.first_name || ' ' || u.last_name AS owner, u.first_name AS "firstName", u.email, u.created_at AS at
	FROM users AS u WHERE u.team_name IS NOT NULL AND NOT u.is_bot`;
const LEAGUES = sql`SELECT 'league' AS kind, l.id, l.name, greatest(l.avatar_version, 0) AS "avatarVersion",
	u.first_name || ' ' || u.last_name AS owner, u.first_name AS "firstName", u.email, l.created_at AS at
	FROM leagues AS l JOIN users AS u ON u.id = l.commissioner_id WHERE l.deleted_at IS NULL`;
const namesOf = (kind: Kind) => sql`(${kind === "team" ? TEAMS : LEAGUES}) AS n`;

const buildEntry = ({ kind, id, name, owner, avatarVersion, at }: Row): NameEntry => ({
	kind,
	id,
	name,
	owner,
	at: at.toISOString(),
	picture: getMediaPath(kind === "team" ? "user" : "league", id, avatarVersion),
});

/** Names and pictures that people chose, the newest first. */
export async function listNames(
	db: Kysely<Tables>,
	{ kind, before, search = "" }: { kind: Kind; before?: number | undefined; search?: string | undefined },
) {
	const { rows } = await sql<Row>`SELECT * FROM ${namesOf(kind)}
		WHERE (${before ?? null}::int IS NULL OR id < ${before ?? null}) AND name ILIKE ${buildLikePattern(search.trim())}
		ORDER BY id DESC LIMIT ${PAGE_SIZE + 1}`.execute(db);
	const { page, nextBefore } = buildPage(rows, PAGE_SIZE);
	return { names: page.map(buildEntry), nextBefore };
}

async function getName(db: Kysely<Tables>, kind: Kind, id: number): Promise<Row> {
	const { rows } = await sql<Row>`SELECT * FROM ${namesOf(kind)} WHERE id = ${id}`.execute(db);
	const [row] = rows;
	if (!row) throw refuse(404, "name-unknown");
	return row;
}

/** The default name where the operator gives none. It is free, and not screened: digits can be taken for letters. */
async function findDefaultName(db: Kysely<Tables>, kind: Kind, id: number): Promise<string> {
	if (kind === "league") return `League ${id}`;
	for (let number = 1; ; number++) {
		const name = number === 1 ? `Team ${id}` : `Team ${id}-${number}`;
		if (!(await isTeamNameTaken(db, name, id))) return name;
	}
}

async function validateName(db: Kysely<Tables>, kind: Kind, id: number, name: string): Promise<void> {
	if (kind === "team")
		refuseFaults((await findTeamNameFaults(db, name, id)).filter(({ code }) => code !== "team-name-rejected"));
	else if (!isFitForName(name)) throw refuse(422, "league-name-not-allowed");
}

const tableOf = (kind: Kind) => sql.table(kind === "team" ? "users" : "leagues");

async function updateName(
	db: Kysely<Tables>,
	kind: Kind,
	id: number,
	name: string | null,
	noPicture: boolean,
): Promise<void> {
	const set = sql.join([
		...(name === null ? [] : [kind === "team" ? sql`team_name = ${name}` : sql`name = ${name}`]),
		// A league's next picture counts on from here (leagues/avatar.ts).
		...(noPicture ? [kind === "team" ? sql`avatar_version = 0` : sql`avatar_version = -abs(avatar_version)`] : []),
	]);
	await sql`UPDATE ${tableOf(kind)} SET ${set} WHERE id = ${id}`.execute(db);
}

/** Renames a team or a league, or takes its picture away; its owner hears why by mail. */
export async function moderateName(
	{ db, clocks, media }: OperatorServices,
	id: number,
	{ kind, rename, name, removePicture, reason }: BodyOf<typeof moderateCall>,
	audit: AuditContext,
): Promise<NameEntry> {
	if (!rename && !removePicture) throw refuse(422, "nothing-to-moderate");
	if (rename && name !== undefined) await validateName(db, kind, id, name);
	const wanted = rename ? (name ?? (await findDefaultName(db, kind, id))) : null;
	const { before, after } = await refuseConflicts(
		db.transaction().execute(async (transaction) => {
			await sql`SELECT FROM ${tableOf(kind)} WHERE id = ${id} FOR UPDATE`.execute(transaction);
			const before = await getName(transaction, kind, id);
			await updateName(transaction, kind, id, wanted, removePicture);
			if (wanted !== null && wanted !== before.name) {
				await rejectName(transaction, kind, id, before.name);
				await allowName(transaction, kind, id, wanted);
			}
			const after = await getName(transaction, kind, id);
			const told = ({ name, avatarVersion }: Row) => ({ name, avatarVersion });
			const done = { action: `${kind}-name-moderated`, subject: `${kind === "team" ? "user" : "league"}:${id}` };
			await writeAudit(transaction, audit, { ...done, before: told(before), after: told(after) });
			const data = { firstName: before.firstName, kind, before: before.name, after: after.name, removePicture, reason };
			await queueMail(transaction, { kind: "name-moderated", to: before.email, data, now: clocks.wallNow() });
			return { before, after };
		}),
	);
	if (removePicture && before.avatarVersion > 0)
		await media.remove(getPictureKey(kind === "team" ? "user" : "league", id, before.avatarVersion));
	return buildEntry(after);
}
