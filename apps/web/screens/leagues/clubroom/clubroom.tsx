import { type LeagueMessage, showConversation } from "@first-bounce/contract/leagues/conversation";
import type { League } from "@first-bounce/contract/leagues/league";
import { showLeagueHistory } from "@first-bounce/contract/leagues/league-history";
import {
	type MatchUpView,
	showEliminationLadder,
	showLeagueLadder,
	showMatchUps,
} from "@first-bounce/contract/leagues/league-ladder";
import type { Round } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { ButtonLink } from "../../../components/button/button-link.tsx";
import { formatChance, formatPoints } from "../../../i18n/format.ts";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { computeMatchUpOutlook, isInDanger } from "../../../players/live-outlook.ts";
import { formatPlainText } from "../conversation/message-text.tsx";
import { AverageCard, getMatchUpUrl, MatchUpCard } from "../fixtures/matchup-card.tsx";
import { UnreadBadge } from "../frame/unread-badge.tsx";
import { useRoundName } from "../frame/use-league-description.ts";
import { useOwnTeamFirst, useOwnUserId } from "../frame/use-own-team-first.ts";
import { type LeagueHistoryData, useHistoryNames } from "../history/use-history-names.ts";
import styles from "./clubroom.module.css";

interface ChanceProps {
	/** The viewer's team is at home. */
	readonly matchUp: MatchUpView;
	readonly round: Round;
	readonly season: Season;
}

/** The viewer's chance to win a match-up of the current round. */
const Chance = ({ matchUp, round, season }: ChanceProps) => {
	const { t } = useTranslation();
	const { chances, canChange } = computeMatchUpOutlook(matchUp, round, season, useSeasonTimer().now());
	if (!canChange) return null;
	return (
		<p className={styles.chance}>
			{t("leagues.clubroom.chance", { chance: formatChance(chances.win, { canChange: true }) })}
		</p>
	);
};

const InviteLink = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	return (
		<ButtonLink to={paths.league.to(leagueId, "invites")} variant="main">
			{t("leagues.clubroom.invite")}
		</ButtonLink>
	);
};

/** In a league whose only team is the viewer's: how to get rivals. */
const NoRivals = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	return (
		<section className={styles.corner} data-match>
			<h2>{t("leagues.clubroom.alone")}</h2>
			<p>{t("leagues.clubroom.aloneText")}</p>
			<InviteLink leagueId={leagueId} />
		</section>
	);
};

/** Says that the viewer has no match-up or, before the fixture is made, how many teams are missing. */
const NoMatchUp = ({ league }: { readonly league: League }) => {
	const { t } = useTranslation();
	const missing = league.size - league.numTeams;
	if (missing <= 0 || !league.may.invite) return <p>{t("leagues.clubroom.noMatch")}</p>;
	return (
		<>
			<p>{t("leagues.clubroom.missing", { count: missing })}</p>
			<InviteLink leagueId={league.id} />
		</>
	);
};

/** The viewer's match-up of the round. In the grand final's round, those without one see the grand final. */
const CurrentMatchUp = ({ league, season }: { readonly league: League; readonly season: Season }) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const putOwnTeamFirst = useOwnTeamFirst();
	const ownUserId = useOwnUserId();
	const current = season.current;
	const roundId = Math.max(current?.id ?? 0, league.startId);
	const { data } = useQuietCall(
		showMatchUps,
		{ body: { leagueId: league.id, roundId } },
		{ enabled: league.hasFixture },
	);
	const matchUps = data?.matchUps.map(putOwnTeamFirst) ?? [];
	const ownMatchUp = matchUps.find(({ home }) => home.userId === ownUserId);
	const averageGame = data?.averageGame;
	const averageTeam = data?.byes.find(({ teamId, userId }) => teamId === averageGame?.teamId && userId === ownUserId);
	const matchUp = ownMatchUp ?? matchUps.find(({ isGrandFinal }) => isGrandFinal);
	if (league.hasFixture && !data) return null;
	return (
		<section className={styles.corner} data-match>
			<h2>
				{matchUp && !ownMatchUp
					? t("leagues.fixtures.grandFinal")
					: t("leagues.clubroom.next", { round: formatRoundName(roundId) })}
			</h2>
			{matchUp ? (
				<>
					<ul>
						<MatchUpCard matchUp={{ ...matchUp, url: getMatchUpUrl(league.id, matchUp) }} isOwn={false} />
					</ul>
					{ownMatchUp && current?.id === roundId && current.status !== "complete" ? (
						<Chance matchUp={ownMatchUp} round={current} season={season} />
					) : null}
				</>
			) : averageGame && averageTeam ? (
				<ul>
					<AverageCard game={averageGame} team={averageTeam} isOwn={false} matchUps={matchUps} />
				</ul>
			) : (
				<NoMatchUp league={league} />
			)}
		</section>
	);
};

const NextMatchUp = ({ league }: { readonly league: League }) => {
	const season = useSeason();
	return season.state === "ready" ? <CurrentMatchUp league={league} season={season.value} /> : null;
};

const MAX_MESSAGES = 2;
const isText = (message: LeagueMessage) => message.kind === "text" && !message.isOnlyPinned;

