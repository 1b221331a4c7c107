import { findMentions, type MessageAuthor } from "@first-bounce/contract/leagues/conversation";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDebounced } from "../../../api/use-debounced.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import styles from "./conversation.module.css";

const SEARCH_DEBOUNCE_MS = 250;
/** The mention being typed at the end of the text. */
const OPEN_MENTION = /(^|\s)@([^\s@][^@\n]{0,29}|)$/u;

/** Replaces the mention that is being typed by a member's name. */
export const completeMention = (text: string, { teamName }: MessageAuthor): string =>
	text.replace(OPEN_MENTION, (_, before: string) => `${before}@${teamName} `);

/** The members that the mention at the end of the text may mean, and which of them is active. */
export function useMentionChoices(leagueId: number, text: string, onPick: (member: MessageAuthor) => void) {
	const listId = useId();
	const [active, setActive] = useState(0);
	const [isClosed, setClosed] = useState(false);
	const typed = OPEN_MENTION.exec(text)?.[2];
	const search = useDebounced(typed ?? "", SEARCH_DEBOUNCE_MS);
	const isMentioning = typed !== undefined && !isClosed;
	const { data } = useQuietCall(
		findMentions,
		{ params: { id: leagueId }, query: { search } },
		{ enabled: isMentioning },
	);
	const choices = isMentioning ? (data?.members ?? []) : [];
	const pick = (member: MessageAuthor) => {
		onPick(member);
		setActive(0);
	};
	/** Handles the keys of the list; returns whether the key was one. */
	const handleKey = ({ key }: KeyboardEvent): boolean => {
		const choice = choices[active];
		if (choice !== undefined && (key === "ArrowDown" || key === "ArrowUp"))
			setActive((active + (key === "ArrowDown" ? 1 : choices.length - 1)) % choices.length);
		else if (choice !== undefined && (key === "Enter" || key === "Tab")) pick(choice);
		else if (key === "Escape" && isMentioning) setClosed(true);
		else return false;
		return true;
	};
	const reopen = () => {
		setClosed(false);
		setActive(0);
	};
	return { listId, choices, active, pick, handleKey, reopen };
}

interface Props {
	readonly mentions: ReturnType<typeof useMentionChoices>;
}

/** The members to mention, as options of the message field. */
export const MentionChoices = ({ mentions: { listId, choices, active, pick } }: Props) => {
	const { t } = useTranslation();
	if (choices.length === 0) return null;
	return (
		<div role="listbox" id={listId} aria-label={t("leagues.chat.members")} className={styles.choices}>
			{choices.map((member, index) => (
				<div
					key={member.userId}
					id={`${listId}-${index}`}
					role="option"
					tabIndex={-1}
					aria-selected={index === active}
					onPointerDown={(event) => {
						event.preventDefault();
						pick(member);
					}}
				>
					{member.teamName}
				</div>
			))}
		</div>
	);
};
