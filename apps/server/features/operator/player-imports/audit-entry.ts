import type { AuditEntry } from "../../../plugins/audit.ts";
import type { ImportChange } from "./queries.ts";

/** Builds the audit entry of an import or of its undo, with each player's values by her id. */
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
