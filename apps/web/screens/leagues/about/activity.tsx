import { type LeagueEvent, listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { isDrawWonByHome } from "@first-bounce/rules/head-to-head/finals";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { removeDuplicateIds, usePages } from "../../../api/use-pages.ts";
import { paths } from "../../../app/paths.ts";
import { Icon, type IconName } from "../../../components/icon/icon.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { formatDateTime, formatPoints } from "../../../i18n/format.ts";
import frame from "../frame/frame.module.css";
import { MoreButton } from "../frame/league-list.tsx";
import rowStyles from "../frame/rows.module.css";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./about.module.css";

type ResultsEvent = Extract<LeagueEvent, { kind: "results" }>;

/** A round's results, each winner first, and the league's best score. */
const RoundResults = ({ event: { roundId, best, matches } }: { readonly event: ResultsEvent }) => {
	const { t } = useTranslation();
	const round = useRoundName()(roundId);
	const getName = ({ teamName }: { readonly teamName: string }) => teamName || t("rankings.formerTeam");
	const formatMatchUp = ({ home, away, ...stage }: ResultsEvent["matches"][number]) => {
		if (home.points === away.points && isDrawWonByHome(stage))
			return t("leagues.matchup.drawnFinal", { team: getName(home) });
		if (home.points === away.points)
			return t("leagues.activity.drew", {
				home: getName(home),
				away: getName(away),
				points: formatPoints(home.points),
			});
		const [winner, loser] = home.points > away.points ? [home, away] : [away, home];
		const points = { points: formatPoints(winner.points), other: formatPoints(loser.points) };
		return t("leagues.activity.beat", { winner: getName(winner), loser: getName(loser), ...points });
	};
	return (
		<>
			<h3>{t("leagues.activity.results", { round })}</h3>
			<ul className={styles.results}>
				{matches.map((match) => (
					<li key={`${match.home.teamId} ${match.away.teamId}`}>
						{match.isGrandFinal ? <b>{t("leagues.activity.grandFinal")} </b> : null}
						{match.isSemiFinal ? <b>{t("leagues.activity.semiFinal")} </b> : null}
						{match.isConsolation ? <b>{t("leagues.activity.consolation")} </b> : null}
						{formatMatchUp(match)}
					</li>
				))}
			</ul>
			<p className={styles.best}>
				{t("leagues.activity.best", { round, team: getName(best), points: formatPoints(best.points) })}
			</p>
		</>
	);
};

const ICONS: Readonly<Record<LeagueEvent["kind"], IconName>> = {
	created: "leagues",
	joined: "plus",
	left: "leave",
	removed: "close",
	commissioner: "star",
	deputy: "star",
	"deputy-ended": "close",
	results: "rankings",
	record: "up",
	announcement: "pin",
};

type MemberEvent = Exclude<LeagueEvent, { kind: "results" | "record" | "announcement" }>;

/** What a member did, or what was done to her and by whom. */
const MemberEventText = ({ event }: { readonly event: MemberEvent }) => {
	const { t } = useTranslation();
	const someone = t("leagues.activity.someone");
	const team = event.teamName || someone;
	if (event.kind === "joined" && event.takenOver !== undefined)
		return <p>{t("leagues.activity.takenOver", { team, former: event.takenOver || someone })}</p>;
	if (event.kind === "removed" && event.isOperator) return <p>{t("leagues.activity.removedByOperator", { team })}</p>;
	if ("by" in event && event.by)
		return <p>{t(`leagues.activity.by.${event.kind}`, { team, by: event.by.teamName || someone })}</p>;
	return <p>{t(`leagues.activity.${event.kind}`, { team })}</p>;
};

const EventText = ({ event, leagueId }: { readonly event: LeagueEvent; readonly leagueId: number }) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	if (event.kind === "results") return <RoundResults event={event} />;
	if (event.kind === "announcement")
		return (
			<>
				<h3>{t("leagues.activity.announcement", { team: event.teamName || t("leagues.activity.someone") })}</h3>
				<p className={styles.announcement}>{event.text}</p>
				<p className={styles.actions}>
					{event.isReported ? <em>{t("leagues.activity.isReported")}</em> : null}
					<Link to={paths.league.to(leagueId, "chat")}>{t("leagues.activity.openChat")}</Link>
				</p>
			</>
		);
	if (event.kind === "record") {
		const { best, former, roundId } = event;
		const figures = { points: formatPoints(best.points), by: formatPoints(best.points - former) };
		const team = best.teamName || t("rankings.formerTeam");
		return <p>{t("leagues.activity.record", { team, round: formatRoundName(roundId), ...figures })}</p>;
	}
	return <MemberEventText event={event} />;
};

const ActivityEvent = ({ event, leagueId }: { readonly event: LeagueEvent; readonly leagueId: number }) => (
	<li className={rowStyles.entry}>
		<span className={`${rowStyles.icon} ${styles.icon}`} data-kind={event.kind}>
			<Icon name={ICONS[event.kind]} size={16} />
		</span>
		<div className={styles.event}>
			<EventText event={event} leagueId={leagueId} />
			<time dateTime={event.at}>{formatDateTime(Date.parse(event.at))}</time>
		</div>
	</li>
);

const PAGE_SIZE = 20;

export const LeagueActivity = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	const result = usePages(listLeagueActivity, { params: { id: leagueId }, query: { limit: PAGE_SIZE } });
	const { data } = result;
	const events = removeDuplicateIds(data?.pages.flatMap((page) => page.events) ?? []);
	return (
		<section className={frame.card}>
			<h2>{t("leagues.about.activity")}</h2>
			{data ? null : <LoadingOrError of={[result]} height="260px" />}
			{data && events.length === 0 ? <p className={styles.explanation}>{t("leagues.about.quiet")}</p> : null}
			<ol className={styles.activity}>
				{events.map((event) => (
					<ActivityEvent key={event.id} leagueId={leagueId} event={event} />
				))}
			</ol>
			<MoreButton pages={result} label={t("leagues.about.more")} />
		</section>
	);
};
