import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../db/tables/tables.ts";

/** Who made a change, and why. */
export interface AuditContext {
	readonly actor: string;
	readonly reason: string;
}

/** Commands run without a user. */
export const COMMAND_LINE: AuditContext = { actor: "command line", reason: "" };

export const formatOperatorActor = (userId: UserId): string => `operator:${userId}`;

/** Gets the operator's account from an actor; null for a command. */
export const parseOperatorActor = (actor: string): UserId | null =>
	actor.startsWith("operator:") ? parseSubjectId(actor) : null;

/** A change for the audit log. `before` is null for something created, `after` for something deleted. */
export interface AuditEntry {
	/** Such as `player-changed`. */
	readonly action: string;
	/** Kind, season if it has one, and id, such as `player:1:1001`. */
	readonly subject: string;
	readonly before: object | null;
	readonly after: object | null;
}

/** Parses the last id of a subject, such as 101 in `match:2023:101`. */
export const parseSubjectId = (subject: string): number => Number(subject.split(":").at(-1));

const formatJson = (value: object | null): string | null => value && JSON.stringify(value);

/** Writes to the audit log in the transaction of the change. */
export async function writeAudit(trx: Db, { actor, reason }: AuditContext, entry: AuditEntry): Promise<void> {
	const { action, subject, before, after } = entry;
	await trx
		.insertInto("audit")
		.values({ actor, reason, action, subject, before: formatJson(before), after: formatJson(after) })
		.execute();
}
