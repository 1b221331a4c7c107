import { type DraftTeamRound, showDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { showDraftReport } from "@first-bounce/contract/draft/draft-report";
import type { Round } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { paths } from "../../../app/paths.ts";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { formatPoints } from "../../../i18n/format.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import { formatPositions, getFullName, type PoolStat } from "../../../players/player-format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import { useTeamView } from "../board/use-team-view.ts";
import { buildDraftHistory, useDraftSeason } from "../model/draft-team.ts";
import { HistoryBoard } from "../rounds/history-board.tsx";
import resultStyles from "../rounds/result-card.module.css";
import styles from "./draft-team.module.css";

/** The players of a squad by line, while the line-up is hidden. */
const Squad = ({ draft, season }: { readonly draft: DraftTeamRound; readonly season: Season }) => {
	const { t } = useTranslation();
	const players = draft.playerIds.flatMap((id) => season.playerById.get(id) ?? []);
	return (
		<section className={styles.squad}>
			<h2>{t("draftTeam.squad", { team: draft.teamName || t("rankings.formerTeam") })}</h2>
			<ul>
				{players.map((player) => (
					<li key={player.id}>
						<PlayerName id={player.id} name={getFullName(player)} />
						<small>
							{formatPositions(player.position, t)} · {season.squads.get(player.squadId)?.abbreviation}
						</small>
					</li>
				))}
			</ul>
		</section>
	);
};

interface DraftRoundProps {
	readonly draft: DraftTeamRound;
	readonly round: Round;
	readonly season: Season;
	readonly stat: PoolStat;
}

/** A draft team in a round, read-only: its line-up or, while that is hidden, its squad. */
export const DraftRound = ({ draft, round, season, stat }: DraftRoundProps) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const [view] = useTeamView();
	const leagueSeason = useDraftSeason(season, draft);
	const history = buildDraftHistory(draft);
	if (history)
		return (
			<HistoryBoard
				history={history}
				round={round}
				season={leagueSeason}
				view={view}
				stat={stat === "cost" ? "avgPoints" : stat}
				hasPrices={false}
			/>
		);
	return (
		<>
			<Notice tone="info">{t("draftTeam.hidden", { round: formatRoundLabel(round.id, season.rules) })}</Notice>
			<Squad draft={draft} season={season} />
		</>
	);
};

interface TeamInRound {
	readonly draft: Pick<DraftTeamRound, "leagueId" | "teamId">;
	readonly roundId: number;
}

const useDraftRound = ({ draft: { leagueId: id, teamId }, roundId }: TeamInRound) =>
	useQuietCall(showDraftTeam, { params: { id, teamId, roundId } }, { staleTime: 60_000 });

/** The user's own draft team in a complete round. */
export const PastDraftRound = ({
	draft,
	round,
	...shown
}: Pick<DraftRoundProps, "season" | "stat" | "round"> & Pick<TeamInRound, "draft">) => {
	const query = useDraftRound({ draft, roundId: round.id });
	if (!query.data) return <LoadingOrError of={[query]} height="min(730px, 150vw)" radius="var(--radius-xl)" />;
	return <DraftRound draft={query.data.team} round={round} {...shown} />;
};

/** How far the team's line-up of a published round was from its best line-up, with a link to the season report. */
export const RoundHindsight = ({ draft: { leagueId, teamId }, roundId }: TeamInRound) => {
	const { t } = useTranslation();
	const params = { id: leagueId, teamId };
	const { data } = useQuietCall(showDraftReport, { params }, { staleTime: 60_000 });
	const round = data?.report.rounds.find((each) => each.roundId === roundId);
	if (!round) return null;
	const count = round.bestPoints - round.points;
	return (
		<section className={`${resultStyles.card} ${styles.hindsight}`} aria-label={t("report.open")}>
			<Link to={`${paths.seasonReport.to()}?league=${leagueId}&team=${teamId}`}>
				<span>
					{count === 0
						? t("draftReport.roundPerfect")
						: t("draftReport.roundBest", { count, points: formatPoints(round.bestPoints) })}
				</span>
				<b>{t("report.open")}</b>
			</Link>
		</section>
	);
};

/** How the team's match-up of a published round ended, in one line that leads to it. */
export const DraftResult = ({ draft, roundId, season }: TeamInRound & { readonly season: Season }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { data } = useDraftRound({ draft, roundId });
	const team = data?.team;
	if (!team || team.points === null) return null;
	const { points, matchUp, leagueId, teamId } = team;
	const other = matchUp?.points ?? null;
	const outcome = other === null ? "scored" : points === other ? "drew" : points > other ? "won" : "lost";
	const to = matchUp
		? paths.league.to(leagueId, `matchup/${roundId}/${matchUp.index}`)
		: paths.score.to(roundId, teamId);
	return (
		<section className={resultStyles.card} data-part="result" aria-label={t("draftTeam.openMatchUp")}>
			<Link to={to}>
				<span>
					{t(`draftTeam.${outcome}`, {
						round: formatRoundLabel(roundId, season.rules),
						team: matchUp?.teamName || t("rankings.formerTeam"),
						own: formatPoints(points),
						other: formatPoints(other ?? 0),
					})}
				</span>
				<b>{t(matchUp ? "draftTeam.openMatchUp" : "why.open")}</b>
			</Link>
		</section>
	);
};
