import { showLeagueRivalry } from "@first-bounce/contract/leagues/league-history";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { Table } from "../../../components/table/table.tsx";
import { formatPoints } from "../../../i18n/format.ts";
import styles from "./history.module.css";
import type { HistoryNames } from "./use-history-names.ts";

interface MeetingsProps {
	readonly leagueId: number;
	readonly userId: number;
	readonly otherId: number;
	readonly names: HistoryNames;
}

const Meetings = ({ leagueId, userId, otherId, names }: MeetingsProps) => {
	const { t } = useTranslation();
	const query = useQuietCall(showLeagueRivalry, { params: { id: leagueId, userId, otherId } });
	if (!query.data) return <LoadingOrError of={[query]} height="180px" />;
	const { won, lost, drawn, pointsFor, pointsAgainst, meetings } = query.data;
	const [team, other] = [names.getTeamName(userId), names.getTeamName(otherId)];
	if (meetings.length === 0) return <p className={styles.quiet}>{t("leagues.history.neverMet", { team, other })}</p>;
	return (
		<>
			<p className={styles.balance}>
				<span>{team}</span>
				<b>
					{won}–{lost}
				</b>
				<span>{other}</span>
				<small>
					{[
						...(drawn > 0 ? [t("leagues.history.draws", { count: drawn })] : []),
						t("leagues.history.pointsTo", { own: formatPoints(pointsFor), other: formatPoints(pointsAgainst) }),
					].join(" · ")}
				</small>
			</p>
			<Table
				caption={t("leagues.history.meetings", { team, other })}
				rows={meetings}
				getKey={({ seasonId, roundId }) => `${seasonId} ${roundId}`}
				columns={[
					{
						id: "when",
						head: t("leagues.history.when"),
						cell: (meeting) => (
							<>
								{names.formatSeasonRound(meeting)}
								{meeting.isFinal ? ` (${t("leagues.history.final")})` : ""}
							</>
						),
					},
					{
						id: "score",
						head: t("leagues.history.score"),
						isNumber: true,
						cell: (meeting) => `${formatPoints(meeting.own)}–${formatPoints(meeting.other)}`,
					},
					{
						id: "winner",
						head: t("leagues.history.winner"),
						cell: ({ outcome }) => (outcome === "drawn" ? t("leagues.history.draw") : outcome === "won" ? team : other),
					},
				]}
			/>
		</>
	);
};

interface Props {
	readonly leagueId: number;
	/** The members who have played match-ups, at least two, in the order of the list to choose from. */
	readonly userIds: readonly number[];
	readonly ownUserId: number;
	readonly names: HistoryNames;
}

export const Rivalry = ({ leagueId, userIds, ownUserId, names }: Props) => {
	const { t } = useTranslation();
	const initial = userIds.includes(ownUserId) ? ownUserId : (userIds[0] ?? 0);
	const [userId, setUserId] = useState(initial);
	const [otherId, setOtherId] = useState(userIds.find((id) => id !== initial) ?? 0);
	const listChoices = (except: number) =>
		userIds.filter((id) => id !== except).map((id) => ({ value: id, label: names.getTeamName(id) }));
	return (
		<section className={styles.section} aria-labelledby="rivalry">
			<h2 id="rivalry">{t("leagues.history.rivalry")}</h2>
			<div className={styles.card}>
				<div className={styles.choice}>
					<SelectChip
						label={t("leagues.history.firstTeam")}
						value={userId}
						choices={listChoices(otherId)}
						onChange={setUserId}
					/>
					<span>{t("leagues.history.versus")}</span>
					<SelectChip
						label={t("leagues.history.secondTeam")}
						value={otherId}
						choices={listChoices(userId)}
						onChange={setOtherId}
					/>
				</div>
				<Meetings leagueId={leagueId} userId={userId} otherId={otherId} names={names} />
			</div>
		</section>
	);
};
