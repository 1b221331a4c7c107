import type {
	AvailabilityReport,
	PlayerAvailability,
	SkippedLine,
	UnclearLine,
} from "@first-bounce/contract/operator/player-imports";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../../components/badges/badges.tsx";
import { SelectChip } from "../../../../components/select/select-chip.tsx";
import personStyles from "../../parts/person.module.css";
import { Badge } from "../../parts/table/badge.tsx";
import { DataTable } from "../../parts/table/data-table.tsx";
import { useClubs } from "../../parts/use-clubs.ts";
import styles from "./player-imports.module.css";

const Availability = ({ status, note }: PlayerAvailability) => {
	const { t } = useTranslation();
	return (
		<span className={personStyles.person}>
			<StatusBadge status={status} />
			<span>
				{t(`status.${status}`)}
				{note ? <small className={styles.note}>{note}</small> : null}
			</span>
		</span>
	);
};

const ChangeTable = ({ changes }: Pick<AvailabilityReport, "changes">) => {
	const { t } = useTranslation("operator");
	const { getShortName } = useClubs();
	return (
		<DataTable
			caption={t("availability.changes", { count: changes.length })}
			rows={changes}
			getKey={({ playerId }) => playerId}
			columns={[
				{
					id: "player",
					head: t("player"),
					cell: ({ name, squadId, line }) => (
						<>
							{name} <small className={styles.note}>{getShortName(squadId)}</small>
							{line === null ? <small className={styles.note}>{t("availability.notListed")}</small> : null}
						</>
					),
				},
				{ id: "before", head: t("availability.before"), cell: ({ before }) => <Availability {...before} /> },
				{ id: "after", head: t("availability.after"), cell: ({ after }) => <Availability {...after} /> },
			]}
		/>
	);
};

const NO_PLAYER = "";

interface UnclearProps {
	readonly lines: readonly UnclearLine[];
	readonly onDecide: (line: number, playerId: number | null) => void;
}

/** Warns that the chosen player has another name than the line, which may be a wrong choice or a nickname. */
const OtherNameWarning = ({ candidates, decision }: Pick<UnclearLine, "candidates" | "decision">) => {
	const { t } = useTranslation("operator");
	const chosen = candidates.find(({ playerId }) => playerId === decision);
	if (!chosen || chosen.isSimilar) return null;
	return <Badge tone="bad">{t("availability.unlike", { name: chosen.name })}</Badge>;
};

/** Lines that do not name exactly one player, each with the players to choose from. */
const UnclearLines = ({ lines, onDecide }: UnclearProps) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const { getShortName } = useClubs();
	return (
		<section className={styles.part} aria-label={t("availability.unclear", { count: lines.length })}>
			<h3>{t("availability.unclear", { count: lines.length })}</h3>
			<ul className={styles.lines}>
				{lines.map(({ line, text, problem, candidates, decision, after }) => (
					<li key={line}>
						<span>
							<b>{t("availability.line", { line })}</b> {text}
							<small className={styles.note}>
								{t(`availability.problem.${problem}`)}{" "}
								{t("availability.wouldBe", { status: tCommon(`status.${after.status}`) })}
							</small>
							<OtherNameWarning candidates={candidates} decision={decision} />
						</span>
						<SelectChip
							label={t("availability.whoIs", { line })}
							value={String(decision ?? NO_PLAYER)}
							isActive={decision !== null}
							variant="plain"
							choices={[
								{ value: NO_PLAYER, label: t("availability.leaveOut") },
								...candidates.map(({ playerId, name, squadId }) => ({
									value: String(playerId),
									label: `${name} (${getShortName(squadId)}, ${playerId})`,
								})),
							]}
							onChange={(choiceValue) => onDecide(line, choiceValue === NO_PLAYER ? null : Number(choiceValue))}
						/>
					</li>
				))}
			</ul>
		</section>
	);
};

const SkippedLines = ({ lines }: { readonly lines: readonly SkippedLine[] }) => {
	const { t } = useTranslation("operator");
	return (
		<section className={styles.part} aria-label={t("availability.skipped", { count: lines.length })}>
			<h3>{t("availability.skipped", { count: lines.length })}</h3>
			<ul className={styles.lines}>
				{lines.map(({ line, text, problem }) => (
					<li key={`${line} ${problem}`}>
						<span>
							<b>{t("availability.line", { line })}</b> {text}
							<small className={styles.note}>{t(`availability.problem.${problem}`)}</small>
						</span>
					</li>
				))}
			</ul>
		</section>
	);
};

interface Props {
	readonly report: AvailabilityReport;
	readonly onDecide: UnclearProps["onDecide"];
}

/** The changes of an injury list, the lines that need a decision, and the lines that are left out. */
export const AvailabilityPreview = ({ report: { changes, unchanged, unclear, skipped }, onDecide }: Props) => {
	const { t } = useTranslation("operator");
	return (
		<>
			<p role="status">
				{t("availability.changes", { count: changes.length })} {t("availability.unchanged", { count: unchanged })}
			</p>
			{changes.length > 0 ? <ChangeTable changes={changes} /> : null}
			{unclear.length > 0 ? <UnclearLines lines={unclear} onDecide={onDecide} /> : null}
			{skipped.length > 0 ? <SkippedLines lines={skipped} /> : null}
		</>
	);
};
