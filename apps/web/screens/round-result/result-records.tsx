import type { ResultRecord } from "@first-bounce/contract/stats/round-result";
import { useTranslation } from "react-i18next";
import { Icon } from "../../components/icon/icon.tsx";
import { formatInteger, formatPoints } from "../../i18n/format.ts";
import styles from "./round-result.module.css";

/** The records that the round set. */
export const ResultRecords = ({ records }: { readonly records: readonly ResultRecord[] }) => {
	const { t } = useTranslation();
	if (records.length === 0) return null;
	const isRank = (kind: ResultRecord["kind"]) => kind === "best-round-rank" || kind === "best-overall-rank";
	return (
		<section className={styles.card} aria-label={t("result.records")}>
			<h2>{t("result.records")}</h2>
			<ul className={styles.records}>
				{records.map(({ kind, value, before, leagueName }) => {
					const format = isRank(kind) ? formatInteger : formatPoints;
					return (
						<li key={`${kind} ${leagueName}`}>
							<Icon name="star" size={14} />
							<span>
								{t(`result.record.${kind}`, { value: format(value), league: leagueName ?? "" })}
								{before === null ? null : <small>{t("result.before", { value: format(before) })}</small>}
							</span>
						</li>
					);
				})}
			</ul>
		</section>
	);
};
