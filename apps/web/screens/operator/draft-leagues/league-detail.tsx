import {
	changeLeagueDraft,
	correctByOperator,
	type OperatorDraftLeague,
	showOperatorDraftLeague,
	undoByOperator,
} from "@first-bounce/contract/operator/draft-leagues";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { useMoveText } from "../../../draft-league/move-text.ts";
import { useDraftProblemText } from "../../../draft-league/use-draft-problem-text.ts";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { ActionButton } from "../parts/role.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import styles from "./draft-leagues.module.css";
import { CorrectDialog, DraftDialog, UndoDialog } from "./league-dialogs.tsx";
import { DraftStateBadge, Squads } from "./league-parts.tsx";
import { type SquadNames, useSquadNames } from "./use-squad-names.ts";

interface Props {
	readonly league: OperatorDraftLeague;
	readonly names: SquadNames;
}

const REFRESH_MS = 10_000;

const Facts = ({ league, names }: Props) => {
	const { t } = useTranslation("operator");
	const { draft, draftStatus, nextRun, tradeDeadline, keepersDueAt, startsAt, deputies } = league;
	const facts: readonly (readonly [string, React.ReactNode])[] = [
		[t("draftLeagues.draft"), <DraftStateBadge key="state" state={draftStatus} />],
		[
			t("draftLeagues.commissioner"),
			`${league.commissioner || t("draftLeagues.nobody")} · ${t("draftLeagues.deputies", { count: deputies })}`,
		],
		[t("draftLeagues.teams"), `${league.teams}/${league.size}`],
		[t("draftLeagues.format"), t(`draftLeagues.formats.${league.format}`)],
		...(draftStatus === "scheduled"
			? [[t("draftLeagues.starts"), <DateTime key="starts" at={startsAt} />] as const]
			: []),
		...(draft.picks > 0 && draftStatus !== "complete"
			? [[t("draftLeagues.picks"), `${draft.picksMade}/${draft.picks}`] as const]
			: []),
		...(draft.activeTeamId === null || draftStatus === "complete"
			? []
			: [
					[
						t("draftLeagues.onTheClock"),
						<>
							{names.getTeamName(draft.activeTeamId)}
							{draft.deadlineAt ? (
								<>
									{" · "}
									<DateTime at={draft.deadlineAt} />
								</>
							) : null}
						</>,
					] as const,
				]),
		...(keepersDueAt ? [[t("draftLeagues.keepersDue"), <DateTime key="keepers" at={keepersDueAt} />] as const] : []),
		...(draftStatus === "complete"
			? [
					[
						t("draftLeagues.nextRun"),
						nextRun ? (
							<>
								<DateTime at={nextRun.dueAt} /> · {t("overview.round", { id: nextRun.roundId })}
							</>
						) : (
							t("draftLeagues.noRun")
						),
					] as const,
					[
						t("draftLeagues.tradeDeadline"),
						tradeDeadline === null
							? t("draftLeagues.noDeadline")
							: t("draftLeagues.beforeRound", { id: tradeDeadline }),
					] as const,
				]
			: []),
	];
	return (
		<dl className={styles.facts}>
			{facts.map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
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
	const [undoneId, setUndoneId] = useState<string | null>(null);
	const entry = league.transactions.find(({ id }) => id === undoneId);
	return (
		<Panel title={t("draftLeagues.moves")} text={t("draftLeagues.movesText")}>
			{league.transactions.length === 0 ? (
				<p>{t("draftLeagues.noMoves")}</p>
			) : (
				<DataTable
					caption={t("draftLeagues.moves")}
					rows={league.transactions}
					getKey={({ id }) => id}
					actions={(row) =>
						row.mayUndo ? (
							<ActionButton
								call={undoByOperator}
								onPress={() => setUndoneId(row.id)}
								aria-label={t("draftLeagues.undoIt", { move: getLines(row).join(", ") })}
							>
								{t("draftLeagues.undo")}
							</ActionButton>
						) : null
					}
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
			{entry ? (
				<UndoDialog leagueId={league.id} entry={entry} lines={getLines(entry)} onClose={() => setUndoneId(null)} />
			) : null}
		</Panel>
	);
};

const League = ({ league, onBack }: { readonly league: OperatorDraftLeague; readonly onBack: () => void }) => {
	const { t } = useTranslation("operator");
	const names = useSquadNames(league);
	const [openDialog, setOpenDialog] = useState<"pause" | "resume" | "correct" | null>(null);
	const close = () => setOpenDialog(null);
	return (
		<>
			<Panel
				title={league.name}
				tools={
					<>
						<Button variant="quiet" onPress={onBack}>
							{t("draftLeagues.back")}
						</Button>
						{league.draftStatus === "live" ? (
							<ActionButton call={changeLeagueDraft} onPress={() => setOpenDialog("pause")}>
								{t("draftLeagues.pause")}
							</ActionButton>
						) : null}
						{league.draftStatus === "paused" ? (
							<ActionButton call={changeLeagueDraft} onPress={() => setOpenDialog("resume")}>
								{t("draftLeagues.resume")}
							</ActionButton>
						) : null}
						{league.draftStatus === "complete" ? (
							<ActionButton call={correctByOperator} icon="wand" onPress={() => setOpenDialog("correct")}>
								{t("draftLeagues.correct")}
							</ActionButton>
						) : null}
					</>
				}
			>
				<Facts league={league} names={names} />
				<Problems league={league} names={names} />
			</Panel>
			<Squads league={league} names={names} />
			{league.draftStatus === "complete" ? <Moves league={league} names={names} /> : null}
			{openDialog === "correct" ? <CorrectDialog leagueId={league.id} names={names} onClose={close} /> : null}
			{openDialog === "pause" || openDialog === "resume" ? (
				<DraftDialog leagueId={league.id} action={openDialog} onClose={close} />
			) : null}
		</>
	);
};

export const LeagueDetail = ({ id, onBack }: { readonly id: number; readonly onBack: () => void }) => (
	<QueryContent query={useCall(showOperatorDraftLeague, { params: { id } }, { refetchInterval: REFRESH_MS })}>
		{({ league }) => <League league={league} onBack={onBack} />}
	</QueryContent>
);
