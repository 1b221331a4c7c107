import type { BodyOf } from "@first-bounce/contract/call";
import type { moderateName as moderateCall, NameEntry } from "@first-bounce/contract/operator/people";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { refuseProblems } from "../../accounts/users/registration-problems.ts";
import { refuseConflicts } from "../../accounts/users/service.ts";
import { getMediaPath, getPictureKey } from "../../media/media-store.ts";
import { findTeamNameProblems, isAllowedName } from "../../names/allowed-names.ts";
import { deleteRejectedName, insertRejectedName, isTeamNameTaken } from "../../names/name-queries.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { buildPage } from "../pagination.ts";
import type { OperatorServices } from "../services.ts";
import { findName, listNameRows, lockName, type NameKind, type NameRow, updateName } from "./queries.ts";

const PAGE_SIZE = 50;

/** Whose id and picture a name has: for a team, those of its user. */
const getOwnerKind = (kind: NameKind) => (kind === "team" ? "user" : "league");

/** Builds the entry of a name. For a team, `id` is that of its user. */
const buildEntry = ({ kind, id, name, owner, deputies, avatarVersion, at }: NameRow): NameEntry => ({
	kind,
	id,
	name,
	owner,
	deputies,
	at: at.toISOString(),
	picture: getMediaPath(getOwnerKind(kind), id, avatarVersion),
});

/** Lists names and pictures chosen by users, the newest first. */
export async function listNames(
	db: Db,
	{ kind, before, search = "" }: { kind: NameKind; before?: number | undefined; search?: string | undefined },
) {
	const rows = await listNameRows(db, { kind, before: before ?? null, search: search.trim() }, PAGE_SIZE + 1);
	const { page, nextBefore } = buildPage(rows, PAGE_SIZE);
	return { names: page.map(buildEntry), nextBefore };
}

async function getName(db: Db, kind: NameKind, id: number): Promise<NameRow> {
	const row = await findName(db, kind, id);
	if (!row) throw refuse(404, "name-unknown");
	return row;
}

/** Finds a free default name. It is not checked for offensive words, since the check also reads digits as letters. */
async function findDefaultName(db: Db, kind: NameKind, id: number): Promise<string> {
	if (kind === "league") return `League ${id}`;
	for (let number = 1; ; number++) {
		const name = number === 1 ? `Team ${id}` : `Team ${id}-${number}`;
		if (!(await isTeamNameTaken(db, name, id))) return name;
	}
}

/** Validates a name that an operator has chosen. It may be one that was rejected before. */
async function validateName(db: Db, kind: NameKind, id: number, name: string): Promise<void> {
	if (kind === "team")
		refuseProblems((await findTeamNameProblems(db, name, id)).filter(({ code }) => code !== "team-name-rejected"));
	else if (!isAllowedName(name)) throw refuse(422, "league-name-not-allowed");
}

/** Renames a team or league, or removes its picture, and mails the owner the reason. */
export async function moderateName(
	{ db, clocks, media }: OperatorServices,
	id: number,
	{ kind, rename, name, removePicture, reason }: BodyOf<typeof moderateCall>,
	audit: AuditContext,
): Promise<NameEntry> {
	if (!rename && !removePicture) throw refuse(422, "nothing-to-moderate");
	if (rename && name !== undefined) await validateName(db, kind, id, name);
	const newName = rename ? (name ?? (await findDefaultName(db, kind, id))) : null;
	const { before, after } = await refuseConflicts(
		db.transaction().execute(async (trx) => {
			await lockName(trx, kind, id);
			const before = await getName(trx, kind, id);
			await updateName(trx, kind, id, { name: newName, removePicture });
			if (newName !== null && newName !== before.name) {
				await insertRejectedName(trx, { kind, ownerId: id }, before.name);
				await deleteRejectedName(trx, { kind, ownerId: id }, newName);
			}
			const after = await getName(trx, kind, id);
			const getAuditValues = ({ name, avatarVersion }: NameRow) => ({ name, avatarVersion });
			const entry = { action: `${kind}-name-moderated`, subject: `${getOwnerKind(kind)}:${id}` };
			await writeAudit(trx, audit, { ...entry, before: getAuditValues(before), after: getAuditValues(after) });
			const data = { firstName: before.firstName, kind, before: before.name, after: after.name, removePicture, reason };
			const { email: to, language } = before;
			await queueMail(trx, { kind: "name-moderated", to, data, language, now: clocks.wallNow() });
			return { before, after };
		}),
	);
	if (removePicture && before.avatarVersion > 0)
		await media.remove(getPictureKey(getOwnerKind(kind), id, before.avatarVersion));
	return buildEntry(after);
}
