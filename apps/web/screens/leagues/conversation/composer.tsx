import { MAX_MESSAGE_LENGTH } from "@first-bounce/contract/constants";
import { findMentions, type MessageAuthor } from "@first-bounce/contract/leagues/conversation";
import { cleanMessageText, formatMention } from "@first-bounce/contract/leagues/message-text";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDebounced } from "../../../api/use-debounced.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { readStoredJson, writeStorage } from "../../../app/session/browser-storage.ts";
import { Button } from "../../../components/button/button.tsx";
import { Form } from "../../../components/form-card/form-card.tsx";
import styles from "./conversation.module.css";

const SEARCH_DEBOUNCE_MS = 250;
/** The mention being typed at the end of the text. */
const OPEN_MENTION = /(^|\s)@([^\s@][^@\n]{0,29}|)$/u;

/** Replaces the mention that is being typed by a member's name. */
const completeMention = (text: string, { teamName }: MessageAuthor): string =>
	text.replace(OPEN_MENTION, (_, before: string) => `${before}@${teamName} `);

/** The members that the mention at the end of the text may mean, and which of them is active. */
function useMentionChoices(leagueId: number, text: string, onPick: (member: MessageAuthor) => void) {
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
	/** Handles a key of the list, and returns whether it was one. */
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

const MentionChoices = ({
	mentions: { listId, choices, active, pick },
}: {
	readonly mentions: ReturnType<typeof useMentionChoices>;
}) => {
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

/** A message that is being written. */
interface ChatDraft {
	readonly text: string;
	readonly pickedMembers: readonly MessageAuthor[];
}

const getStorageKey = (leagueId: number): string => `chat_draft:${leagueId}`;

const isChatDraft = (value: unknown): value is ChatDraft =>
	typeof value === "object" &&
	value !== null &&
	"text" in value &&
	typeof value.text === "string" &&
	"pickedMembers" in value &&
	Array.isArray(value.pickedMembers);

/** The message that was being written in this tab when the page was left or reloaded. */
function loadChatDraft(leagueId: number): ChatDraft {
	const stored = readStoredJson("session", getStorageKey(leagueId));
	return isChatDraft(stored) ? stored : { text: "", pickedMembers: [] };
}

function saveChatDraft(leagueId: number, draft: ChatDraft): void {
	writeStorage("session", getStorageKey(leagueId), draft.text === "" ? null : JSON.stringify(draft));
}

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

/** The message being written, which is kept while the page is left or reloaded. */
function useComposer({ leagueId, replyToName, onCancelReply, onSend }: Props) {
	const field = useRef<HTMLTextAreaElement>(null);
	const [draft] = useState(() => loadChatDraft(leagueId));
	const [text, setText] = useState(draft.text);
	const [pickedMembers, setPickedMembers] = useState<readonly MessageAuthor[]>(draft.pickedMembers);
	const mentions = useMentionChoices(leagueId, text, (member) => {
		setText(completeMention(text, member));
		setPickedMembers([...pickedMembers.filter(({ userId }) => userId !== member.userId), member]);
		field.current?.focus();
	});
	const encoded = encodeMentions(text, pickedMembers);
	const excess = encoded.length - MAX_MESSAGE_LENGTH;
	useEffect(() => saveChatDraft(leagueId, { text, pickedMembers }), [leagueId, text, pickedMembers]);
	useEffect(() => {
		if (replyToName !== null) field.current?.focus();
	}, [replyToName]);

	const change = (newText: string) => {
		setText(newText);
		mentions.reopen();
	};
	const send = () => {
		if (excess > 0 || cleanMessageText(encoded) === "") return;
		onSend(cleanMessageText(encoded));
		setText("");
		setPickedMembers([]);
		field.current?.focus();
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.nativeEvent.isComposing) return;
		if (!mentions.handleKey(event)) {
			if (event.key === "Escape" && replyToName !== null) onCancelReply();
			// Touch keyboards have no other way to start a new line.
			else if (event.key === "Enter" && !event.shiftKey && matchMedia("(pointer: fine)").matches) send();
			else return;
		}
		event.preventDefault();
	};
	return { field, text, excess, mentions, change, send, onKeyDown };
}

/** The form for a message. Typing @ suggests members, and Enter sends the message on devices with a mouse. */
export const Composer = (props: Props) => {
	const { t } = useTranslation();
	const { replyToName, onCancelReply } = props;
	const { field, text, excess, mentions, change, send, onKeyDown } = useComposer(props);
	const { listId, choices, active } = mentions;
	const isTooLong = excess > 0;
	return (
		<Form className={styles.composer} onSubmit={send}>
			{replyToName === null ? null : (
				<p className={styles.answering}>
					{t("leagues.chat.answering", { name: replyToName })}
					<Button variant="quiet" onPress={onCancelReply}>
						{t("state.cancel")}
					</Button>
				</p>
			)}
			<MentionChoices mentions={mentions} />
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
					onChange={(event) => change(event.target.value)}
					onKeyDown={onKeyDown}
				/>
				<Button variant="main" type="submit" isDisabled={isTooLong || text.trim() === ""}>
					{t("leagues.chat.send")}
				</Button>
			</div>
			<p className={styles.hint} role="status">
				{isTooLong ? t("leagues.chat.tooLong", { count: excess }) : null}
				{choices.length > 0 ? t("leagues.chat.found", { count: choices.length }) : null}
			</p>
		</Form>
	);
};
