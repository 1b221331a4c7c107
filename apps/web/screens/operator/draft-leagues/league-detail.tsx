import {
	changeLeagueDraft,
	correctByOperator,
	type OperatorDraftLeague,
	showOperatorDraftLeague,
	undoByOperator,
} from "@first-bounce/contract/operator/draft-leagues";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { useMoveText } from "../../../draft-league/move-text.ts";
import { useDraftProblemText } from "../../../draft-league/use-draft-problem-text.ts";
import { ConfirmedButton, DialogButton } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import styles from "./draft-leagues.module.css";
import { CorrectDialog, UndoDialog } from "./league-dialogs.tsx";
import { DraftStateBadge, Squads } from "./league-parts.tsx";
import { type DraftLeagueNames, useDraftLeagueNames } from "./use-draft-league-names.ts";

interface Props {
	readonly league: OperatorDraftLeague;
	readonly names: DraftLeagueNames;
}

const REFRESH_MS = 10_000;

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
	<div>
		<dt>{name}</dt>
		<dd>{children}</dd>
	</div>
);

const FactsAfterDraft = ({ nextRun, tradeDeadline }: OperatorDraftLeague) => {
	const { t } = useTranslation("operator");
	return (
		<>
			<Fact name={t("draftLeagues.nextRun")}>
				{nextRun ? (
					<>
						<DateTime at={nextRun.dueAt} /> · {t("overview.round", { id: nextRun.roundId })}
					</>
				) : (
					t("draftLeagues.noRun")
				)}
			</Fact>
			<Fact name={t("draftLeagues.tradeDeadline")}>
				{tradeDeadline === null ? t("draftLeagues.noDeadline") : t("draftLeagues.beforeRound", { id: tradeDeadline })}
			</Fact>
		</>
	);
};

const Facts = ({ league, names }: Props) => {
	const { t } = useTranslation("operator");
	const { draft, draftStatus, keepersDueAt, startsAt, deputies } = league;
	const isComplete = draftStatus === "complete";
	return (
		<dl className={styles.facts}>
			<Fact name={t("draftLeagues.draft")}>
				<DraftStateBadge state={draftStatus} />
			</Fact>
			<Fact name={t("draftLeagues.commissioner")}>
				{`${league.commissioner || t("draftLeagues.nobody")} · ${t("draftLeagues.deputies", { count: deputies })}`}
			</Fact>
			<Fact name={t("draftLeagues.teams")}>{`${league.teams}/${league.size}`}</Fact>
			<Fact name={t("draftLeagues.format")}>{t(`draftLeagues.formats.${league.format}`)}</Fact>
			{draftStatus === "scheduled" ? (
				<Fact name={t("draftLeagues.starts")}>
					<DateTime at={startsAt} />
				</Fact>
			) : null}
			{draft.picks > 0 && !isComplete ? (
				<Fact name={t("draftLeagues.picks")}>{`${draft.picksMade}/${draft.picks}`}</Fact>
			) : null}
			{draft.activeTeamId === null || isComplete ? null : (
				<Fact name={t("draftLeagues.onTheClock")}>
					{names.getTeamName(draft.activeTeamId)}
					{draft.deadlineAt ? (
						<>
							{" · "}
							<DateTime at={draft.deadlineAt} />
						</>
					) : null}
				</Fact>
			)}
			{keepersDueAt ? (
				<Fact name={t("draftLeagues.keepersDue")}>
					<DateTime at={keepersDueAt} />
				</Fact>
			) : null}
			{isComplete ? <FactsAfterDraft {...league} /> : null}
		</dl>
	);
};

const Problems = ({ league, names }: Props) => {
	const { t } = useTranslation("operator");
	const getProblemText = useDraftProblemText();
	const { draft, troubles, findings, unmatchedPlayers, squads } = league;
	return (
		<>
			{troubles.map((trouble) => (
				<Notice
					key={trouble}
					tone={trouble === "paused" ? "info" : "warn"}
					action={
						trouble === "players-unmatched" ? (
							<Link to={paths.operator.to("players")}>{t("draftLeagues.match")}</Link>
						) : undefined
					}
				>
					{trouble === "paused"
						? t(`draftLeagues.pausedBy.${draft.pauseReason ?? "commissioner"}`)
						: t(`draftLeagues.help.${trouble}`, {
								names: unmatchedPlayers.join(", "),
								teams: squads
									.filter(({ isAway }) => isAway)
									.map(({ teamId }) => names.getTeamName(teamId))
									.join(", "),
							})}
				</Notice>
			))}
			{draft.problems.length > 0 ? (
				<Notice tone="info">
					<p>{t("draftLeagues.cannotStart")}</p>
					<ul className={styles.lines}>
						{draft.problems.map((problem) => (
							<li key={JSON.stringify(problem)}>{getProblemText(problem)}</li>
						))}
					</ul>
				</Notice>
			) : null}
			{findings.length > 0 ? (
				<Notice tone="bad">
					<p>{t("draftLeagues.findings")}</p>
					<ul className={styles.lines}>
						{findings.map((finding) => (
							<li key={JSON.stringify(finding)}>
								{names.getTeamName(finding.teamId)}
								{finding.playerId > 0 ? ` · ${names.getPlayerName(finding.playerId)}` : ""}
								{finding.roundId > 0 ? ` · ${t("overview.round", { id: finding.roundId })}` : ""}
								{`: ${t(`draftLeagues.finding.${finding.kind}`)}`}
							</li>
						))}
					</ul>
				</Notice>
			) : null}
		</>
	);
};

