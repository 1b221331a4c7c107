import {
	UNSTABLE_Toast as AriaToast,
	UNSTABLE_ToastRegion as AriaToastRegion,
	Button,
	Text,
	UNSTABLE_ToastContent as ToastContent,
	type UNSTABLE_ToastQueue as ToastQueue,
} from "react-aria-components/Toast";
import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../icon/icon.tsx";
import styles from "./toasts.module.css";

export interface ToastMessage {
	readonly text: string;
	readonly tone?: "good" | "bad" | "plain";
	readonly action?: { readonly label: string; readonly onPress: () => void };
}

const ICONS: Readonly<Record<NonNullable<ToastMessage["tone"]>, IconName>> = {
	good: "check",
	bad: "alert",
	plain: "info",
};

/** The landmark that holds the toasts. A toast stays while it is hovered or focused. */
export const ToastRegion = ({ queue }: { readonly queue: ToastQueue<ToastMessage> }) => {
	const { t } = useTranslation();
	return (
		<AriaToastRegion queue={queue} className={styles.region ?? ""} aria-label={t("state.toasts")}>
			{({ toast }) => {
				const { text, tone = "plain", action } = toast.content;
				return (
					<AriaToast toast={toast} className={styles.toast ?? ""} data-tone={tone}>
						<Icon name={ICONS[tone]} />
						<ToastContent className={styles.text ?? ""}>
							<Text slot="title">{text}</Text>
						</ToastContent>
						{action ? (
							<Button
								className={styles.action ?? ""}
								onPress={() => {
									action.onPress();
									queue.close(toast.key);
								}}
							>
								{action.label}
							</Button>
						) : null}
						<Button slot="close" className={styles.close ?? ""} aria-label={t("state.dismiss")}>
							<Icon name="close" size={14} />
						</Button>
					</AriaToast>
				);
			}}
		</AriaToastRegion>
	);
};
