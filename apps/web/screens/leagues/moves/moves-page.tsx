import { showDraftLeague } from "@first-bounce/contract/draft/draft";
import type { DraftTransaction, WaiverRun } from "@first-bounce/contract/draft/waivers";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Route, Routes } from "react-router";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { Icon, type IconName } from "../../../components/icon/icon.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { EmptyState, QueryError } from "../../../components/states/states.tsx";
import { useMoveText } from "../../../draft-league/move-text.ts";
import { type LeagueNames, useLeagueNames } from "../../../draft-league/use-league-names.ts";
import { useLiveLeague } from "../../../draft-league/use-league-players.ts";
import { formatDateTime, formatZonedDateTime } from "../../../i18n/format.ts";
import frame from "../frame/frame.module.css";
import { MoreButton } from "../frame/league-list.tsx";
import rowStyles from "../frame/rows.module.css";
import { useRoundName } from "../frame/use-league-description.ts";
import { useLeague } from "../league/use-league.ts";
import { Downloads } from "./downloads.tsx";
import styles from "./moves.module.css";
import { RunPage } from "./run-page.tsx";
import { CorrectDialog, UndoActions } from "./squad-changes.tsx";
import { isOwnResult, useTransactions, useWaiverRuns } from "./use-moves.ts";

const MAX_RUNS = 3;

const countWon = (results: WaiverRun["results"]): number => results.filter(({ isWon }) => isWon).length;

/** How many claims were won in a run, and how many of the user's. */
function useOutcome(leagueId: number) {
	const { t } = useTranslation();
	const { data } = useQuietCall(showDraftLeague, { params: { id: leagueId } });
	return ({ results }: WaiverRun): string => {
		const own = results.filter((result) => isOwnResult(result, data?.league.myTeamId ?? null));
		return own.length === 0
			? t("moves.won", { count: countWon(results) })
			: t("moves.wonOwn", { won: countWon(own), count: own.length });
	};
}

/** The newest waiver runs, each with what came of the user's claims. Nothing before the first one. */
const RunsCard = () => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const formatRoundName = useRoundName();
	const [isWhole, setWhole] = useState(false);
	const formatOutcome = useOutcome(id);
	const query = useWaiverRuns(id);
	const runs = query.data?.runs ?? [];
	if (runs.length === 0) return <QueryError queries={[query]} />;
	return (
		<section className={`${frame.card} ${styles.runs}`} aria-label={t("moves.runs")}>
			<h2>{t("moves.runs")}</h2>
			<ol className={rowStyles.rows}>
				{runs.slice(0, isWhole ? runs.length : MAX_RUNS).map((run) => (
					<li key={`${run.roundId} ${run.run}`}>
						<Link to={paths.league.to(id, `moves/${run.roundId}/${run.run}`)}>
							<b>{formatRoundName(run.roundId)}</b>
							<span>{formatZonedDateTime(Date.parse(run.dueAt))}</span>
						</Link>
						<small>{formatOutcome(run)}</small>
					</li>
				))}
			</ol>
			{isWhole || runs.length <= MAX_RUNS ? null : (
				<Button variant="quiet" onPress={() => setWhole(true)}>
					{t("moves.allRuns", { count: runs.length })}
				</Button>
			)}
		</section>
	);
};

type Kind = DraftTransaction["kind"];
const KINDS = ["waivers", "free-agent", "drop", "trade", "injured", "back", "correction", "undo"] as const;

const ICONS: Readonly<Record<Kind, IconName>> = {
	waivers: "history",
	"free-agent": "plus",
	drop: "close",
	trade: "trade",
	injured: "alert",
	back: "check",
	correction: "wand",
	undo: "undo",
};

const Entry = ({ entry, names }: { readonly entry: DraftTransaction; readonly names: LeagueNames }) => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const getLines = useMoveText(names);
	const { kind, run, roundId, person, isOperator, reason, votes, undoneBy, proposedMoves, hadClaim } = entry;
	const by = isOperator ? t("moves.operator") : person?.teamName;
	const hasNamedBy = kind === "correction" || kind === "undo";
	return (
		<li className={rowStyles.entry} data-undone={undoneBy !== null || undefined}>
			<span className={`${rowStyles.icon} ${styles.icon}`} data-kind={kind}>
				<Icon name={ICONS[kind]} size={16} />
			</span>
			<div className={styles.entry}>
				<ul>
					{getLines(entry).map((line) => (
						<li key={line}>{line}</li>
					))}
				</ul>
				{reason ? <p className={frame.hint}>{t("moves.reason", { reason })}</p> : null}
				{hadClaim ? <p className={frame.hint}>{t("moves.hadClaim")}</p> : null}
				<small>
					{t(proposedMoves ? "moves.kindProposed" : `moves.kind.${kind}`)} ·{" "}
					<time dateTime={entry.seasonTime}>{formatDateTime(Date.parse(entry.seasonTime))}</time>
					{hasNamedBy && by ? ` · ${t("moves.by", { name: by })}` : null}
					{votes === undefined ? null : ` · ${t("moves.votes", { count: votes })}`}
					{run === null ? null : (
						<>
							{" · "}
							<Link to={paths.league.to(id, `moves/${roundId}/${run}`)}>{t("moves.runResults")}</Link>
						</>
					)}
					{undoneBy === null ? null : <b>{t("moves.undone")}</b>}
				</small>
				<UndoActions entry={entry} lines={getLines(entry)} />
			</div>
		</li>
	);
};

