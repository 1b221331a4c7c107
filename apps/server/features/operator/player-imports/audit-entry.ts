import type { AuditEntry } from "../audit/audit.ts";
import type { ImportChange } from "./queries.ts";

/** Builds the audit entry of an import, or of undoing one, with the values of each player by her id. */
export function buildImportEntry(
	action: string,
	{ seasonId, id }: { readonly seasonId: number; readonly id: number },
	changes: readonly ImportChange<object>[],
): AuditEntry {
	const listValues = (side: "before" | "after") =>
		Object.fromEntries(changes.map((change) => [change.playerId, change[side]]));
	return {
		action,
		subject: `player-import:${seasonId}:${id}`,
		before: listValues("before"),
		after: listValues("after"),
	};
}
