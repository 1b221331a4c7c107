import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import { formatCsvRows } from "../../../sharing/download-csv.ts";
import type { LeagueNames } from "./use-moves.ts";

const HEADINGS = ["time", "round", "kind", "move", "player", "from", "to", "bid", "by", "reason", "undone"] as const;

/** A league's log as CSV, a line for each player who moved, newest first. */
export function formatMovesCsv(
	transactions: readonly DraftTransaction[],
	{ getPlayerName, getTeamName }: Pick<LeagueNames, "getPlayerName" | "getTeamName">,
): string {
	const rows = transactions.flatMap((entry) =>
		entry.moves.map(({ kind, playerId, fromTeamId, toTeamId }) => [
			entry.at,
			entry.roundId,
			entry.kind,
			kind,
			getPlayerName(playerId),
			fromTeamId === null ? "" : getTeamName(fromTeamId),
			toTeamId === null ? "" : getTeamName(toTeamId),
			entry.bid,
			entry.isOperator ? "operator" : (entry.person?.teamName ?? ""),
			entry.reason,
			entry.undoneBy === null ? "" : "yes",
		]),
	);
	return formatCsvRows([HEADINGS, ...rows]);
}
