import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button/button.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import styles from "./share-dialog.module.css";

interface Props {
	readonly title: string;
	readonly text: string;
	/** What is shared, in words; the address goes with it. */
	readonly message: string;
	readonly address: string;
	readonly onClose: () => void;
}

/** Passes an address on: through the device's own sharing where there is one, or by copying it. */
export const ShareDialog = ({ title, text, message, address, onClose }: Props) => {
	const { t } = useTranslation();
	const [copied, setCopied] = useState<"copied" | "copyFailed" | null>(null);
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(address);
			setCopied("copied");
		} catch {
			setCopied("copyFailed");
		}
	};
	const share = async () => {
		try {
			await navigator.share({ text: message, url: address });
		} catch {
			// Whoever closes the device's own sheet has changed her mind; nothing is wrong.
		}
	};
	const hasSheet = typeof navigator.share === "function";
	return (
		<Dialog title={title} isOpen onClose={onClose}>
			<div className={styles.share}>
				<p>{text}</p>
				<input aria-label={t("share.address")} readOnly value={address} onFocus={(event) => event.target.select()} />
				<div className={styles.doing}>
					{hasSheet ? (
						<Button icon="share" onPress={() => void share()}>
							{t("share.share")}
						</Button>
					) : null}
					<Button onPress={() => void copy()}>{t("share.copy")}</Button>
					<Button look="main" onPress={onClose}>
						{t("share.done")}
					</Button>
				</div>
				<p role="status" className={styles.said}>
					{copied ? t(`share.${copied}`) : null}
				</p>
			</div>
		</Dialog>
	);
};
