import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog as AriaDialog, Heading } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useTranslation } from "react-i18next";
import { Icon } from "../icon/icon.tsx";
import styles from "./dialog.module.css";

interface Props {
	readonly title: string;
	readonly isOpen: boolean;
	readonly onClose: () => void;
	/** `sheet` comes up from the bottom and fills most of a phone; `box` is small and in the middle. */
	readonly look?: "box" | "sheet";
	readonly children: ReactNode;
}

/** A modal dialog: Escape, a press outside and its cross close it; focus stays in it and comes back after. */
export const Dialog = ({ title, isOpen, onClose, look = "box", children }: Props) => {
	const { t } = useTranslation();
	return (
		<ModalOverlay
			className={styles.overlay ?? ""}
			data-look={look}
			isOpen={isOpen}
			isDismissable
			onOpenChange={(open) => open || onClose()}
		>
			<Modal className={styles.modal ?? ""} data-look={look}>
				<AriaDialog className={styles.dialog ?? ""}>
					<header className={styles.head}>
						<Heading slot="title" className={styles.title ?? ""}>
							{title}
						</Heading>
						<Button className={styles.close ?? ""} aria-label={t("state.close")} onPress={onClose}>
							<Icon name="close" size={18} />
						</Button>
					</header>
					{children}
				</AriaDialog>
			</Modal>
		</ModalOverlay>
	);
};
