import type { MatchEntry } from "@first-bounce/contract/stats/static-data";
import type { Round } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useParams } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { useSeason } from "../../api/use-season.ts";
import { useStatic } from "../../api/use-static.ts";
import { NotFound } from "../../app/not-found/not-found.tsx";
import { paths } from "../../app/paths.ts";
import { useIds } from "../../app/use-ids.ts";
import { Button } from "../../components/button/button.tsx";
import { LiveLabel } from "../../components/live-label/live-label.tsx";
import { SelectChip } from "../../components/select/select-chip.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { EmptyState, Notice } from "../../components/states/states.tsx";
import { formatDay } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { useSeasonTimer } from "../../live/season-clock.ts";
import { getSubscribeLink, SEASON_CALENDAR } from "../../players/matches/calendar-links.ts";
import { getMatchState, isDelayed, isUnderWay } from "../../players/matches/match-state.ts";
import { MatchCard } from "./match-card.tsx";
import styles from "./match-centre.module.css";
import { MatchPlayers } from "./match-players.tsx";
import { RoundPanel } from "./round-panel.tsx";
import { type MatchCentre, useChosenRound, useMatchCentre } from "./use-match-centre.ts";

interface RoundProps {
	readonly round: Round;
	readonly season: Season;
	readonly isHeld: boolean;
}

/** Notices that the figures are held, delayed or incomplete. */
const Notices = ({ centre, isHeld }: { readonly centre: MatchCentre; readonly isHeld: boolean }) => {
	const { t } = useTranslation();
	const timer = useSeasonTimer();
	const { shownMatches, owners, files } = centre;
	const retry = () => {
		if (owners.error) void owners.refetch();
		for (const file of files.failed) void file.refetch();
	};
	return (
		<>
			{isHeld ? <Notice tone="info">{t("matchCentre.held")}</Notice> : null}
			{shownMatches.some((match) => isDelayed(match, timer.now(), timer.speed)) ? (
				<Notice tone="warn">{t("matchCentre.delayedText")}</Notice>
			) : null}
			{files.failed.length > 0 || (owners.error && !owners.data) ? (
				<Notice tone="warn" action={<Button onPress={retry}>{t("state.retry")}</Button>}>
					{t(files.failed.length > 0 ? "matchCentre.filesFailed" : "matchCentre.ownersFailed")}
				</Notice>
			) : null}
		</>
	);
};

const Byes = ({ round, season }: Pick<RoundProps, "round" | "season">) => {
	const { t } = useTranslation();
	if (round.byeSquads.length === 0) return null;
	const names = round.byeSquads.map((id) => season.squads.get(id)?.name ?? "").join(", ");
	return <p className={styles.byes}>{t("matchCentre.byes", { count: round.byeSquads.length, names })}</p>;
};

/** Groups matches by day, or in one group without a day. */
function groupMatches(
	matches: readonly MatchEntry[],
	isByDay: boolean,
): readonly { readonly day: string; readonly matches: readonly MatchEntry[] }[] {
	if (!isByDay) return [{ day: "", matches }];
	const byDay = new Map<string, MatchEntry[]>();
	for (const match of matches.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))) {
		const day = formatDay(Date.parse(match.date));
		byDay.set(day, [...(byDay.get(day) ?? []), match]);
	}
	return [...byDay].map(([day, matchesOfDay]) => ({ day, matches: matchesOfDay }));
}

