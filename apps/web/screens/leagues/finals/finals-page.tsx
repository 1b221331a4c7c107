import {
	type H2hRanking,
	type MatchUpView,
	showLeagueLadder,
	showMatchUps,
} from "@first-bounce/contract/leagues/league-ladder";
import { hasGrandFinalByes, pairSemiFinals } from "@first-bounce/rules/head-to-head/finals";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { getMatchUpUrl, MatchUpCard } from "../fixtures/matchup-card.tsx";
import { useRoundName } from "../frame/use-league-description.ts";
import { useOwnTeamFirst, useOwnUserId } from "../frame/use-own-team-first.ts";
import { Premiers } from "../ladder/h2h-table.tsx";
import { useLeague } from "../league/use-league.ts";
import styles from "./finals.module.css";

type FinalsTeam = Pick<
	H2hRanking,
	"userId" | "teamId" | "teamName" | "fullName" | "avatarVersion" | "supportedSquadId" | "colour"
>;

const TeamRow = ({ team, place }: { readonly team: FinalsTeam; readonly place: number }) => {
	const { t } = useTranslation();
	return (
		<span className={styles.team}>
			<span className={styles.place}>{t("result.place", { count: place, ordinal: true })}</span>
			<ManagerAvatar manager={team} size={28} />
			<b>{team.teamName || t("rankings.formerTeam")}</b>
		</span>
	);
};

/** The semi-finals that today's ladder would give, before they are known. */
const ProjectedSemiFinals = ({ rankings }: { readonly rankings: readonly H2hRanking[] }) => {
	const { t } = useTranslation();
	const pairs = pairSemiFinals(rankings);
	if (pairs.length === 0) return <p className={styles.note}>{t("leagues.finals.none")}</p>;
	return (
		<ul className={styles.matches}>
			{pairs.map(({ place, matchUp }) => (
				<li key={place} className={styles.projected}>
					{matchUp.map((teamId) => {
						const index = rankings.findIndex((row) => row.teamId === teamId);
						const team = rankings[index];
						return team ? <TeamRow key={teamId} team={team} place={index + 1} /> : null;
					})}
				</li>
			))}
		</ul>
	);
};

interface FinalsRoundProps {
	readonly title: string;
	readonly round: string;
	readonly children: ReactNode;
}

const FinalsRound = ({ title, round, children }: FinalsRoundProps) => (
	<section className={styles.round}>
		<header>
			<h2>{title}</h2>
			<p>{round}</p>
		</header>
		{children}
	</section>
);

const isFinal = ({ isConsolation }: MatchUpView): boolean => !isConsolation;

const Cards = ({ matchUps }: { readonly matchUps: readonly MatchUpView[] }) => {
	const league = useLeague();
	const ownUserId = useOwnUserId();
	const putOwnTeamFirst = useOwnTeamFirst();
	return (
		<ul className={styles.matches}>
			{matchUps.map(putOwnTeamFirst).map((matchUp) => (
				<MatchUpCard
					key={matchUp.index}
					matchUp={{ ...matchUp, url: getMatchUpUrl(league.id, matchUp) }}
					isOwn={matchUp.home.userId === ownUserId}
				/>
			))}
		</ul>
	);
};

/** The consolation games of a round of finals; nothing if there are none. */
const ConsolationGames = ({ matchUps }: { readonly matchUps: readonly MatchUpView[] }) => {
	const { t } = useTranslation();
	const games = matchUps.filter((matchUp) => !isFinal(matchUp));
	if (games.length === 0) return null;
	return (
		<div className={styles.byes}>
			<h3>{t("leagues.fixtures.consolations")}</h3>
			<Cards matchUps={games} />
		</div>
	);
};

interface ByesProps {
	readonly title: string;
	readonly teams: readonly FinalsTeam[];
	readonly getPlace: (team: FinalsTeam) => number;
}

/** The teams without a match-up in a round of finals; nothing if there are none. */
const Byes = ({ title, teams, getPlace }: ByesProps) =>
	teams.length === 0 ? null : (
		<div className={styles.byes}>
			<h3>{title}</h3>
			{teams.map((team) => (
				<TeamRow key={team.teamId} team={team} place={getPlace(team)} />
			))}
		</div>
	);

