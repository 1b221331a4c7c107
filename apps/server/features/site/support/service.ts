import type { BodyOf } from "@first-bounce/contract/call";
import type { Letter, sendLetter } from "@first-bounce/contract/site/support";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { queueLimitedMail } from "../../notifications/mail/mail-limits.ts";
import { type AuditContext, writeAudit } from "../../operator/audit/audit.ts";

export interface SupportServices {
	readonly db: Kysely<Tables>;
	readonly wallNow: () => number;
	/** Where letters go; null: to every operator's own address. */
	readonly inbox: string | null;
}

const PAGE_SIZE = 50;
/** So many operators get a copy, where there is no inbox. */
const MAX_COPIES = 5;

/** Where mail to the operators goes: the inbox that was set up for it, else their own addresses. */
export async function findOperatorInboxes({
	db,
	inbox,
}: Pick<SupportServices, "db" | "inbox">): Promise<readonly string[]> {
	if (inbox !== null) return [inbox];
	const operators = await db
		.selectFrom("users")
		.where("is_operator", "=", true)
		.where("is_active", "=", true)
		.orderBy("id")
		.limit(MAX_COPIES)
		.select("email")
		.execute();
	return operators.flatMap(({ email }) => (email ? [email] : []));
}

/** Keeps a letter and mails it, both or neither; answers go to its writer. */
export async function createLetter(
	services: SupportServices,
	{ name, email, message, page = "" }: BodyOf<typeof sendLetter>,
	userId: UserId | null,
): Promise<void> {
	const now = services.wallNow();
	const inboxes = await findOperatorInboxes(services);
	await services.db.transaction().execute(async (transaction) => {
		const { id } = await transaction
			.insertInto("support_letters")
			.values({ name, email, message, page, user_id: userId, created_at: new Date(now) })
			.returning("id")
			.executeTakeFirstOrThrow();
		const data = { id, name, email, message, page };
		for (const to of inboxes)
			await queueLimitedMail(transaction, { kind: "support-letter", to, data, now, headers: { "Reply-To": email } });
	});
}

const lettersOf = (db: Kysely<Tables>) => db.selectFrom("support_letters").selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof lettersOf>["execute"]>>[number];

const buildLetter = ({ user_id, created_at, handled_at, ...row }: Row): Letter => ({
	...row,
	userId: user_id,
	createdAt: created_at.toISOString(),
	handledAt: handled_at?.toISOString() ?? null,
});

/** Letters, the newest first. */
export async function listLetters(
	db: Kysely<Tables>,
	{ before, state }: { readonly before?: number | undefined; readonly state?: "open" | "handled" | undefined },
) {
	const rows = await lettersOf(db)
		.$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
		.$if(state === "open", (query) => query.where("handled_at", "is", null))
		.$if(state === "handled", (query) => query.where("handled_at", "is not", null))
		.orderBy("id", "desc")
		.limit(PAGE_SIZE + 1)
		.execute();
	const shown = rows.slice(0, PAGE_SIZE).map(buildLetter);
	return { letters: shown, nextBefore: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
}

/** Puts a letter away; twice is once, and the time of the first stays. */
export const closeLetter = (db: Kysely<Tables>, id: number, audit: AuditContext, now: number): Promise<Letter> =>
	db.transaction().execute(async (transaction) => {
		const { numUpdatedRows } = await transaction
			.updateTable("support_letters")
			.set({ handled_at: new Date(now) })
			.where("id", "=", id)
			.where("handled_at", "is", null)
			.executeTakeFirst();
		const row = await lettersOf(transaction).where("id", "=", id).executeTakeFirst();
		if (!row) throw refuse(404, "letter-unknown");
		const done = {
			action: "letter-answered",
			subject: `letter:${id}`,
			before: { isOpen: true },
			after: { isOpen: false },
		};
		if (numUpdatedRows > 0n) await writeAudit(transaction, audit, done);
		return buildLetter(row);
	});