const RoundView = ({ round, season, isHeld, matchId }: RoundProps & { readonly matchId: number | null }) => {
	const { t } = useTranslation();
	const { search } = useLocation();
	const centre = useMatchCentre(round, season, matchId);
	const timer = useSeasonTimer();
	const isMatchLive = (match: MatchEntry) => isUnderWay(getMatchState(match, timer.now()));
	const { openMatch, shownMatches, files, shownFiles } = centre;
	if (matchId !== null && !openMatch)
		return (
			<EmptyState icon="alert" title={t("matchCentre.unknown")} text={t("matchCentre.unknownText")}>
				<Link to={paths.matchCentre.to()}>{t("matchCentre.allMatches")}</Link>
			</EmptyState>
		);
	if (shownMatches.length === 0)
		return <EmptyState icon="team" title={t("matchCentre.none")} text={t("matchCentre.noneText")} />;
	// Live matches come first.
	const sorted = shownMatches.toSorted((a, b) => Number(isMatchLive(b)) - Number(isMatchLive(a)));
	const hasStarted = shownMatches.some(({ status }) => status !== "scheduled");
	return (
		<>
			<Notices centre={centre} isHeld={isHeld} />
			{openMatch ? (
				<Link className={styles.link} to={{ pathname: paths.matchCentre.to(), search }}>
					{t("matchCentre.allMatches")}
				</Link>
			) : null}
			<div className={styles.columns} data-upcoming={!hasStarted || undefined}>
				<div className={styles.main}>
					{groupMatches(sorted, !openMatch && !hasStarted).map(({ day, matches }) => (
						<section key={day} aria-label={day || undefined}>
							{day ? <h2 className={styles.day}>{day}</h2> : null}
							<ul
								className={styles.matches}
								data-single={openMatch ? true : undefined}
								data-upcoming={!hasStarted || undefined}
							>
								{matches.map((match) => (
									<MatchCard key={match.id} match={match} centre={centre} />
								))}
							</ul>
						</section>
					))}
					{openMatch ? (
						files.isPending && shownFiles.length === 0 ? (
							<Skeleton height="50vh" radius="var(--radius-l)" />
						) : (
							<MatchPlayers match={openMatch} centre={centre} file={shownFiles[0]} />
						)
					) : (
						<Byes round={round} season={season} />
					)}
				</div>
				<RoundPanel centre={centre} />
			</div>
		</>
	);
};

const Centre = ({ season, matchId }: { readonly season: Season; readonly matchId: number | null }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const timer = useSeasonTimer();
	const file = useStatic("rounds");
	const { round, choose } = useChosenRound(season);
	const { current, rounds, rules, matchById } = season;
	const matchRound =
		matchId === null ? undefined : season.rounds.find(({ matches }) => matches.some(({ id }) => id === matchId));
	const shownRound = matchRound ?? round;
	const isLive = shownRound?.matches.some(({ id }) => {
		const match = matchById.get(id);
		return match !== undefined && isUnderWay(getMatchState(match, timer.now()));
	});
	const choices = rounds
		.filter(({ id }) => current && id <= current.id)
		.map(({ id }) => ({ value: id, label: formatRoundLabel(id, rules) }))
		.reverse();
	return (
		<div className={styles.screen}>
			<title>{t("app.title", { page: t("matchCentre.title") })}</title>
			<header className={styles.head}>
				<h1>{t("matchCentre.title")}</h1>
				{isLive ? <LiveLabel>{t("rankings.live")}</LiveLabel> : null}
				{shownRound && matchId === null && choices.length > 1 ? (
					<SelectChip
						label={t("team.roundSwitcher")}
						variant="plain"
						value={shownRound.id}
						choices={choices}
						onChange={choose}
					/>
				) : shownRound ? (
					<p>{formatRoundLabel(shownRound.id, rules)}</p>
				) : null}
			</header>
			{shownRound ? (
				<RoundView
					key={shownRound.id}
					round={shownRound}
					season={season}
					matchId={matchId}
					isHeld={file.data?.some(({ id, isHeld }) => isHeld && id === shownRound.id) ?? false}
				/>
			) : (
				<EmptyState icon="team" title={t("matchCentre.noRound")} text={t("matchCentre.noRoundText")} />
			)}
			{shownRound && matchId === null ? (
				<a className={styles.link} href={getSubscribeLink(SEASON_CALENDAR)}>
					{t("calendar.matches")}
				</a>
			) : null}
		</div>
	);
};

export const MatchCentreScreen = () => {
	const { matchId } = useParams();
	const season = useSeason();
	const ids = useIds("matchId");
	if (matchId !== undefined && !ids) return <NotFound />;
	if (season.state !== "ready") return <LoadingOrError of={[season]} height="70vh" />;
	return <Centre season={season.value} matchId={ids?.matchId ?? null} />;
};
