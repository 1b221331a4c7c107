import { type ScoreLedger, showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { useCall } from "../../api/use-call.ts";
import { useSeason } from "../../api/use-season.ts";
import { NotFound } from "../../app/not-found/not-found.tsx";
import { paths } from "../../app/paths.ts";
import { useIds } from "../../app/use-ids.ts";
import { LiveLabel } from "../../components/live-label/live-label.tsx";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { Notice } from "../../components/states/states.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { MATCH_STATS } from "../../players/matches/match-stats.ts";
import { PlayerName } from "../../players/player-name.tsx";
import { EntriesTable, type EntryRow, type LedgerEntry } from "./entries-table.tsx";
import styles from "./score.module.css";

const formatWeight = (weight: number): string => String(weight).replace("-", "−");

/** The texts that explain an entry: stats with weights, emergencies and corrections. */
function useEntryTexts({ squads, getPlayerName }: Season) {
	const { t } = useTranslation();
	const getStatName = (stat: string) => {
		const matchStat = MATCH_STATS.find((candidate) => candidate === stat);
		return matchStat ? t(`player.stat.${matchStat}`) : stat;
	};
	const formatStats = ({ stats }: LedgerEntry["matches"][number]) =>
		stats
			.map(({ stat, count, weight }) => t("why.stat", { stat: getStatName(stat), count, weight: formatWeight(weight) }))
			.join(" · ") || t("why.nothing");
	const formatMatch = (match: LedgerEntry["matches"][number], isOneOfTwo: boolean) => {
		const opponent = squads.get(match.opponentId)?.abbreviation ?? "";
		return isOneOfTwo ? t("why.against", { opponent, stats: formatStats(match) }) : formatStats(match);
	};
	return ({ matches, state, covers, coveredBy }: LedgerEntry): readonly string[] => [
		...matches.map((match) => formatMatch(match, matches.length > 1)),
		...(state === "did-not-play" ? [t("why.dnp")] : []),
		...(state === "to-come" && matches.length === 0 ? [t("why.toCome")] : []),
		...(covers === null ? [] : [t("why.covers", { name: getPlayerName(covers) })]),
		...(coveredBy === null ? [] : [t("why.coveredBy", { name: getPlayerName(coveredBy) })]),
		...matches.flatMap(({ correction }) => (correction ? [t("why.corrected", { reason: correction.reason })] : [])),
	];
}

/** The counting entries, each followed by its emergency, and the entries that do not count. */
function groupLedgerEntries({ entries }: Pick<ScoreLedger, "entries">): {
	readonly counts: readonly LedgerEntry[];
	readonly others: readonly LedgerEntry[];
} {
	const counts = entries
		.filter(({ area }) => area === "field")
		.flatMap((entry) => [entry, ...entries.filter(({ covers }) => covers === entry.playerId)]);
	// An emergency counts even if the covered player is hidden.
	const hidden = entries.filter((entry) => entry.factor > 0 && !counts.includes(entry));
	const all = [...counts, ...hidden];
	return { counts: all, others: entries.filter((entry) => !all.includes(entry)) };
}

/** A dash until the player has played. */
const formatFigure = ({ state, matches }: LedgerEntry, points: number): string =>
	state === "to-come" && matches.length === 0 ? "–" : formatPoints(points);

function useEntryRow(season: Season): (entry: LedgerEntry) => EntryRow {
	const { t } = useTranslation();
	const getTexts = useEntryTexts(season);
	return (entry) => ({
		...entry,
		name: <PlayerName id={entry.playerId} name={season.getPlayerName(entry.playerId)} className="plain-link" />,
		points: entry.state === "did-not-play" ? t("card.dnp") : formatFigure(entry, entry.points),
		counted: formatFigure(entry, entry.counted),
		texts: getTexts(entry),
	});
}

interface Props {
	readonly ledger: ScoreLedger;
	readonly season: Season;
}

/**
 * Says whose points are doubled, and if it is the vice captain, in whose place. Null until that is known, and in a draft league
 * without captains.
 */
function useDoubledPlayer({ doubled, isLive, hidden, entries }: ScoreLedger, season: Season): string | null {
	const { t } = useTranslation();
	if (doubled !== null) {
		const captain = entries.find(({ role, playerId }) => role === "captain" && playerId !== doubled);
		if (!captain) return t("why.doubles", { name: season.getPlayerName(doubled) });
		return t("why.viceDoubles", {
			name: season.getPlayerName(doubled),
			captain: season.getPlayerName(captain.playerId),
		});
	}
	const hasCaptains = entries.some(({ role }) => role === "captain" || role === "vice-captain");
	return isLive || hidden > 0 || !hasCaptains ? null : t("why.nobodyDoubles");
}

const LedgerView = ({ ledger, season }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const buildRow = useEntryRow(season);
	const doubledText = useDoubledPlayer(ledger, season);
	const { roundId, userId, teamId, leagueId, teamName, points, isLive, hidden } = ledger;
	const teamUrl = leagueId ? paths.draftRound.to(leagueId, roundId, teamId) : paths.userTeam.to(roundId, userId);
	const { counts, others } = groupLedgerEntries(ledger);
	return (
		<div className={styles.screen}>
			<title>{t("app.title", { page: t("why.title") })}</title>
			<header className={styles.head}>
				<div>
					<h1>{t("why.title")}</h1>
					<p>
						{teamName ? <Link to={teamUrl}>{teamName}</Link> : <span>{t("rankings.formerTeam")}</span>}{" "}
						<span>{formatRoundLabel(roundId, season.rules)}</span>
					</p>
				</div>
				<p className={styles.score}>
					{isLive ? <LiveLabel>{t("rankings.live")}</LiveLabel> : null}
					<strong>{formatPoints(points)}</strong>
				</p>
			</header>
			{hidden > 0 ? <Notice tone="info">{t("history.hidden", { count: hidden })}</Notice> : null}
			{doubledText ? <p className={styles.armband}>{doubledText}</p> : null}
			<EntriesTable title={t("why.counts")} rows={counts.map(buildRow)} total={points} />
			<EntriesTable title={t("why.others")} rows={others.map(buildRow)} />
		</div>
	);
};

const LedgerContent = (params: { readonly roundId: number; readonly teamId: number }) => {
	const season = useSeason();
	const result = useCall(showScoreLedger, { params });
	if (season.state !== "ready" || !result.data) return <LoadingOrError of={[season, result]} height="70vh" />;
	return <LedgerView ledger={result.data.scoreLedger} season={season.value} />;
};

/** Explains a team's points in a round: stats, weights, roles, emergencies and corrections. */
export const ScoreScreen = () => {
	const ids = useIds("roundId", "teamId");
	return ids ? <LedgerContent {...ids} /> : <NotFound />;
};
