import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { formatPoints } from "../../i18n/format.ts";
import { PlayerName } from "../../players/player-name.tsx";
import styles from "./score.module.css";
import type { LedgerEntry } from "./use-entry-text.ts";
import { useEntryText } from "./use-entry-text.ts";

interface Props {
	readonly title: string;
	readonly entries: readonly LedgerEntry[];
	readonly season: Season;
	/** The total; absent if nothing counts. */
	readonly total?: number;
}

const RoleBadge = ({ role }: Pick<LedgerEntry, "role">) => {
	const { t } = useTranslation();
	if (role === null) return null;
	const key = role === "vice-captain" ? "vice" : role;
	return (
		<span className={styles.role} data-role={role}>
			<span aria-hidden="true">{t(`card.role.${key}`)}</span>
			<span className="spoken">{t(`card.spoken.${key}`)}</span>
		</span>
	);
};

/** A dash until the player has played. */
const formatFigure = ({ state, matches }: LedgerEntry, points: number): string =>
	state === "to-come" && matches.length === 0 ? "–" : formatPoints(points);

/** Ledger entries with their points, factor and counted points. */
export const EntriesTable = ({ title, entries, season, total }: Props) => {
	const { t } = useTranslation();
	const getTexts = useEntryText(season);
	if (entries.length === 0) return null;
	return (
		<section className={styles.card}>
			<h2>{title}</h2>
			<table className={styles.table}>
				<caption className="spoken">{title}</caption>
				<thead>
					<tr>
						<th scope="col">{t("why.player")}</th>
						<th scope="col">{t("why.points")}</th>
						<th scope="col">
							<span aria-hidden="true">×</span>
							<span className="spoken">{t("why.times")}</span>
						</th>
						<th scope="col">{t("why.counted")}</th>
					</tr>
				</thead>
				<tbody>
					{entries.map((entry) => (
						<tr key={entry.playerId} data-idle={entry.factor === 0 || undefined}>
							<th scope="row">
								<span className={styles.name}>
									<PlayerName id={entry.playerId} name={season.lookup(entry.playerId)?.name ?? ""} />
									<small>{t(`line.${entry.line ?? "UTL"}`)}</small>
									<RoleBadge role={entry.role} />
								</span>
								{getTexts(entry).map((text) => (
									<small key={text}>{text}</small>
								))}
							</th>
							<td>{entry.state === "did-not-play" ? t("card.dnp") : formatFigure(entry, entry.points)}</td>
							<td>{entry.factor}</td>
							<td className={styles.counted}>{formatFigure(entry, entry.counted)}</td>
						</tr>
					))}
				</tbody>
				{total === undefined ? null : (
					<tfoot>
						<tr>
							<th scope="row" colSpan={3}>
								{t("why.total")}
							</th>
							<td className={styles.counted}>{formatPoints(total)}</td>
						</tr>
					</tfoot>
				)}
			</table>
		</section>
	);
};
