import { type EliminationRanking, showEliminationLadder } from "@first-bounce/contract/leagues/league-ladder";
import { findRound } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { LastVisitNote } from "../../../offline/last-visit-note.tsx";
import { computeSurvivalOutlook } from "../../../players/live-outlook.ts";
import { useRoundName } from "../frame/use-league-description.ts";
import { EliminationTable, EliminationWinner } from "./elimination-table.tsx";
import styles from "./ladder.module.css";
import { LadderBar, type LadderProps } from "./ladder-bar.tsx";

interface OwnStateProps {
	readonly own: EliminationRanking | null;
	readonly winnerTeamId: number | null;
}

/** Tells the viewer that she has won or is out; nothing while she is alive. */
const OwnState = ({ own, winnerTeamId }: OwnStateProps) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	if (own === null) return null;
	if (own.teamId === winnerTeamId) return <Notice tone="info">{t("leagues.eliminated.youWon")}</Notice>;
	if (own.out === null) return null;
	return (
		<Notice tone="info">
			<b>{t("leagues.eliminated.youAreOut", { round: formatRoundName(own.out.roundId) })}</b>{" "}
			{t("leagues.eliminated.youAreOutText")}
		</Notice>
	);
};

/** The teams that are alive, above those that are out. While a round is played, those that would go out are below a danger line. */
export const EliminationLadder = ({
	league,
	season,
	rounds,
	roundId,
	onRound,
}: LadderProps & { readonly season: Season }) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const now = useSeasonTimer().now();
	const query = useCall(showEliminationLadder, {
		query: { leagueId: league.id, roundId },
	});
	const { data, dataUpdatedAt } = query;
	if (!data) return <LoadingOrError of={[query]} height="300px" />;
	const { rankings, inDanger, winnerTeamId, lineups } = data;
	const round = data.roundId === null ? null : findRound(season.rounds, data.roundId);
	const outlook = round && inDanger === 1 ? computeSurvivalOutlook(lineups, round, season, now) : null;
	const shownRound = roundId || (rounds[0] ?? 0);
	// Somebody goes out in each round, unless a member has left in it.
	const hasMemberLeft = data.isLive && inDanger === 0 && winnerTeamId === null;
	return (
		<>
			<LastVisitNote receivedAt={dataUpdatedAt} />
			<LadderBar rounds={rounds} roundId={roundId} onRound={onRound} isLive={data.isLive} />
			<EliminationWinner rows={rankings} winnerTeamId={winnerTeamId} />
			<OwnState own={data.currentUserRanking} winnerTeamId={winnerTeamId} />
			{data.roundId === null ? (
				<Notice tone="info">
					{t("leagues.ladder.notYet", { round: formatRoundName(league.startId) })}. {t("leagues.ladder.notYetText")}
				</Notice>
			) : null}
			<EliminationTable
				leagueName={league.name}
				rows={rankings}
				winnerTeamId={winnerTeamId}
				dangerCount={inDanger}
				outlook={outlook}
				formatRoundName={formatRoundName}
				getUrl={shownRound > 0 ? ({ userId }) => paths.userTeam.to(shownRound, userId) : undefined}
			/>
			<p className={styles.note}>
				{hasMemberLeft && data.roundId !== null
					? `${t("leagues.eliminated.hasLeft", { round: formatRoundName(data.roundId) })} `
					: ""}
				{outlook && lineups.some(({ hidden }) => hidden > 0) ? `${t("live.hidden")} ` : ""}
				{t("leagues.eliminated.ties")} <Link to={paths.help.to("game-rules")}>{t("live.help")}</Link>
			</p>
		</>
	);
};
