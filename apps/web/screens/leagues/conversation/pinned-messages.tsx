import { useTranslation } from "react-i18next";
import { Icon } from "../../../components/icon/icon.tsx";
import styles from "./conversation.module.css";
import { MessageItem } from "./message-item.tsx";
import { formatPlainText } from "./message-text.tsx";
import type { TextMessage } from "./use-chat.ts";

interface Props {
	/** The one that was pinned last first. */
	readonly messages: readonly TextMessage[];
}

/** The beginning of the message that was pinned last, which opens to all pinned messages. */
export const PinnedMessages = ({ messages }: Props) => {
	const { t } = useTranslation();
	const [latest] = messages;
	if (!latest) return null;
	return (
		<details className={styles.pinned}>
			<summary>
				<Icon name="pin" size={18} />
				<span>
					<b>{t("leagues.chat.pinned", { count: messages.length })}</b>
					<span className={styles.pinnedText} dir="auto">
						{formatPlainText(latest.text, latest.mentions, t("leagues.former"))}
					</span>
				</span>
			</summary>
			<ol className={styles.messages} aria-label={t("leagues.chat.pinnedMessages")}>
				{messages.map((message) => (
					<MessageItem key={message.id} message={message} />
				))}
			</ol>
		</details>
	);
};