const Banter = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	// The viewer may come from the chat, where she has just written.
	const { data } = useQuietCall(showConversation, { params: { id: leagueId } }, { staleTime: 0 });
	if (!data) return null;
	const messages = data.messages.filter(isText).slice(-MAX_MESSAGES);
	return (
		<section className={styles.corner}>
			<h2>
				{t("leagues.clubroom.banter")} <UnreadBadge leagueId={leagueId} />
			</h2>
			{messages.map((message) =>
				message.kind === "text" ? (
					<p key={message.id} className={styles.said}>
						<b>{message.author.teamName || t("leagues.former")}</b>{" "}
						{formatPlainText(message.text, message.mentions, t("leagues.former"))}
					</p>
				) : null,
			)}
			{messages.length === 0 ? <p>{t("leagues.clubroom.silence")}</p> : null}
			<Link to={paths.league.to(leagueId, "chat")}>
				{t(messages.length === 0 ? "leagues.clubroom.start" : "leagues.clubroom.open")}
			</Link>
		</section>
	);
};

const Records = ({ leagueId, history }: { readonly leagueId: number; readonly history: LeagueHistoryData }) => {
	const { t } = useTranslation();
	const { getTeamName } = useHistoryNames(history);
	const [highest] = history.records.highest;
	const [run] = history.records.winningRun;
	if (!highest) return null;
	return (
		<section className={styles.corner}>
			<h2>{t("leagues.clubroom.records")}</h2>
			<p className={styles.place}>
				<b>{formatPoints(highest.points)}</b> {t("leagues.clubroom.highest", { team: getTeamName(highest.userId) })}
			</p>
			{run && run.length > 1 ? (
				<p>{t("leagues.clubroom.run", { count: run.length, team: getTeamName(run.userId) })}</p>
			) : null}
			<Link to={paths.league.to(leagueId, "history")}>{t("leagues.clubroom.allRecords")}</Link>
		</section>
	);
};

/** The league's records; nothing before the first round. */
const LeagueRecords = ({ leagueId }: { readonly leagueId: number }) => {
	const { data } = useQuietCall(showLeagueHistory, { params: { id: leagueId } });
	return data ? <Records leagueId={leagueId} history={data} /> : null;
};

interface Neighbour {
	readonly teamName: string;
	readonly premiershipPoints: number;
	readonly rank: number;
}

/** Whom the viewer can catch on the ladder, and who is behind her. */
const LadderDanger = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	const { data } = useQuietCall(showLeagueLadder, { query: { leagueId } });
	const own = data?.currentUserRanking;
	if (!own || data.roundId === null || data.winnerTeamId !== null) return null;
	const findByRank = (rank: number) => data.rankings.find((row) => row.rank === rank);
	const [above, below] = [findByRank(own.rank - 1), findByRank(own.rank + 1)];
	const describe = (side: "above" | "below", { teamName, premiershipPoints }: Neighbour) => {
		const count = Math.abs(premiershipPoints - own.premiershipPoints);
		const team = teamName || t("rankings.formerTeam");
		return count === 0 ? t(`leagues.clubroom.level.${side}`, { team }) : t(`leagues.clubroom.${side}`, { team, count });
	};
	return (
		<section className={styles.corner}>
			<h2>{t("leagues.clubroom.danger")}</h2>
			<p className={styles.place}>
				<b>{t("result.place", { count: own.rank, ordinal: true })}</b>{" "}
				{t("leagues.clubroom.of", { count: data.rankings.length })}
			</p>
			{above ? <p>{describe("above", above)}</p> : null}
			{below ? <p>{describe("below", below)}</p> : null}
		</section>
	);
};

/** How far the viewer is from going out. */
const EliminationDanger = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	const { data } = useQuietCall(showEliminationLadder, { query: { leagueId } });
	const own = data?.currentUserRanking;
	if (!own || own.out || data.winnerTeamId !== null) return null;
	const alive = data.rankings.filter(({ out }) => out === null);
	const place = alive.findIndex(({ isCurrentLeagueUser }) => isCurrentLeagueUser) + 1;
	const isEndangered = data.isLive && isInDanger(place, alive.length, data.inDanger);
	return (
		<section className={styles.corner} data-warn={isEndangered || undefined}>
			<h2>{t("leagues.clubroom.danger")}</h2>
			<p>{t(isEndangered ? "leagues.clubroom.inDanger" : "leagues.clubroom.alive", { count: alive.length })}</p>
		</section>
	);
};

/** What members want to know first: the next match-up, the latest messages, who is close on the ladder, and the records. */
export const Clubroom = ({ league }: { readonly league: League }) => {
	const { t } = useTranslation();
	const isH2h = league.type === "h2h";
	return (
		<section className={styles.room} aria-label={t("leagues.clubroom.title")}>
			{isH2h ? <NextMatchUp league={league} /> : null}
			{!isH2h && league.numTeams === 1 && league.may.invite ? <NoRivals leagueId={league.id} /> : null}
			<Banter leagueId={league.id} />
			{isH2h && league.status !== "scheduled" ? <LadderDanger leagueId={league.id} /> : null}
			{league.type === "elimination" && league.status !== "scheduled" ? (
				<EliminationDanger leagueId={league.id} />
			) : null}
			<LeagueRecords leagueId={league.id} />
		</section>
	);
};
