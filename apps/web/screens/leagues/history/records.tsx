import type { LeagueRecordsView } from "@first-bounce/contract/leagues/league-history";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format.ts";
import styles from "./history.module.css";
import type { HistoryNames } from "./use-history-names.ts";

interface Holder {
	readonly key: string;
	readonly who: string;
	readonly when: string;
}

interface RecordCard {
	readonly kind: keyof LeagueRecordsView;
	readonly value: string;
	readonly holders: readonly Holder[];
}

const MAX_HOLDERS = 3;

/** Builds a card for each record that somebody holds. */
function useRecordCards(records: LeagueRecordsView, { getTeamName, formatSeasonRound }: HistoryNames): RecordCard[] {
	const { t } = useTranslation();
	const scores = (["highest", "lowest"] as const).map((kind) => ({
		kind,
		value: formatPoints(records[kind][0]?.points ?? 0),
		holders: records[kind].map((record) => {
			const team = getTeamName(record.userId);
			const opponent = record.opponentId === null ? null : getTeamName(record.opponentId);
			return {
				key: `${record.seasonId} ${record.roundId} ${record.userId}`,
				who: opponent === null ? team : t("leagues.history.against", { team, opponent }),
				when: formatSeasonRound(record),
			};
		}),
	}));
	const margins = (["largestMargin", "smallestMargin"] as const).map((kind) => ({
		kind,
		value: t("leagues.history.points", { count: records[kind][0]?.margin ?? 0 }),
		holders: records[kind].map((record) => {
			const isAwayFirst = record.winnerId === record.away;
			const [first, second] = isAwayFirst ? [record.away, record.home] : [record.home, record.away];
			const [own, other] = isAwayFirst
				? [record.awayPoints, record.homePoints]
				: [record.homePoints, record.awayPoints];
			const names = { team: getTeamName(first), opponent: getTeamName(second) };
			const score = { own: formatPoints(own), other: formatPoints(other) };
			return {
				key: `${record.seasonId} ${record.roundId} ${record.home}`,
				who: t(record.winnerId === null ? "leagues.history.drew" : "leagues.history.beat", { ...names, ...score }),
				when: formatSeasonRound(record),
			};
		}),
	}));
	const runs = (["winningRun", "losingRun"] as const).map((kind) => ({
		kind,
		value: t(`leagues.history.${kind === "winningRun" ? "wins" : "losses"}`, { count: records[kind][0]?.length ?? 0 }),
		holders: records[kind].map(({ userId, from, to, isCurrent }) => {
			const isWithinSeason = !isCurrent && from.seasonId === to.seasonId;
			const moments = { from: formatSeasonRound(from, isWithinSeason || undefined), to: formatSeasonRound(to) };
			return {
				key: `${to.seasonId} ${to.roundId} ${userId}`,
				who: getTeamName(userId),
				when: t(isCurrent ? "leagues.history.since" : "leagues.history.period", moments),
			};
		}),
	}));
	return [...scores, ...margins, ...runs].filter(({ holders }) => holders.length > 0);
}

/** The league's records, each with who holds it and since when. */
export const Records = ({ records, names }: { readonly records: LeagueRecordsView; readonly names: HistoryNames }) => {
	const { t } = useTranslation();
	const cards = useRecordCards(records, names);
	if (cards.length === 0) return null;
	return (
		<section className={styles.section} aria-labelledby="records">
			<h2 id="records">{t("leagues.history.records")}</h2>
			<ul className={styles.records}>
				{cards.map(({ kind, value, holders }) => (
					<li key={kind} className={styles.record}>
						<h3>{t(`leagues.history.kinds.${kind}`)}</h3>
						<b>{value}</b>
						<ul>
							{holders.slice(0, MAX_HOLDERS).map(({ key, who, when }) => (
								<li key={key}>
									{who} <span>{when}</span>
								</li>
							))}
						</ul>
						{holders.length > MAX_HOLDERS ? (
							<p>{t("leagues.history.moreHolders", { count: holders.length - MAX_HOLDERS })}</p>
						) : null}
					</li>
				))}
			</ul>
		</section>
	);
};
