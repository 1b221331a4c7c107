import type { League } from "@first-bounce/contract/leagues/league";
import { type MatchUpView, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import type { Round } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useCall } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { useUser } from "../../../api/use-user.ts";
import { paths } from "../../../app/paths.ts";
import { formatChance } from "../../../i18n/format.ts";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { computeMatchUpOutlook } from "../../../players/live-outlook.ts";
import { getMatchUpUrl, MatchUpCard } from "../fixtures/matchup-card.tsx";
import { useRoundName } from "../frame/use-league-description.ts";
import { useOwnTeamFirst } from "../frame/use-own-team-first.ts";
import styles from "./clubroom.module.css";

interface ChanceProps {
	/** The user's own team is its first. */
	readonly match: MatchUpView;
	readonly round: Round;
	readonly season: Season;
}

/** The viewer's chance to win a match-up of the current round. */
const Chance = ({ match, round, season }: ChanceProps) => {
	const { t } = useTranslation();
	const { chances, isOpen } = computeMatchUpOutlook(match, round, season, useSeasonTimer().now());
	if (!isOpen) return null;
	return <p className={styles.chance}>{t("leagues.clubroom.chance", { chance: formatChance(chances.win, true) })}</p>;
};

const InviteLink = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	return (
		<Link to={paths.league.to(leagueId, "invites")} className={styles.invite}>
			{t("leagues.clubroom.invite")}
		</Link>
	);
};

/** In a league whose only team is the viewer's: how to get rivals. */
export const NoRivals = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	return (
		<section className={styles.corner} data-match>
			<h2>{t("leagues.clubroom.alone")}</h2>
			<p>{t("leagues.clubroom.aloneText")}</p>
			<InviteLink leagueId={leagueId} />
		</section>
	);
};

/** Before the fixture is made: how many teams there are, and how to get more. */
const Gathering = ({ league }: { readonly league: League }) => {
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

const Match = ({ league, season }: { readonly league: League; readonly season: Season }) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const putOwnTeamFirst = useOwnTeamFirst();
	const user = useUser();
	const ownId = user.state === "ready" ? user.value?.id : undefined;
	const current = season.current;
	const roundId = Math.max(current?.id ?? 0, league.startId);
	const { data } = useCall(
		showMatchUps,
		{ body: { leagueId: league.id, roundId } },
		{ enabled: league.hasFixture, meta: { noErrorModal: true } },
	);
	const match = data?.matchUps.map(putOwnTeamFirst).find(({ home }) => home.userId === ownId);
	if (league.hasFixture && !data) return null;
	return (
		<section className={styles.corner} data-match>
			<h2>{t("leagues.clubroom.next", { round: formatRoundName(roundId) })}</h2>
			{match ? (
				<>
					<ul>
						<MatchUpCard match={{ ...match, url: getMatchUpUrl(league.id, match) }} isOwn={false} />
					</ul>
					{current?.id === roundId && current.status !== "complete" ? (
						<Chance match={match} round={current} season={season} />
					) : null}
				</>
			) : (
				<Gathering league={league} />
			)}
		</section>
	);
};

/** The viewer's match-up of the round, with her chance to win it. */
export const NextMatch = ({ league }: { readonly league: League }) => {
	const season = useSeason();
	return season.state === "ready" ? <Match league={league} season={season.value} /> : null;
};
