import { showTeamHistory, type TeamHistory } from "@first-bounce/contract/team/team-history";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { Round } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { PlayerCard } from "../../../components/player-card/player-card.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { formatMoney, formatPoints } from "../../../i18n/format.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import type { PoolStat } from "../../../players/player-format.ts";
import { computeTeamScore } from "../../../players/team-score.ts";
import { usePlayerNavigation } from "../../../players/use-player-navigation.ts";
import { buildCards } from "../board/build-card-player.ts";
import { TeamGround } from "../board/team-ground.tsx";
import { TeamList } from "../board/team-list.tsx";
import { type TeamView, useTeamView } from "../board/use-team-view.ts";
import { buildSlotViews, type SlotView } from "../model/slot-view.ts";
import type { ViewContext } from "../model/view-context.ts";
import styles from "./history.module.css";

/** A team in a round; that of a draft league has no value. */
export type ShownHistory = Omit<
	TeamHistory,
	"userId" | "teamName" | "avatarVersion" | "supportedSquadId" | "salaryCap"
>;

const getHistoryLineup = (history: ShownHistory): Lineup => ({
	field: history.lineup,
	bench: history.bench,
	utilityId: history.utility,
	captainId: history.captain,
	viceCaptainId: history.viceCaptain,
	emergency: history.emergency,
});

interface HistoryView {
	readonly context: ViewContext;
	readonly slots: readonly SlotView[];
}

/** A read-only view of a team in a past round. */
function buildHistoryView({ history, round, season, stat, hasPrices = true }: Omit<Props, "view">): HistoryView {
	const lineup = getHistoryLineup(history);
	const context: ViewContext = {
		season,
		lineup,
		stat,
		fixtureRound: round,
		bank: 0,
		mode: "read",
		hasPrices,
		trade: null,
		isLocked: () => false,
		getCost: ({ cost, stats }) => stats.prices[String(round.id)] ?? cost,
	};
	const score = computeTeamScore(lineup, round, season);
	return { context, slots: buildSlotViews(lineup, context, { round, score }) };
}

interface Props {
	readonly history: ShownHistory;
	readonly round: Round;
	readonly season: Season;
	readonly view: TeamView;
	/** Shown on every card. */
	readonly stat: PoolStat;
	/** The page's header shows the points already. */
	readonly hasHeader?: boolean;
	/** False for a team of a draft league. */
	readonly hasPrices?: boolean;
}

const Substitutions = ({ history, season }: Pick<Props, "history" | "season">) => {
	const { t } = useTranslation();
	const substitutions = history.substitutions[String(history.roundId)] ?? [];
	if (substitutions.length === 0) return null;
	return (
		<ul className={styles.substitutions} aria-label={t("history.substitutions")}>
			{substitutions.map((substitution) => (
				<li key={substitution.out}>
					<Icon name="swap" size={14} />
					{t("history.substitution", {
						playerIn: season.getPlayerName(substitution.in),
						playerOut: season.getPlayerName(substitution.out),
					})}
				</li>
			))}
		</ul>
	);
};

/** A read-only team in one round: points, substitutions, and the ground or the list. */
export const HistoryBoard = ({ view, hasHeader = false, ...props }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { open } = usePlayerNavigation();
	const { history, round, season, stat } = props;
	const { context, slots } = buildHistoryView(props);
	const cards = buildCards(slots, context, t);
	// A draft team may have open spots.
	const placeText = t(history.hidden > 0 ? "history.hiddenPlace" : "draftRoom.squad.empty");
	const renderPlace = () => <span className={styles.hidden}>{placeText}</span>;
	const renderCard = ({ key, player }: SlotView) => {
		const card = cards.get(key);
		return player && card ? <PlayerCard player={card} onPress={() => open(player.entry.id)} /> : renderPlace();
	};
	return (
		<>
			<div className={styles.totals}>
				<dl>
					{hasHeader ? null : (
						<div>
							<dt>{formatRoundLabel(round.id, season.rules)}</dt>
							<dd>
								{history.points === null ? t("team.unranked") : formatPoints(history.points)}
								{history.isLive ? <small>{t("history.live")}</small> : null}
							</dd>
						</div>
					)}
					{history.value === null ? null : (
						<div>
							<dt>{t("history.value")}</dt>
							<dd>{formatMoney(history.value)}</dd>
						</div>
					)}
				</dl>
				{history.points === null ? null : <Link to={paths.score.to(round.id, history.teamId)}>{t("why.open")}</Link>}
				{history.hidden > 0 ? <p>{t("history.hidden", { count: history.hidden })}</p> : null}
			</div>
			<Substitutions history={history} season={season} />
			{view === "list" ? (
				<TeamList slots={slots} cards={cards} stat={stat} renderEmpty={renderPlace} />
			) : (
				<TeamGround slots={slots}>{renderCard}</TeamGround>
			)}
		</>
	);
};

interface PastRoundProps {
	readonly round: Round;
	readonly season: Season;
	readonly stat: PoolStat;
}

/** The user's own team in a complete round. */
export const PastRound = ({ round, season, stat }: PastRoundProps) => {
	const [view] = useTeamView();
	const result = useCall(showTeamHistory, { params: { roundId: round.id } }, { staleTime: 60_000 });
	if (!result.data) return <LoadingOrError of={[result]} height="min(730px, 150vw)" radius="var(--radius-xl)" />;
	return (
		<HistoryBoard history={result.data.teamHistory} round={round} season={season} view={view} stat={stat} hasHeader />
	);
};
