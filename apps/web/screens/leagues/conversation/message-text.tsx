import type { MessageAuthor } from "@first-bounce/contract/leagues/conversation";
import { splitMessage } from "@first-bounce/contract/leagues/message-text";
import { useTranslation } from "react-i18next";
import styles from "./conversation.module.css";

interface Props {
	readonly text: string;
	readonly mentions: readonly MessageAuthor[];
	readonly ownId: number;
}

/** A message's text, never rendered as markup. Links send no referrer. */
export const MessageText = ({ text, mentions, ownId }: Props) => {
	const { t } = useTranslation();
	return (
		<p className={styles.text} dir="auto">
			{splitMessage(text).map((part, index) => {
				const key = `${index} ${part.kind}`;
				if (part.kind === "text") return <span key={key}>{part.text}</span>;
				if (part.kind === "link")
					return (
						<a key={key} href={part.href} target="_blank" rel="nofollow ugc noopener noreferrer">
							{part.text}
						</a>
					);
				const name = mentions.find(({ userId }) => userId === part.userId)?.teamName;
				return (
					<b key={key} className={styles.mention} data-own={part.userId === ownId || undefined}>
						@{name || t("leagues.former")}
					</b>
				);
			})}
		</p>
	);
};

/** A message as plain text, with names for mentions. */
export const formatPlainText = (text: string, mentions: readonly MessageAuthor[], former: string): string =>
	splitMessage(text)
		.map((part) =>
			part.kind === "mention"
				? `@${mentions.find(({ userId }) => userId === part.userId)?.teamName || former}`
				: part.text,
		)
		.join("");
