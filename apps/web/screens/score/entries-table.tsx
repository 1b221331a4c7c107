import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format.ts";
import styles from "./score.module.css";
import type { LedgerEntry } from "./use-entry-text.ts";

/** A player of a team with her points, in the current season or a closed one. */
export interface EntryRow extends Pick<LedgerEntry, "playerId" | "line" | "role" | "factor"> {
	readonly name: ReactNode;
	/** Shown after her line. */
	readonly club?: string;
	readonly points: string;
	readonly counted: string;
	/** Explain the points. */
	readonly texts: readonly string[];
}

interface Props {
	readonly title: string;
	readonly rows: readonly EntryRow[];
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

/** Players with their points, factor and counted points. */
export const EntriesTable = ({ title, rows, total }: Props) => {
	const { t } = useTranslation();
	if (rows.length === 0) return null;
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
					{rows.map((row) => (
						<tr key={row.playerId} data-idle={row.factor === 0 || undefined}>
							<th scope="row">
								<span className={styles.name}>
									<span>{row.name}</span>
									<small>
										{t(`line.${row.line ?? "UTL"}`)}
										{row.club ? ` · ${row.club}` : ""}
									</small>
									<RoleBadge role={row.role} />
								</span>
								{row.texts.map((text) => (
									<small key={text}>{text}</small>
								))}
							</th>
							<td>{row.points}</td>
							<td>{row.factor}</td>
							<td className={styles.counted}>{row.counted}</td>
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
