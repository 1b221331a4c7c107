import type { ScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { MATCH_STATS } from "../../players/matches/match-stats.ts";

export type LedgerEntry = ScoreLedger["entries"][number];

const formatSigned = (value: number): string => String(value).replace("-", "−");

/** The lines that explain an entry: stats with weights, emergencies and corrections. */
export function useEntryText({ squads, lookup }: Pick<Season, "squads" | "lookup">) {
	const { t } = useTranslation();
	const getName = (id: number) => lookup(id)?.name ?? "";
	const getStatName = (stat: string) => {
		const matchStat = MATCH_STATS.find((candidate) => candidate === stat);
		return matchStat ? t(`player.stat.${matchStat}`) : stat;
	};
	const formatStats = ({ stats }: LedgerEntry["matches"][number]) =>
		stats
			.map(({ stat, count, weight }) => t("why.stat", { stat: getStatName(stat), count, weight: formatSigned(weight) }))
			.join(" · ") || t("why.nothing");
	const formatMatch = (match: LedgerEntry["matches"][number], isOneOfTwo: boolean) => {
		const opponent = squads.get(match.opponentId)?.abbreviation ?? "";
		return isOneOfTwo ? t("why.against", { opponent, stats: formatStats(match) }) : formatStats(match);
	};
	return ({ matches, state, covers, coveredBy }: LedgerEntry): readonly string[] => [
		...matches.map((match) => formatMatch(match, matches.length > 1)),
		...(state === "did-not-play" ? [t("why.dnp")] : []),
		...(state === "to-come" && matches.length === 0 ? [t("why.toCome")] : []),
		...(covers === null ? [] : [t("why.covers", { name: getName(covers) })]),
		...(coveredBy === null ? [] : [t("why.coveredBy", { name: getName(coveredBy) })]),
		...matches.flatMap(({ correction }) => (correction ? [t("why.corrected", { reason: correction.reason })] : [])),
	];
}