/** Corrects squads by hand, for the one who runs the league. */
const CorrectButton = ({ names }: { readonly names: LeagueNames }) => {
	const { t } = useTranslation();
	const season = useSeason();
	const [isOpen, setOpen] = useState(false);
	if (!useLeague().may.edit || season.state !== "ready") return null;
	return (
		<>
			<Button icon="wand" onPress={() => setOpen(true)}>
				{t("moves.correct.button")}
			</Button>
			{isOpen ? <CorrectDialog season={season.value} names={names} onClose={() => setOpen(false)} /> : null}
		</>
	);
};

function useMovesFilter(names: LeagueNames) {
	const { t } = useTranslation();
	const [teamId, setTeamId] = useState("");
	const [kind, setKind] = useState<Kind | "">("");
	const matches = ({ moves, proposedMoves = [], ...entry }: DraftTransaction) => {
		const moved = [...moves, ...proposedMoves].flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId]);
		const teams = [entry.teamId, ...moved];
		return (kind === "" || entry.kind === kind) && (teamId === "" || teams.includes(Number(teamId)));
	};
	const chips = (
		<div className={styles.filters}>
			<SelectChip
				label={t("draftRoom.squad.team")}
				value={teamId}
				isActive={teamId !== ""}
				choices={[
					{ value: "", label: t("moves.allTeams") },
					...[...names.teamNames].map(([id, name]) => ({ value: String(id), label: name })),
				]}
				onChange={setTeamId}
			/>
			<SelectChip
				label={t("moves.kindLabel")}
				value={kind}
				isActive={kind !== ""}
				choices={[
					{ value: "" as const, label: t("moves.allKinds") },
					...KINDS.map((value) => ({ value, label: t(`moves.kind.${value}`) })),
				]}
				onChange={setKind}
			/>
		</div>
	);
	return { matches, chips };
}

const Log = () => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const formatRoundName = useRoundName();
	const season = useSeason();
	const names = useLeagueNames(id);
	const result = useTransactions(id);
	const { matches, chips } = useMovesFilter(names);
	if (!result.data || !names.isLoaded) return <LoadingOrError of={[season, names.result, result]} height="60vh" />;
	const entries = result.data.pages.flatMap(({ transactions }) => transactions);
	if (entries.length === 0)
		return (
			<>
				<EmptyState icon="swap" title={t("moves.none")} text={t("moves.noneText")}>
					<CorrectButton names={names} />
				</EmptyState>
				<Downloads names={names} />
			</>
		);
	const found = entries.filter(matches);
	return (
		<>
			<section className={frame.card} aria-label={t("leagues.tabs.moves")}>
				<header className={frame.head}>
					{chips}
					<CorrectButton names={names} />
				</header>
				{found.length === 0 ? <p className={frame.hint}>{t("moves.noneFound")}</p> : null}
				{[...Map.groupBy(found, (entry) => entry.roundId)].map(([roundId, listed]) => (
					<section key={roundId} className={styles.round}>
						<h2>{formatRoundName(roundId)}</h2>
						<ol>
							{listed.map((entry) => (
								<Entry key={entry.id} entry={entry} names={names} />
							))}
						</ol>
					</section>
				))}
				<MoreButton pages={result} label={t("draftRoom.pool.more")} />
			</section>
			<Downloads names={names} />
		</>
	);
};

/** Who came, went and moved in a league since its draft, and the results of its waiver runs. */
export const MovesPage = () => {
	const { id } = useLeague();
	useLiveLeague(id);
	return (
		<Routes>
			<Route path=":roundId/:run" element={<RunPage />} />
			<Route
				path="*"
				element={
					<div className={`${frame.stack} ${styles.page}`}>
						<RunsCard />
						<Log />
					</div>
				}
			/>
		</Routes>
	);
};
