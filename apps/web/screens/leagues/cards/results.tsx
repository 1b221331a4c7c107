import type { CardAverageGame, CardMatchUp, CardTeam } from "@first-bounce/contract/leagues/league-cards";
import { isDrawWonByHome } from "@first-bounce/rules/head-to-head/finals";
import { useContext } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { formatPoints } from "../../../i18n/format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import { getShortName } from "../../../players/short-name.ts";
import { LeagueContext } from "../league/use-league.ts";
import styles from "./cards.module.css";
import { useCard, useTeamName } from "./use-card.ts";

/** A team's name, which links to the team in the card's round. */
export const TeamLink = ({ team }: { readonly team: CardTeam }) => {
	const { roundId } = useCard();
	const league = useContext(LeagueContext);
	const isDraft = league?.class === "draft";
	const { teamId, userId } = team;
	return (
		<Link
			to={isDraft ? paths.draftRound.to(league.id, roundId, teamId) : paths.userTeam.to(roundId, userId)}
			dir="auto"
		>
			{useTeamName()(team)}
		</Link>
	);
};

export const TeamPoints = ({ team, points }: { readonly team: CardTeam; readonly points: number }) => (
	<>
		<TeamLink team={team} /> <b>{formatPoints(points)}</b>
	</>
);

export const PlayerLink = ({ id }: { readonly id: number }) => {
	const season = useSeason();
	const name = season.state === "ready" ? getShortName(id, season.value) : "";
	return name === "" ? <>…</> : <PlayerName id={id} name={name} />;
};

interface SquadMoveProps {
	readonly team: CardTeam;
	readonly inId: number;
	/** Null if nobody left for her. */
	readonly outId: number | null;
}

/** The player who came to a team, and the one who was dropped for her. */
export const SquadMove = ({ team, inId, outId }: SquadMoveProps) => {
	const { t } = useTranslation();
	return (
		<Trans
			t={t}
			i18nKey={outId === null ? "leagues.card.claimed" : "leagues.card.trade"}
			components={{
				team: <TeamLink team={team} />,
				in: <PlayerLink id={inId} />,
				out: <PlayerLink id={outId ?? 0} />,
			}}
		/>
	);
};

interface ResultProps {
	readonly matchUp: CardMatchUp;
	readonly index: number;
}

/** A match-up's result in a line, which links to the match-up. */
export const Result = ({ matchUp, index }: ResultProps) => {
	const { t } = useTranslation();
	const { leagueId, roundId } = useCard();
	const getName = useTeamName();
	const { home, away, isGrandFinal, isSemiFinal, isConsolation } = matchUp;
	const isHomeAhead = isDrawWonByHome(matchUp) ? home.points >= away.points : home.points > away.points;
	return (
		<Link className={styles.result} to={paths.league.to(leagueId, `matchup/${roundId}/${matchUp.index ?? index}`)}>
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
const AverageResult = ({ game: { team, average } }: { readonly game: CardAverageGame }) => {
	const { t } = useTranslation();
	const { leagueId, roundId } = useCard();
	return (
		<Link className={styles.result} to={`${paths.league.to(leagueId, "fixtures")}?round=${roundId}`}>
			<span data-won={team.points > average} dir="auto">
				{useTeamName()(team)}
			</span>{" "}
			<span className={styles.points}>
				{formatPoints(team.points)}–{formatPoints(average)}
			</span>{" "}
			<span data-won={average > team.points}>{t("leagues.fixtures.average")}</span>
		</Link>
	);
};

interface Props {
	readonly matchUps: readonly CardMatchUp[];
	readonly averageGame: CardAverageGame | undefined;
}

export const Results = ({ matchUps, averageGame }: Props) =>
	matchUps.length === 0 ? null : (
		<ul className={styles.results}>
			{matchUps.map((matchUp, index) => (
				<li key={`${matchUp.home.teamId} ${matchUp.away.teamId}`}>
					<Result matchUp={matchUp} index={index} />
				</li>
			))}
			{averageGame ? (
				<li>
					<AverageResult game={averageGame} />
				</li>
			) : null}
		</ul>
	);
