import type { ImportConflict } from "@first-bounce/contract/operator/season/season-import";
import { useTranslation } from "react-i18next";
import { Segmented } from "../../../../components/segmented/segmented.tsx";
import styles from "./fetched-changes.module.css";
import { SeasonValue, useColumnName } from "./season-value.tsx";

interface Props {
	readonly conflicts: readonly ImportConflict[];
	/** The keys of conflicts in which the files' value wins. */
	readonly takenKeys: readonly string[];
	readonly onChange: (takenKeys: readonly string[]) => void;
}

/** Changes made here since the last import, each with the value of that import, the value here and the value in the files. */
export const ImportConflicts = ({ conflicts, takenKeys, onChange }: Props) => {
	const { t } = useTranslation("operator");
	const getColumn = useColumnName();
	if (conflicts.length === 0) return null;
	return (
		<section className={styles.conflicts}>
			<div>
				<h3>{t("seasons.import.conflicts", { count: conflicts.length })}</h3>
				<p>{t("seasons.import.conflictsText")}</p>
			</div>
			<ul className={styles.list}>
				{conflicts.map(({ key, name, kind, fields, isChangedInFiles }) => {
					const title = name || t("undo.rules");
					const columns = fields.map(({ column }) => getColumn(column)).join(", ");
					return (
						<li key={key} className={styles.change}>
							<div>
								<b>{title}</b> {kind === "changed" ? null : t(`seasons.import.row.${kind}`)}
								{fields.map(({ column, last, here, file }) => (
									<dl key={column} className={styles.values} aria-label={`${title}: ${getColumn(column)}`}>
										<dt>{t("seasons.import.last")}</dt>
										<dd>
											{getColumn(column)} <SeasonValue column={column} value={last} />
										</dd>
										<dt>{t("seasons.import.here")}</dt>
										<dd>
											{getColumn(column)} <SeasonValue column={column} value={here} />
										</dd>
										<dt>{t("seasons.import.inFiles")}</dt>
										<dd>
											{getColumn(column)} <SeasonValue column={column} value={file} />
											{isChangedInFiles ? null : ` (${t("seasons.import.sameInFiles")})`}
										</dd>
									</dl>
								))}
							</div>
							<Segmented
								label={t("seasons.import.takeFor", { name: title, column: columns || t(`seasons.import.row.${kind}`) })}
								choices={(["keep", "take"] as const).map((value) => ({ value, label: t(`seasons.import.${value}`) }))}
								value={takenKeys.includes(key) ? "take" : "keep"}
								onChange={(choice) =>
									onChange(choice === "take" ? [...takenKeys, key] : takenKeys.filter((other) => other !== key))
								}
							/>
						</li>
					);
				})}
			</ul>
		</section>
	);
};
