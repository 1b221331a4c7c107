import {
	acceptSeasonChanges,
	refuseSeasonChanges,
	type SeasonChange,
} from "@first-bounce/contract/operator/season/season-changes";
import { useTranslation } from "react-i18next";
import { ActionButton } from "../../parts/role.tsx";
import styles from "./fetched-changes.module.css";
import { SeasonValue, useColumnName } from "./season-value.tsx";

interface Props {
	readonly change: SeasonChange;
}

const Effect = ({ change }: Props) => {
	const { t } = useTranslation("operator");
	const { kind, fromRound, teams, matches, fields } = change;
	const count = teams ?? 0;
	if (kind === "signing") return t("changes.effect.signing", { round: fromRound });
	if (kind === "club-move") return t("changes.effect.club-move", { count });
	if (kind === "position")
		return fromRound === null
			? t("changes.effect.positionAtOnce")
			: t("changes.effect.position", { count, round: fromRound });
	if (kind === "club-name") return t("changes.effect.club-name");
	if (kind === "round-added") return t("changes.effect.round-added", { count: matches ?? 0 });
	if (kind === "match-added") return t("changes.effect.match-added");
	if (kind !== "match-moved") return null;
	const start = fields.find(({ column }) => column === "starts_at");
	const [before, after] = [Date.parse(start?.here ?? ""), Date.parse(start?.file ?? "")];
	const lock = !start ? "ground" : after < Date.now() ? "past" : after < before ? "earlier" : "later";
	const isOtherRound = fields.some(({ column }) => column === "round_id");
	return [t(`changes.effect.${lock}`), ...(isOtherRound ? [t("changes.effect.otherRound")] : [])].join(" ");
};

/** The player, club or match of a change, the values and the consequences. */
export const ChangeFields = ({ change }: Props) => {
	const { t } = useTranslation("operator");
	const getColumn = useColumnName();
	const { name, fields, kind, isConflict, block } = change;
	const isNew = ["signing", "match-added", "club-added", "round-added"].includes(kind);
	return (
		<>
			<b>{kind === "round-added" ? `${getColumn("round_id")} ${name}` : name}</b>
			{fields.map(({ column, here, file }) => (
				<span key={column} className={styles.field}>
					{getColumn(column)}:{" "}
					{isNew ? null : (
						<>
							<SeasonValue column={column} value={here} />
							{" → "}
						</>
					)}
					<SeasonValue column={column} value={file} />
				</span>
			))}
			{isConflict ? <small className={styles.why}>{t("changes.conflict")}</small> : null}
			<small className={styles.why}>{block ? t(`changes.block.${block}`) : <Effect change={change} />}</small>
		</>
	);
};

interface RowProps extends Props {
	readonly onAccept: () => void;
	/** Null for a change that was refused. */
	readonly onRefuse: (() => void) | null;
}

export const ChangeRow = ({ change, onAccept, onRefuse }: RowProps) => {
	const { t } = useTranslation("operator");
	const getColumn = useColumnName();
	const about = [change.name, ...change.fields.map(({ column }) => getColumn(column))].join(", ");
	return (
		<li className={styles.change}>
			<div>
				<ChangeFields change={change} />
			</div>
			<div className={styles.buttons}>
				{change.block ? null : (
					<ActionButton call={acceptSeasonChanges} onPress={onAccept} aria-label={`${t("changes.accept")}: ${about}`}>
						{t("changes.accept")}
					</ActionButton>
				)}
				{onRefuse ? (
					<ActionButton
						call={refuseSeasonChanges}
						variant="quiet"
						onPress={onRefuse}
						aria-label={`${t("changes.refuse")}: ${about}`}
					>
						{t("changes.refuse")}
					</ActionButton>
				) : null}
			</div>
		</li>
	);
};
