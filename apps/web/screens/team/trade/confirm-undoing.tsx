import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import type { Board } from "../board/state/board.ts";
import type { TradeDesk } from "../editor/use-trade-desk.ts";
import { TradeLine } from "./trade-lines.tsx";
import styles from "./trades.module.css";

interface Props {
	readonly title: string;
	readonly text: string;
	readonly yes: string;
	readonly isPending: boolean;
	readonly onYes: () => Promise<boolean>;
	readonly onClose: () => void;
	readonly children?: ReactNode;
}

const Confirm = ({ title, text, yes, isPending, onYes, onClose, children }: Props) => {
	const { t } = useTranslation();
	const go = async () => {
		await onYes();
		onClose();
	};
	return (
		<Dialog title={title} isOpen onClose={onClose}>
			<div className={styles.confirm}>
				<p>{text}</p>
				{children}
				<div className={styles.doing}>
					<Button look="main" isPending={isPending} onPress={() => void go()}>
						{yes}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</div>
			</div>
		</Dialog>
	);
};

interface UndoProps {
	readonly desk: TradeDesk;
	readonly onClose: () => void;
}

/** Before all of the round's trades are taken back. */
export const ConfirmReversal = ({ board, desk, onClose }: UndoProps & { readonly board: Board }) => {
	const { t } = useTranslation();
	const { reversible, calls } = desk;
	return (
		<Confirm
			title={t("trade.reverseAllTitle")}
			text={t("trade.reverseAllText", { count: reversible.length })}
			yes={t("trade.reverseAll")}
			isPending={calls.isPending}
			onYes={() => calls.reverse(reversible.map(({ id }) => id))}
			onClose={onClose}
		>
			<ul className={styles.lines}>
				{reversible.map((trade) => (
					<li key={trade.id}>
						<TradeLine board={board} trade={trade} />
					</li>
				))}
			</ul>
		</Confirm>
	);
};

/** Before the team goes back to how the round opened. */
export const ConfirmRollback = ({ desk, onClose }: UndoProps) => {
	const { t } = useTranslation();
	return (
		<Confirm
			title={t("trade.rollBackTitle")}
			text={t("trade.rollBackText")}
			yes={t("trade.rollBack")}
			isPending={desk.calls.isPending}
			onYes={desk.calls.rollBack}
			onClose={onClose}
		/>
	);
};
