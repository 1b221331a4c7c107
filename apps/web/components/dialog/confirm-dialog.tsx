import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button/button.tsx";
import { FormActions } from "../form-card/form-card.tsx";
import styles from "./dialog.module.css";
import { Dialog } from "./dialog.tsx";

interface Props {
	readonly title: string;
	readonly text: string;
	/** The label of the confirm button. */
	readonly confirmLabel: string;
	readonly isOpen: boolean;
	readonly onClose: () => void;
	readonly isPending: boolean;
	readonly onConfirm: () => void;
	/** Between the text and the buttons. */
	readonly children?: ReactNode;
}

/** The general modal: explains an action, with buttons to confirm or cancel it. */
export const ConfirmDialog = ({
	title,
	text,
	confirmLabel,
	isOpen,
	onClose,
	isPending,
	onConfirm,
	children,
}: Props) => {
	const { t } = useTranslation();
	return (
		<Dialog title={title} isOpen={isOpen} onClose={onClose}>
			<div className={styles.body}>
				<p>{text}</p>
				{children}
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
