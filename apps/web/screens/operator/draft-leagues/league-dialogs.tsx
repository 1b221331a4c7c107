import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import { correctByOperator, undoByOperator } from "@first-bounce/contract/operator/draft-leagues";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { type CorrectionMove, MoveFields } from "../../../draft-league/move-fields.tsx";
import { ActionDialog } from "../parts/action-dialog.tsx";
import styles from "./draft-leagues.module.css";
import type { DraftLeagueNames } from "./use-draft-league-names.ts";

interface Props {
	readonly leagueId: number;
	readonly onClose: () => void;
}

export const UndoDialog = ({
	leagueId,
	entry,
	lines,
	onClose,
}: Props & {
	readonly entry: DraftTransaction;
	/** What happened, a line each. */
	readonly lines: readonly string[];
}) => {
	const { t } = useTranslation("operator");
	return (
		<ActionDialog
			title={t("draftLeagues.undoTitle")}
			effect={t("draftLeagues.effect.undo")}
			confirm={t("draftLeagues.undo")}
			done={t("draftLeagues.done.undo")}
			onClose={onClose}
			onConfirm={(reason) => client(undoByOperator, { params: { id: leagueId }, body: { changeId: entry.id, reason } })}
		>
			<ul className={styles.lines}>
				{lines.map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
		</ActionDialog>
	);
};

export const CorrectDialog = ({ leagueId, names, onClose }: Props & { readonly names: DraftLeagueNames }) => {
	const { t } = useTranslation("operator");
	const [moves, setMoves] = useState<readonly CorrectionMove[]>([]);
	return (
		<ActionDialog
			title={t("draftLeagues.correct")}
			effect={t("draftLeagues.effect.correct")}
			confirm={t("draftLeagues.saveCorrection")}
			done={t("draftLeagues.done.correct")}
			isIncomplete={moves.length === 0}
			onClose={onClose}
			onConfirm={(reason) =>
				client(correctByOperator, { params: { id: leagueId }, body: { moves: [...moves], reason } })
			}
		>
			<MoveFields moves={moves} onChange={setMoves} players={names.players} names={names} />
		</ActionDialog>
	);
};
