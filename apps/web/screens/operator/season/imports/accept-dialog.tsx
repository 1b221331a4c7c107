import { acceptSeasonChanges, type SeasonChange } from "@first-bounce/contract/operator/season/season-changes";
import { useTranslation } from "react-i18next";
import { client } from "../../../../api/client.ts";
import { ActionDialog } from "../../parts/action-dialog.tsx";
import { FromRoundChoice, useFromRound } from "../../parts/from-round-choice.tsx";
import { ChangeFields } from "./change-row.tsx";
import styles from "./fetched-changes.module.css";

interface Props {
	readonly changes: readonly SeasonChange[];
	readonly onClose: () => void;
}

/** Accepts changes of a fetch. New positions count from the chosen round. */
export const AcceptDialog = ({ changes, onClose }: Props) => {
	const { t } = useTranslation("operator");
	const choice = useFromRound();
	const { fromRound } = choice;
	const hasPositions = changes.some(({ kind }) => kind === "position");
	const withRound = changes.map((change) =>
		change.kind === "position" && fromRound !== undefined ? { ...change, fromRound } : change,
	);
	const acceptedChanges = withRound.map(({ key, version, kind, fromRound: round }) =>
		kind === "position" && round !== null ? { key, version, fromRound: round } : { key, version },
	);
	return (
		<ActionDialog
			title={t("changes.acceptTitle", { count: changes.length })}
			effect={
				<ul className={styles.list}>
					{withRound.map((change) => (
						<li key={change.key}>
							<ChangeFields change={change} />
						</li>
					))}
				</ul>
			}
			confirm={t("changes.accept")}
			done={t("changes.accepted", { count: changes.length })}
			isIncomplete={hasPositions && fromRound === undefined}
			onClose={onClose}
			onConfirm={(reason) => client(acceptSeasonChanges, { body: { changes: acceptedChanges, reason } })}
		>
			{hasPositions ? <FromRoundChoice label={t("players.positionsFrom")} choice={choice} /> : null}
		</ActionDialog>
	);
};