const Moves = ({ league, names }: Props) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const getLines = useMoveText(names);
	return (
		<Panel title={t("draftLeagues.moves")} text={t("draftLeagues.movesText")}>
			{league.transactions.length === 0 ? (
				<p>{t("draftLeagues.noMoves")}</p>
			) : (
				<DataTable
					caption={t("draftLeagues.moves")}
					rows={league.transactions}
					getKey={({ id }) => id}
					actions={(row) => (
						<DialogButton
							call={undoByOperator}
							text={t("draftLeagues.undo")}
							aria-label={t("draftLeagues.undoIt", { move: getLines(row).join(", ") })}
							isShown={row.mayUndo === true}
						>
							{(close) => <UndoDialog leagueId={league.id} entry={row} lines={getLines(row)} onClose={close} />}
						</DialogButton>
					)}
					columns={[
						{
							id: "what",
							head: t("draftLeagues.what"),
							cell: (row) => (
								<>
									<ul className={styles.lines} data-undone={row.undoneBy !== null || undefined}>
										{getLines(row).map((line) => (
											<li key={line}>{line}</li>
										))}
									</ul>
									{row.reason ? <small>{tCommon("moves.reason", { reason: row.reason })}</small> : null}
									{row.undoneBy === null ? null : <Badge tone="plain">{tCommon("moves.undone")}</Badge>}
								</>
							),
						},
						{
							id: "kind",
							head: t("moderation.kind"),
							isWide: true,
							cell: ({ kind }) => tCommon(`moves.kind.${kind}`),
						},
						{ id: "at", head: t("draftLeagues.at"), isWide: true, cell: ({ at }) => <DateTime at={at} /> },
						{
							id: "by",
							head: t("draftLeagues.by"),
							isWide: true,
							cell: ({ isOperator, person }) => (isOperator ? tCommon("moves.operator") : (person?.teamName ?? "–")),
						},
					]}
				/>
			)}
		</Panel>
	);
};

const League = ({ league, onBack }: { readonly league: OperatorDraftLeague; readonly onBack: () => void }) => {
	const { t } = useTranslation("operator");
	const names = useDraftLeagueNames(league);
	const renderChange = (action: "pause" | "resume", status: OperatorDraftLeague["draftStatus"]) => (
		<ConfirmedButton
			call={changeLeagueDraft}
			text={t(`draftLeagues.${action}`)}
			title={t(`draftLeagues.${action}`)}
			effect={t(`draftLeagues.effect.${action}`)}
			done={t(`draftLeagues.done.${action}`)}
			isShown={league.draftStatus === status}
			onConfirm={(reason) => client(changeLeagueDraft, { params: { id: league.id }, body: { action, reason } })}
		/>
	);
	const isComplete = league.draftStatus === "complete";
	return (
		<>
			<Panel
				title={league.name}
				tools={
					<>
						<Button variant="quiet" onPress={onBack}>
							{t("draftLeagues.back")}
						</Button>
						{renderChange("pause", "live")}
						{renderChange("resume", "paused")}
						<DialogButton call={correctByOperator} icon="wand" text={t("draftLeagues.correct")} isShown={isComplete}>
							{(close) => <CorrectDialog leagueId={league.id} names={names} onClose={close} />}
						</DialogButton>
					</>
				}
			>
				<Facts league={league} names={names} />
				<Problems league={league} names={names} />
			</Panel>
			<Squads league={league} names={names} />
			{isComplete ? <Moves league={league} names={names} /> : null}
		</>
	);
};

export const LeagueDetail = ({ id, onBack }: { readonly id: number; readonly onBack: () => void }) => (
	<QueryContent query={useCall(showOperatorDraftLeague, { params: { id } }, { refetchInterval: REFRESH_MS })}>
		{({ league }) => <League league={league} onBack={onBack} />}
	</QueryContent>
);
