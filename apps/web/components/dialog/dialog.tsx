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
	/** `sheet` slides up from the bottom, fills most of a phone and is a wide box on a desktop; `box` is a small centred dialog. */
	readonly variant?: "box" | "sheet";
	readonly children: ReactNode;
}

/** A modal dialog, closed by Escape, a press outside or its close button. Focus returns to where it was. */
export const Dialog = ({ title, isOpen, onClose, variant = "box", children }: Props) => {
	const { t } = useTranslation();
	return (
		<ModalOverlay
			className={styles.overlay ?? ""}
			data-variant={variant}
			isOpen={isOpen}
			isDismissable
			onOpenChange={(open) => open || onClose()}
		>
			<Modal className={styles.modal ?? ""} data-variant={variant}>
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