/** The finals series: semi-finals of the top four, then the grand final of their winners. */
const Bracket = ({ semiFinalId, grandFinalId }: { readonly semiFinalId: number; readonly grandFinalId: number }) => {
	const { t } = useTranslation();
	const league = useLeague();
	const formatRoundName = useRoundName();
	const semi = useCall(showMatchUps, { body: { leagueId: league.id, roundId: semiFinalId } });
	const grand = useCall(showMatchUps, { body: { leagueId: league.id, roundId: grandFinalId } });
	const ladder = useCall(showLeagueLadder, { query: { leagueId: league.id, roundId: 0 } });
	if (!semi.data || !grand.data || !ladder.data) return <LoadingOrError of={[semi, grand, ladder]} height="50vh" />;
	const { rankings, winnerTeamId } = ladder.data;
	const winner = rankings.find(({ teamId }) => teamId === winnerTeamId);
	const { byes } = semi.data;
	const semiFinals = semi.data.matchUps.filter(isFinal);
	const grandFinals = grand.data.matchUps.filter(isFinal);
	const isKnown = semiFinals.length > 0 || byes.length > 0;
	const numSemiFinals = isKnown ? semiFinals.length : pairSemiFinals(rankings).length;
	const grandFinalByes = hasGrandFinalByes(semi.data.matchUps) ? byes : [];
	const straightToFinal: readonly FinalsTeam[] = isKnown ? grandFinalByes : rankings.slice(0, 2 - numSemiFinals);
	const getPlace = ({ teamId }: FinalsTeam) => rankings.findIndex((row) => row.teamId === teamId) + 1;
	return (
		<>
			<Premiers team={winner?.teamName} />
			{isKnown ? null : (
				<Notice tone="info">
					<b>{t("leagues.finals.ifEnded")}.</b>{" "}
					{t("leagues.finals.ifEndedText", { round: formatRoundName(semiFinalId - 1) })}
				</Notice>
			)}
			<div className={styles.bracket}>
				<FinalsRound title={t("leagues.fixtures.semiFinals")} round={formatRoundName(semiFinalId)}>
					{isKnown ? <Cards matchUps={semiFinals} /> : <ProjectedSemiFinals rankings={rankings} />}
					<Byes title={t("leagues.fixtures.straightToFinal")} teams={grandFinalByes} getPlace={getPlace} />
					<ConsolationGames matchUps={semi.data.matchUps} />
					<Byes
						title={t("leagues.fixtures.byes")}
						teams={byes.filter((team) => !grandFinalByes.includes(team))}
						getPlace={getPlace}
					/>
				</FinalsRound>
				<FinalsRound title={t("leagues.fixtures.grandFinal")} round={formatRoundName(grandFinalId)}>
					{grandFinals.length > 0 ? (
						<Cards matchUps={grandFinals} />
					) : (
						<div className={styles.projected}>
							{straightToFinal.map((team) => (
								<TeamRow key={team.teamId} team={team} place={getPlace(team)} />
							))}
							{[1, 2].slice(0, numSemiFinals).map((number) => (
								<span key={number} className={styles.open}>
									{t(numSemiFinals === 1 ? "leagues.finals.winnerOfOnly" : "leagues.finals.winnerOf", { number })}
								</span>
							))}
						</div>
					)}
					<ConsolationGames matchUps={grand.data.matchUps} />
					<Byes title={t("leagues.fixtures.byes")} teams={grand.data.byes} getPlace={getPlace} />
				</FinalsRound>
			</div>
			<p className={styles.note}>{t("leagues.finals.rule")}</p>
		</>
	);
};

export const FinalsPage = () => {
	const { semiFinalId, grandFinalId } = useLeague();
	return semiFinalId === null || grandFinalId === null ? null : (
		<Bracket semiFinalId={semiFinalId} grandFinalId={grandFinalId} />
	);
};
