import type { CardAverageGame, CardMatchUp, CardTeam } from "@first-bounce/contract/leagues/league-cards";
import { isDrawWonByHome } from "@first-bounce/rules/head-to-head/finals";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { formatPoints } from "../../../i18n/format.ts";
import styles from "./cards.module.css";

export interface CardRound {
	readonly leagueId: number;
	readonly roundId: number;
}

/** Gets a team's name, also of a former one. */
export const useTeamName = () => {
	const { t } = useTranslation();
	return ({ teamName }: Pick<CardTeam, "teamName">) => teamName || t("rankings.formerTeam");
};

/** A match-up's result in a line, which links to the match-up. */
export const Result = ({
	matchUp,
	index,
	cardRound,
}: {
	matchUp: CardMatchUp;
	index: number;
	cardRound: CardRound;
}) => {
	const { t } = useTranslation();
	const getName = useTeamName();
	const { home, away, isGrandFinal, isSemiFinal, isConsolation } = matchUp;
	const isHomeAhead = isDrawWonByHome(matchUp) ? home.points >= away.points : home.points > away.points;
	return (
		<Link
			className={styles.result}
			to={paths.league.to(cardRound.leagueId, `matchup/${cardRound.roundId}/${matchUp.index ?? index}`)}
		>
			{isGrandFinal ? <b>{t("leagues.activity.grandFinal")} </b> : null}
			{isSemiFinal ? <b>{t("leagues.activity.semiFinal")} </b> : null}
			{isConsolation ? <b>{t("leagues.activity.consolation")} </b> : null}
			<span data-won={isHomeAhead} dir="auto">
				{getName(home)}
			</span>{" "}
			<span className={styles.points}>
				{formatPoints(home.points)}–{formatPoints(away.points)}
			</span>{" "}
			<span data-won={away.points > home.points} dir="auto">
				{getName(away)}
			</span>
		</Link>
	);
};

/** The result against the league's average in a line, which links to the round. */
const AverageResult = ({ game, cardRound }: { readonly game: CardAverageGame; readonly cardRound: CardRound }) => {
	const { t } = useTranslation();
	const getName = useTeamName();
	const { team, average } = game;
	return (
		<Link
			className={styles.result}
			to={`${paths.league.to(cardRound.leagueId, "fixtures")}?round=${cardRound.roundId}`}
		>
			<span data-won={team.points > average} dir="auto">
				{getName(team)}
			</span>{" "}
			<span className={styles.points}>
				{formatPoints(team.points)}–{formatPoints(average)}
			</span>{" "}
			<span data-won={average > team.points}>{t("leagues.fixtures.average")}</span>
		</Link>
	);
};

/** A round's results, a line each. */
export const Results = ({
	matchUps,
	averageGame,
	cardRound,
}: {
	readonly matchUps: readonly CardMatchUp[];
	readonly averageGame: CardAverageGame | undefined;
	readonly cardRound: CardRound;
}) =>
	matchUps.length === 0 ? null : (
		<ul className={styles.results}>
			{matchUps.map((matchUp, index) => (
				<li key={`${matchUp.home.teamId} ${matchUp.away.teamId}`}>
					<Result matchUp={matchUp} index={index} cardRound={cardRound} />
				</li>
			))}
			{averageGame ? (
				<li>
					<AverageResult game={averageGame} cardRound={cardRound} />
				</li>
			) : null}
		</ul>
	);
