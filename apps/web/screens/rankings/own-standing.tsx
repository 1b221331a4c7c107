import { useTranslation } from "react-i18next";
import { Button } from "../../components/button/button.tsx";
import { formatInteger, formatPoints } from "../../i18n/format.ts";
import styles from "./own-standing.module.css";

interface Props {
	/** `roundPoints` are shown if there are any. */
	readonly own: { readonly rank: number; readonly totalPoints: number; readonly roundPoints?: number } | null;
	readonly total: number;
	readonly isLive?: boolean;
	/** Shown instead if the user's team is not among the shown teams. */
	readonly unranked: string;
	readonly onJump?: () => void;
}

/** The user's rank among the shown teams, with a button that scrolls to her row. */
export const OwnStanding = ({ own, total, isLive = false, unranked, onJump }: Props) => {
	const { t } = useTranslation();
	if (!own) return <p className={styles.unranked}>{unranked}</p>;
	const figures = [
		{
			label: t("rankings.yourRank"),
			value: formatInteger(own.rank),
			note: t("rankings.of", { total: formatInteger(total) }),
		},
		{ label: t("rankings.columns.total"), value: formatPoints(own.totalPoints) },
		...(own.roundPoints === undefined
			? []
			: [{ label: t("rankings.columns.round"), value: formatPoints(own.roundPoints), isLive }]),
	];
	return (
		<div className={styles.own}>
			<dl>
				{figures.map((figure) => (
					<div key={figure.label} data-live={figure.isLive || undefined}>
						<dt>{figure.label}</dt>
						<dd>
							{figure.value} {figure.note ? <small>{figure.note}</small> : null}
						</dd>
					</div>
				))}
			</dl>
			{onJump ? <Button onPress={onJump}>{t("rankings.jump")}</Button> : null}
		</div>
	);
};
