import type { DraftTeam } from "@first-bounce/contract/draft/draft";
import type { DraftTransaction, WaiverRun } from "@first-bounce/contract/draft/waivers";
import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { LeagueNames } from "../../../draft-league/use-league-names.ts";
import { formatCsvRows } from "../../../sharing/download-file.ts";

type Names = Pick<LeagueNames, "getPlayerName" | "getTeamName">;

const HEADINGS = ["time", "round", "kind", "move", "player", "from", "to", "bid", "by", "reason", "undone"] as const;

/**
 * Lists the players who moved in an entry, whom a proposed correction would move, and who went to an injured spot or came back.
 */
function listRows({ kind, teamId, moves, proposedMoves = [], injuredPlayerId }: DraftTransaction) {
	const isListed = injuredPlayerId === null || moves.some(({ playerId }) => playerId === injuredPlayerId);
	return [
		...(isListed ? [] : [{ kind, playerId: injuredPlayerId, fromTeamId: teamId, toTeamId: teamId }]),
		...moves,
		...proposedMoves.map((move) => ({ ...move, kind: "proposed" })),
	];
}

/** A league's log as CSV, a line for each player in an entry, newest first. */
export function formatMovesCsv(
	transactions: readonly DraftTransaction[],
	{ getPlayerName, getTeamName }: Names,
): string {
	const rows = transactions.flatMap((entry) =>
		listRows(entry).map(({ kind, playerId, fromTeamId, toTeamId }) => [
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

const SQUAD_HEADINGS = ["team", "player", "position", "club", "injuredSpot"] as const;

/** The squads of a league as CSV, a line for each player. */
export function formatSquadsCsv(
	teams: readonly Pick<DraftTeam, "teamId" | "playerIds" | "injuredPlayerId">[],
	{ getPlayerName, getTeamName }: Names,
	playerById: ReadonlyMap<PlayerId, Pick<PlayerEntry, "position" | "squad">>,
): string {
	const rows = teams.flatMap(({ teamId, playerIds, injuredPlayerId }) =>
		playerIds.map((id) => [
			getTeamName(teamId),
			getPlayerName(id),
			playerById.get(id)?.position.join("/") ?? "",
			playerById.get(id)?.squad.abbreviation ?? "",
			id === injuredPlayerId ? "yes" : "",
		]),
	);
	return formatCsvRows([SQUAD_HEADINGS, ...rows]);
}

const RUN_HEADINGS = ["time", "round", "run", "team", "player", "dropped", "bid", "won", "reason"] as const;

/** The results of waiver runs as CSV, a line for each claim that the user may see, in the order of decisions. */
export function formatRunsCsv(runs: readonly WaiverRun[], { getPlayerName, getTeamName }: Names): string {
	const rows = runs.flatMap(({ seasonTime, roundId, run, results }) =>
		results.map(({ teamId, playerId, dropId, bid, isWon, reason }) => [
			seasonTime,
			roundId,
			run,
			getTeamName(teamId),
			getPlayerName(playerId),
			dropId === null ? "" : getPlayerName(dropId),
			bid,
			isWon ? "yes" : "no",
			reason?.code ?? "",
		]),
	);
	return formatCsvRows([RUN_HEADINGS, ...rows]);
}
