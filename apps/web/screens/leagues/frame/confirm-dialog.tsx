import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import styles from "./frame.module.css";

interface Props {
	readonly title: string;
	readonly text: string;
	/** The label of the confirm button. */
	readonly confirmLabel: string;
	readonly isOpen: boolean;
	readonly onClose: () => void;
	readonly isPending: boolean;
	readonly onConfirm: () => void;
}

/** The general modal: explains an action, with buttons to confirm or cancel it. */
export const ConfirmDialog = ({ title, text, confirmLabel, isOpen, onClose, isPending, onConfirm }: Props) => {
	const { t } = useTranslation();
	return (
		<Dialog title={title} isOpen={isOpen} onClose={onClose}>
			<div className={styles.modal}>
				<p>{text}</p>
				<FormActions>
					<Button variant="main" isPending={isPending} onPress={onConfirm}>
						{confirmLabel}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</FormActions>
			</div>
		</Dialog>
	);
};
