import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import styles from "./conversation.module.css";
import { MessageText } from "./message-text.tsx";
import type { UnsentMessage } from "./outbox.ts";

interface Props {
	readonly messages: readonly UnsentMessage[];
	readonly onRetry: (message: UnsentMessage) => void;
	readonly onRemove: (key: string) => void;
}

/** Messages that are being sent, and failed ones to retry or delete. */
export const UnsentList = ({ messages, onRetry, onRemove }: Props) => {
	const { t } = useTranslation();
	if (messages.length === 0) return null;
	return (
		<ol className={styles.messages} aria-label={t("leagues.chat.unsent")}>
			{messages.map((message) => (
				<li key={message.key} className={styles.message} data-own={true} data-unsent={message.failure !== null}>
					<MessageText text={message.text} mentions={[]} ownId={0} />
					{message.failure === null ? (
						<p className={styles.hint}>{t("leagues.chat.sending")}</p>
					) : (
						<div className={styles.failed}>
							<p role="alert">{message.failure}</p>
							<Button onPress={() => onRetry(message)}>{t("state.retry")}</Button>
							<Button variant="quiet" onPress={() => onRemove(message.key)}>
								{t("leagues.chat.drop")}
							</Button>
						</div>
					)}
				</li>
			))}
		</ol>
	);
};
