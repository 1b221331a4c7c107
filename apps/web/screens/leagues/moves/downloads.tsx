import { type DraftTeam, showDraftTeams } from "@first-bounce/contract/draft/draft";
import { type DraftTransaction, listWaiverRuns, type WaiverRun } from "@first-bounce/contract/draft/waivers";
import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useSeason } from "../../../api/use-season.ts";
import { site } from "../../../app/site.ts";
import { Button } from "../../../components/button/button.tsx";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import type { LeagueNames } from "../../../draft-league/use-league-names.ts";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { LANGUAGE } from "../../../i18n/language.ts";
import { downloadCsv, formatCsvRows } from "../../../sharing/download-file.ts";
import frame from "../frame/frame.module.css";
import rowStyles from "../frame/rows.module.css";
import { useLeague } from "../league/use-league.ts";
import styles from "./moves.module.css";
import { loadAllTransactions } from "./use-moves.ts";

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
function formatMovesCsv(transactions: readonly DraftTransaction[], { getPlayerName, getTeamName }: Names): string {
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

function formatSquadsCsv(
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

/** The results of waiver runs as CSV, a line for each claim that the user may see, in the order in which they were tried. */
function formatRunsCsv(runs: readonly WaiverRun[], { getPlayerName, getTeamName }: Names): string {
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

interface FileProps {
	readonly title: string;
	/** The name of the file without its ending. */
	readonly name: string;
	/** The call whose answer is the JSON file. */
	readonly path: string;
	readonly load: () => Promise<string>;
}

const Download = ({ title, name, path, load }: FileProps) => {
	const { t } = useTranslation();
	const [isPending, setPending] = useState(false);
	const download = async () => {
		setPending(true);
		try {
			downloadCsv(`${name}.csv`, await load());
		} catch (error) {
			showProblem({ message: getErrorMessage(error, t) });
		} finally {
			setPending(false);
		}
	};
	return (
		<li>
			<span>{title}</span>
			<Button
				icon="download"
				isPending={isPending}
				aria-label={t("moves.files.csvOf", { file: title })}
				onPress={() => void download()}
			>
				{t("moves.files.csv")}
			</Button>
			<a
				href={`${site.apiBase}/${LANGUAGE}${path}`}
				download={`${name}.json`}
				aria-label={t("moves.files.jsonOf", { file: title })}
			>
				{t("moves.files.json")}
			</a>
		</li>
	);
};

export const Downloads = ({ names }: { readonly names: LeagueNames }) => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const season = useSeason();
	const params = { id };
	if (season.state !== "ready") return null;
	const { playerById } = season.value;
	return (
		<section className={frame.card} aria-label={t("moves.files.title")}>
			<h2>{t("moves.files.title")}</h2>
			<ul className={`${rowStyles.rows} ${styles.files}`}>
				<Download
					title={t("leagues.tabs.moves")}
					name={`moves-${id}`}
					path={`/draft/league/${id}/transactions?limit=500`}
					load={async () => formatMovesCsv(await loadAllTransactions(id), names)}
				/>
				<Download
					title={t("moves.files.squads")}
					name={`squads-${id}`}
					path={`/draft/league/teams/${id}`}
					load={async () => formatSquadsCsv((await client(showDraftTeams, { params })).teams, names, playerById)}
				/>
				<Download
					title={t("moves.files.runs")}
					name={`waivers-${id}`}
					path={`/draft/waivers/${id}/runs`}
					load={async () => formatRunsCsv((await client(listWaiverRuns, { params })).runs, names)}
				/>
			</ul>
			<p className={frame.hint}>{t("moves.files.text")}</p>
		</section>
	);
};
