import { Dialog, Heading } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useTranslation } from "react-i18next";
import { Button } from "../button/button.tsx";
import dialog from "../dialog/dialog.module.css";
import { Icon } from "../icon/icon.tsx";
import styles from "./error-dialog.module.css";
import type { Problem } from "./problem-store.ts";

/** The error's title and message, with Cancel as the only button unless the user has something to confirm. */
export const ErrorDialog = (props: Problem & { readonly onClose: () => void }) => {
	const { t } = useTranslation();
	const { title, message, closeLabel, confirm, onClose } = props;
	const onConfirm = () => {
		onClose();
		confirm?.onPress();
	};
	return (
		<ModalOverlay
			className={dialog.overlay ?? ""}
			data-variant="error"
			isOpen
			onOpenChange={(open) => open || onClose()}
		>
			<Modal className={dialog.modal ?? ""}>
				<Dialog role="alertdialog" className={styles.dialog ?? ""}>
					<span className={styles.icon}>
						<Icon name="alert" size={26} />
					</span>
					<Heading slot="title">{title ?? t("state.errorTitle")}</Heading>
					<p>{message}</p>
					{confirm ? (
						<Button variant="main" onPress={onConfirm}>
							{confirm.label}
						</Button>
					) : null}
					<Button onPress={onClose}>{closeLabel ?? t("state.cancel")}</Button>
				</Dialog>
			</Modal>
		</ModalOverlay>
	);
};
