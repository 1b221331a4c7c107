import type { League } from "@first-bounce/contract/leagues/league";
import { showLeagueLadder } from "@first-bounce/contract/leagues/league-ladder";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorState, Notice } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { LastVisitNote } from "../../../offline/last-visit-note.tsx";
import { useRoundName } from "../frame/use-league-description.ts";
import { type H2hColumns, H2hColumnsChip, type H2hRow, H2hTable, Placings, Premiers } from "./h2h-table.tsx";
import styles from "./ladder.module.css";
import { LadderBar, type LadderProps } from "./ladder-bar.tsx";

const FixturePending = ({ league }: { readonly league: League }) => {
	const { t } = useTranslation();
	const round = useRoundName()(league.startId);
	const isDraft = league.class === "draft";
	const [title, text] = league.hasFixture
		? ([t("leagues.ladder.notYet", { round }), t("leagues.ladder.notYetText")] as const)
		: isDraft && league.draftStatus === "complete"
			? ([t("leagues.ladder.noGames"), t("leagues.ladder.noGamesText")] as const)
			: ([
					t("leagues.ladder.notDrawn"),
					isDraft ? t("leagues.ladder.notDrawnDraft") : t("leagues.ladder.notDrawnText", { round }),
				] as const);
	return (
		<Notice tone="info">
			<b>{title}.</b> {text}
		</Notice>
	);
};

/** A head-to-head ladder, sorted by ladder points, then by percentage or points for. */
export const H2hLadder = ({ league, rounds, roundId, onRound }: LadderProps) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const [columns, setColumns] = useState<H2hColumns>("results");
	const { data, dataUpdatedAt, error, refetch } = useCall(showLeagueLadder, {
		query: { leagueId: league.id, roundId },
	});
	if (error && !data) return <ErrorState reason={getErrorMessage(error, t)} onRetry={() => void refetch()} />;
	const round = league.grandFinalId === null ? null : formatRoundName(league.grandFinalId);
	const finals =
		round === null
			? null
			: league.semiFinalId === null
				? t("leagues.ladder.topTwo", { round })
				: t("leagues.ladder.topFour", { semi: formatRoundName(league.semiFinalId), round });
	const shownRound = roundId || (rounds[0] ?? 0);
	const placed = (data?.placings ?? []).flatMap((id) => data?.rankings.find(({ teamId }) => teamId === id) ?? []);
	const getUrl = ({ userId, teamId }: H2hRow) =>
		league.class === "draft"
			? paths.draftRound.to(league.id, shownRound, teamId)
			: paths.userTeam.to(shownRound, userId);
	const winner = data?.rankings.find(({ teamId }) => teamId === data.winnerTeamId);
	return (
		<>
			{data ? <LastVisitNote receivedAt={dataUpdatedAt} /> : null}
			<LadderBar rounds={rounds} roundId={roundId} onRound={onRound} isLive={data?.isLive ?? false}>
				<H2hColumnsChip value={columns} onChange={setColumns} />
			</LadderBar>
			<Premiers team={winner?.teamName} />
			{data && data.roundId === null ? <FixturePending league={league} /> : null}
			{data ? (
				<H2hTable
					league={league}
					rows={data.rankings}
					winnerTeamId={data.winnerTeamId}
					columns={columns}
					getUrl={shownRound > 0 ? getUrl : undefined}
				/>
			) : (
				<Skeleton height="300px" radius="var(--radius-l)" />
			)}
			<Placings teams={placed} />
			<p className={styles.note}>
				{finals ? `${finals} ` : ""}
				{league.medianGame ? `${t("leagues.ladder.medianGames")} ` : ""}
				{t("leagues.ladder.h2h", { tiebreaker: t(`leagues.form.${league.h2hTiebreaker ?? "percentage"}`) })}
			</p>
		</>
	);
};
