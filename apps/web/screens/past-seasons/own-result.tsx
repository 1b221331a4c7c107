import { useTranslation } from "react-i18next";
import { formatInteger, formatPoints } from "../../i18n/format.ts";
import styles from "./past-seasons.module.css";

interface Props {
	readonly own: { readonly rank: number; readonly totalPoints: number };
	readonly teams: number;
}

/** The final rank of the user's team. */
export const OwnResult = ({ own, teams }: Props) => {
	const { t } = useTranslation();
	return (
		<dl className={styles.own}>
			<div>
				<dt>{t("rankings.yourRank")}</dt>
				<dd>
					{formatInteger(own.rank)} <small>{t("rankings.of", { total: formatInteger(teams) })}</small>
				</dd>
			</div>
			<div>
				<dt>{t("rankings.columns.total")}</dt>
				<dd>{formatPoints(own.totalPoints)}</dd>
			</div>
		</dl>
	);
};
