import type { SuccessOf } from "@first-bounce/contract/call";
import { showLeagueRivalry } from "@first-bounce/contract/leagues/league-history";
import { type MatchUpView, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import { applyDraftRules } from "@first-bounce/rules/draft/squad-rules";
import { findRound } from "@first-bounce/rules/round/round";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { useUser } from "../../../api/use-user.ts";
import { paths } from "../../../app/paths.ts";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { EmptyState, Notice } from "../../../components/states/states.tsx";
import { lazyPart } from "../../../upgrade/lazy-part.ts";
import { useRoundName } from "../frame/use-league-description.ts";
import { useOwnTeamFirst, useOwnUserId } from "../frame/use-own-team-first.ts";
import { useLeague } from "../league/use-league.ts";
import { buildHeadToHeadRows, buildUniqueScorerRows } from "../model/matchup-rows.ts";
import { HeadToHead, UniqueScorers } from "./comparison.tsx";
import { LiveOutlook } from "./live-outlook.tsx";
import styles from "./matchup.module.css";
import { Scoreboard } from "./scoreboard.tsx";

type DraftRules = SuccessOf<typeof showMatchUps>["draftRules"];

/** The season with its rules as they are in the league. */
function useLeagueSeason(draftRules: DraftRules) {
	const season = useSeason();
	const value = season.state === "ready" ? season.value : null;
	const leagueValue = useMemo(
		() => (value && draftRules ? { ...value, rules: applyDraftRules(value.rules, draftRules) } : value),
		[value, draftRules],
	);
	return season.state === "ready" && leagueValue ? { ...season, value: leagueValue } : season;
}

const Comparison = ({ matchUp, draftRules }: { readonly matchUp: MatchUpView; readonly draftRules: DraftRules }) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const season = useLeagueSeason(draftRules);
	const [view, setView] = useState<"head" | "unique">("head");
	if (season.state !== "ready") return <LoadingOrError of={[season]} height="60vh" />;
	const round = findRound(season.value.rounds, matchUp.roundId);
	const { home, away } = matchUp;
	if (!round) return null;
	if (round.status === "scheduled")
		return (
			<>
				{round.id === season.value.current?.id ? (
					<LiveOutlook matchUp={matchUp} round={round} season={season.value} />
				) : null}
				<Notice tone="info">{t("leagues.matchup.before", { round: formatRoundName(round.id) })}</Notice>
			</>
		);
	return (
		<>
			{matchUp.isLive ? <LiveOutlook matchUp={matchUp} round={round} season={season.value} /> : null}
			<div>
				<Segmented
					label={t("leagues.matchup.view")}
					value={view}
					choices={[
						{ value: "head" as const, label: t("leagues.matchup.head") },
						{ value: "unique" as const, label: t("leagues.matchup.unique") },
					]}
					onChange={setView}
				/>
			</div>
			{view === "head" ? (
				<HeadToHead
					matchUp={matchUp}
					round={round}
					rows={buildHeadToHeadRows(home, away, round, season.value)}
					utilityScores={draftRules?.squad.utilityScores ?? false}
				/>
			) : (
				<UniqueScorers matchUp={matchUp} round={round} rows={buildUniqueScorerRows(home, away, round, season.value)} />
			)}
		</>
	);
};

const ShareSnapshotButton = lazyPart(
	async () => (await import("../../../sharing/share-snapshot-button.tsx")).ShareSnapshotButton,
);

const ShareMatchUp = ({ matchUp: { roundId, home, away } }: { readonly matchUp: MatchUpView }) => {
	const { id: leagueId } = useLeague();
	const ownUserId = useOwnUserId();
	const own = [home, away].find(({ userId }) => userId === ownUserId);
	if (!own) return null;
	return (
		<Suspense>
			<ShareSnapshotButton target={{ type: "matchup", leagueId, roundId }} teamName={own.teamName} />
		</Suspense>
	);
};

/** The balance of the two managers' match-ups over all seasons; nothing before they have met. */
const Balance = ({ matchUp: { home: first, away: second } }: { readonly matchUp: MatchUpView }) => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const ownUserId = useOwnUserId();
	const params = { id, userId: first.userId, otherId: second.userId };
	const { data } = useQuietCall(showLeagueRivalry, { params });
	if (!data || data.meetings.length === 0) return null;
	const { won, lost, drawn } = data;
	const isOwn = first.userId === ownUserId;
	const [ahead, behind] = [Math.max(won, lost), Math.min(won, lost)];
	const leader = won > lost ? first : second;
	const record = { won: ahead, lost: behind, team: leader.teamName || t("rankings.formerTeam") };
	const key = won === lost ? "level" : isOwn ? (won > lost ? "lead" : "trail") : "leads";
	const draws = drawn > 0 ? ` (${t("leagues.history.draws", { count: drawn })})` : "";
	return (
		<p className={styles.balance}>
			{t(`leagues.history.balance.${key}`, record)}
			{draws}
		</p>
	);
};

const MatchUps = ({ roundId, index }: { readonly roundId: number; readonly index: number }) => {
	const { t } = useTranslation();
	const league = useLeague();
	const formatRoundName = useRoundName();
	const putOwnTeamFirst = useOwnTeamFirst();
	const isUserPending = useUser().state === "pending";
	const query = useCall(showMatchUps, { body: { leagueId: league.id, roundId } });
	const { data } = query;
	// Otherwise the teams would change sides.
	if (!data || isUserPending) return <LoadingOrError of={[query]} height="60vh" />;
	const at = data.matchUps.findIndex((matchUp) => matchUp.index === index);
	const shown = data.matchUps[at];
	const matchUp = shown && putOwnTeamFirst(shown);
	const fixtures = `${paths.league.to(league.id, "fixtures")}?round=${roundId}`;
	const linkTo = (matchUp: MatchUpView | undefined, label: "previous" | "next") =>
		matchUp ? (
			<Link
				to={paths.league.to(league.id, `matchup/${roundId}/${matchUp.index}`)}
				aria-label={t(`leagues.matchup.${label}`)}
			>
				{label === "previous" ? "‹" : "›"}
			</Link>
		) : null;
	return (
		<>
			<nav className={styles.around} aria-label={t("leagues.fixtures.title")}>
				<Link to={fixtures}>{t("leagues.matchup.back", { round: formatRoundName(roundId) })}</Link>
				<span>
					{matchUp ? <ShareMatchUp matchUp={matchUp} /> : null}
					{linkTo(data.matchUps[at - 1], "previous")}
					{linkTo(data.matchUps[at + 1], "next")}
				</span>
			</nav>
			{matchUp ? (
				<>
					<Scoreboard matchUp={matchUp} median={data.median} />
					{matchUp.home.userId > 0 && matchUp.away.userId > 0 ? <Balance matchUp={matchUp} /> : null}
					<Comparison matchUp={matchUp} draftRules={data.draftRules} />
				</>
			) : (
				<EmptyState icon="leagues" title={t("leagues.matchup.missing")} text={t("leagues.matchup.missingText")} />
			)}
		</>
	);
};

/** Two teams of a round side by side, with live scores. */
export const MatchUpPage = () => {
	const { roundId, index } = useParams();
	return <MatchUps roundId={Number(roundId) || 0} index={Number(index ?? -1)} />;
};
