import { MAX_MESSAGE_LENGTH } from "@first-bounce/contract/constants";
import { findMentions, type MessageAuthor } from "@first-bounce/contract/leagues/conversation";
import { cleanMessageText, formatMention } from "@first-bounce/contract/leagues/message-text";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { useDebounced } from "../../../api/use-debounced.ts";
import { Button } from "../../../components/button/button.tsx";
import { loadChatDraft, saveChatDraft } from "./chat-draft.ts";
import styles from "./conversation.module.css";

const SEARCH_DEBOUNCE_MS = 250;
/** The mention being typed at the end of the text. */
const OPEN_MENTION = /(^|\s)@([^\s@][^@\n]{0,29}|)$/u;

interface Props {
	readonly leagueId: number;
	/** The author of the message being replied to; null if the message is no reply. */
	readonly replyToName: string | null;
	readonly onCancelReply: () => void;
	readonly onSend: (text: string) => void;
}

/** Encodes the picked names as mentions. Longer names come first, because one may contain another. */
function encodeMentions(text: string, picked: readonly MessageAuthor[]): string {
	const longestFirst = picked.toSorted((memberA, memberB) => memberB.teamName.length - memberA.teamName.length);
	return longestFirst.reduce(
		(encoded, { userId, teamName }) => encoded.replaceAll(`@${teamName}`, formatMention(userId)),
		text,
	);
}

/** The form for a message. Typing @ suggests members, and Enter sends the message on devices with a mouse. */
export const Composer = ({ leagueId, replyToName, onCancelReply, onSend }: Props) => {
	const { t } = useTranslation();
	const field = useRef<HTMLTextAreaElement>(null);
	const listId = useId();
	const [draft] = useState(() => loadChatDraft(leagueId));
	const [text, setText] = useState(draft.text);
	const [pickedMembers, setPickedMembers] = useState<readonly MessageAuthor[]>(draft.pickedMembers);
	const [active, setActive] = useState(0);
	const [isClosed, setClosed] = useState(false);
	const typed = OPEN_MENTION.exec(text)?.[2];
	const search = useDebounced(typed ?? "", SEARCH_DEBOUNCE_MS);
	const isMentioning = typed !== undefined && !isClosed;
	const { data } = useCall(
		findMentions,
		{ params: { id: leagueId }, query: { search } },
		{ enabled: isMentioning, meta: { noErrorModal: true } },
	);
	const choices = isMentioning ? (data?.members ?? []) : [];
	const encoded = encodeMentions(text, pickedMembers);
	const isTooLong = encoded.length > MAX_MESSAGE_LENGTH;
	useEffect(() => saveChatDraft(leagueId, { text, pickedMembers }), [leagueId, text, pickedMembers]);
	useEffect(() => {
		if (replyToName !== null) field.current?.focus();
	}, [replyToName]);

	const pick = (member: MessageAuthor) => {
		setText(text.replace(OPEN_MENTION, (_, before: string) => `${before}@${member.teamName} `));
		setPickedMembers([...pickedMembers.filter(({ userId }) => userId !== member.userId), member]);
		setActive(0);
		field.current?.focus();
	};
	const send = () => {
		if (isTooLong || cleanMessageText(encoded) === "") return;
		onSend(cleanMessageText(encoded));
		setText("");
		setPickedMembers([]);
		field.current?.focus();
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const choice = choices[active];
		const isChoosing = choice !== undefined;
		if (event.nativeEvent.isComposing) return;
		if (isChoosing && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
			const step = event.key === "ArrowDown" ? 1 : choices.length - 1;
			setActive((active + step) % choices.length);
		} else if (isChoosing && (event.key === "Enter" || event.key === "Tab")) pick(choice);
		else if (event.key === "Escape" && isMentioning) setClosed(true);
		else if (event.key === "Escape" && replyToName !== null) onCancelReply();
		// Touch keyboards have no other way to start a new line.
		else if (event.key === "Enter" && !event.shiftKey && matchMedia("(pointer: fine)").matches) send();
		else return;
		event.preventDefault();
	};
	return (
		<form
			className={styles.composer}
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
		>
			{replyToName === null ? null : (
				<p className={styles.answering}>
					{t("leagues.chat.answering", { name: replyToName })}
					<Button variant="quiet" onPress={onCancelReply}>
						{t("state.cancel")}
					</Button>
				</p>
			)}
			{choices.length > 0 ? (
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
			) : null}
			<div className={styles.row}>
				<textarea
					ref={field}
					className={styles.field}
					rows={2}
					value={text}
					aria-label={t("leagues.chat.field")}
					placeholder={t("leagues.chat.placeholder")}
					aria-autocomplete="list"
					aria-controls={choices.length > 0 ? listId : undefined}
					aria-activedescendant={choices.length > 0 ? `${listId}-${active}` : undefined}
					aria-invalid={isTooLong}
					onChange={(event) => {
						setText(event.target.value);
						setClosed(false);
						setActive(0);
					}}
					onKeyDown={onKeyDown}
				/>
				<Button variant="main" type="submit" isDisabled={isTooLong || text.trim() === ""}>
					{t("leagues.chat.send")}
				</Button>
			</div>
			<p className={styles.hint} role="status">
				{isTooLong ? t("leagues.chat.tooLong", { count: encoded.length - MAX_MESSAGE_LENGTH }) : null}
				{choices.length > 0 ? t("leagues.chat.found", { count: choices.length }) : null}
			</p>
		</form>
	);
};
