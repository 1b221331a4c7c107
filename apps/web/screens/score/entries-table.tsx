import type { ScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { buildNumberColumn, type Column, Table } from "../../components/table/table.tsx";
import { formatPoints } from "../../i18n/format.ts";
import styles from "./score.module.css";

export type LedgerEntry = ScoreLedger["entries"][number];

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
	const getFoot = (content: ReactNode) => (total === undefined ? [] : [content]);
	if (rows.length === 0) return null;
	const columns: readonly Column<EntryRow>[] = [
		{
			id: "player",
			head: t("why.player"),
			foot: getFoot(t("why.total")),
			cell: (row) => (
				<>
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
				</>
			),
		},
		buildNumberColumn("points", t("why.points"), ({ points }) => points),
		buildNumberColumn(
			"factor",
			<>
				<span aria-hidden="true">×</span>
				<span className="spoken">{t("why.times")}</span>
			</>,
			({ factor }) => factor,
		),
		buildNumberColumn("counted", t("why.counted"), ({ counted }) => counted, {
			className: styles.counted,
			foot: getFoot(formatPoints(total ?? 0)),
		}),
	];
	return (
		<section className={styles.card}>
			<h2>{title}</h2>
			<Table
				caption={title}
				className={styles.table}
				rows={rows}
				getKey={({ playerId }) => playerId}
				getRowProps={({ factor }) => ({ "data-idle": factor === 0 || undefined })}
				columns={columns}
			/>
		</section>
	);
};
