import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import type { Board } from "../board/state/board.ts";
import { TradeRow } from "./trade-row.tsx";
import styles from "./trades.module.css";
import type { TradeEditor } from "./use-trade-editor.ts";

interface Props {
	readonly title: string;
	readonly text: string;
	readonly confirmLabel: string;
	readonly isPending: boolean;
	readonly onConfirm: () => Promise<unknown>;
	readonly onClose: () => void;
	readonly children?: ReactNode;
}

/** Closes after the request; if it is refused, the error modal says why. */
const ConfirmDialog = ({ title, text, confirmLabel, isPending, onConfirm, onClose, children }: Props) => {
	const { t } = useTranslation();
	const confirm = async () => {
		await onConfirm();
		onClose();
	};
	return (
		<Dialog title={title} isOpen onClose={onClose}>
			<div className={styles.confirm}>
				<p>{text}</p>
				{children}
				<div className={styles.actions}>
					<Button variant="main" isPending={isPending} onPress={() => void confirm()}>
						{confirmLabel}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</div>
			</div>
		</Dialog>
	);
};

interface UndoProps {
	readonly tradeEditor: TradeEditor;
	readonly onClose: () => void;
}

/** Confirms reversing all trades of the round. */
export const ConfirmReversal = ({ board, tradeEditor, onClose }: UndoProps & { readonly board: Board }) => {
	const { t } = useTranslation();
	const { reversible, mutations } = tradeEditor;
	return (
		<ConfirmDialog
			title={t("trade.reverseAllTitle")}
			text={t("trade.reverseAllText", { count: reversible.length })}
			confirmLabel={t("trade.reverseAll")}
			isPending={mutations.isPending}
			onConfirm={() => mutations.reverse(reversible.map(({ id }) => id))}
			onClose={onClose}
		>
			<ul className={styles.lines}>
				{reversible.map((trade) => (
					<li key={trade.id}>
						<TradeRow board={board} trade={trade} />
					</li>
				))}
			</ul>
		</ConfirmDialog>
	);
};

/** Confirms rolling the team back to the start of the round. */
export const ConfirmRollback = ({ tradeEditor, onClose }: UndoProps) => {
	const { t } = useTranslation();
	return (
		<ConfirmDialog
			title={t("trade.rollBackTitle")}
			text={t("trade.rollBackText")}
			confirmLabel={t("trade.rollBack")}
			isPending={tradeEditor.mutations.isPending}
			onConfirm={tradeEditor.mutations.rollBack}
			onClose={onClose}
		/>
	);
};
