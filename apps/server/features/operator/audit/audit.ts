import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** Who does something that is written down, and why. */
export interface AuditContext {
	readonly actor: string;
	readonly reason: string;
}

/** Whoever has the machine: commands ask for no name. */
export const COMMAND_LINE: AuditContext = { actor: "command line", reason: "" };

export const formatOperatorActor = (userId: UserId): string => `operator:${userId}`;

/** What was done to what, and what was before and after; null where there was nothing. */
export interface AuditEntry {
	/** Such as `player-changed`. */
	readonly action: string;
	/** Such as `player:1:1001`: kind, season where it is in one, id. */
	readonly subject: string;
	readonly before: object | null;
	readonly after: object | null;
}

const json = (value: object | null): string | null => value && JSON.stringify(value);

/** Writes a audit down, in the transaction that does it: both happen or neither. */
export async function writeAudit(
	transaction: Kysely<Tables>,
	{ actor, reason }: AuditContext,
	done: AuditEntry,
): Promise<void> {
	const { action, subject, before, after } = done;
	await transaction
		.insertInto("audit")
		.values({ actor, reason, action, subject, before: json(before), after: json(after) })
		.execute();
}
