import type { ScoreLedger } from "@first-bounce/contract/stats/score-ledger";

export type LedgerEntry = ScoreLedger["entries"][number];

/** The places that make the score, each followed by who came in for her; and everybody whose points do not count. */
export function ledgerGroups({ entries }: Pick<ScoreLedger, "entries">): {
	readonly counts: readonly LedgerEntry[];
	readonly others: readonly LedgerEntry[];
} {
	const counts = entries
		.filter(({ area }) => area === "field")
		.flatMap((entry) => [entry, ...entries.filter(({ covers }) => covers === entry.playerId)]);
	// Whoever came in for somebody who is hidden counts all the same.
	const hidden = entries.filter((entry) => entry.factor > 0 && !counts.includes(entry));
	const all = [...counts, ...hidden];
	return { counts: all, others: entries.filter((entry) => !all.includes(entry)) };
}
