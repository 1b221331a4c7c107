import { REACTIONS, type Reaction } from "@first-bounce/contract/constants";
import { type LeagueMessage, reactToMessage } from "@first-bounce/contract/leagues/conversation";
import type { KeyboardEvent, MouseEvent } from "react";
import { Toolbar } from "react-aria-components/Toolbar";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import styles from "./conversation.module.css";
import { useChat } from "./use-chat.ts";

/** Offered beside a message without opening the whole list. */
const QUICK: readonly Reaction[] = ["👍", "😂", "🔥", "👏"];

type ShownMessage = Exclude<LeagueMessage, { kind: "removed" }>;

interface Props {
	readonly message: Pick<ShownMessage, "id" | "reactions">;
	/** Whether the most used emoji are offered beside the others' reactions. */
	readonly isQuick: boolean;
	/** Whether every emoji is offered. */
	readonly isReacting: boolean;
	readonly onReacted: () => void;
}

/** Moves the focus from a button that will disappear to the menu of its message. */
const focusMenu = (button: Element): void =>
	button.closest("li")?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus();

/** The reactions to a message, each of which adds or removes the viewer's own. */
export const Reactions = ({ message, isQuick, isReacting, onReacted }: Props) => {
	const { t } = useTranslation();
	const { leagueId, canWrite, applyMessage } = useChat();
	const { id, reactions } = message;
	const react = useCallMutation(reactToMessage, { onSuccess: (answer) => applyMessage(answer.message) });
	const setReaction = (emoji: Reaction, { isOn }: { readonly isOn: boolean }) => {
		onReacted();
		react.mutate({ params: { id: leagueId, messageId: id }, body: { emoji, isOn } });
	};
	const closeOnEscape = ({ key, currentTarget }: KeyboardEvent) => {
		if (key !== "Escape") return;
		focusMenu(currentTarget);
		onReacted();
	};
	const add = (emoji: Reaction) => (event: MouseEvent) => {
		focusMenu(event.currentTarget);
		setReaction(emoji, { isOn: true });
	};
	const isUnused = (emoji: Reaction) => !reactions.some((reaction) => reaction.emoji === emoji);
	const quick = isQuick && canWrite && !isReacting ? QUICK.filter(isUnused) : [];
	if (reactions.length === 0 && !isReacting && quick.length === 0) return null;
	return (
		<div className={styles.reactions}>
			{reactions.map(({ emoji, count, isOwn: isOn }) => (
				<button
					key={emoji}
					type="button"
					className={styles.reaction}
					aria-pressed={isOn}
					aria-label={t("leagues.chat.reaction", { emoji, count })}
					disabled={!canWrite}
					onClick={({ currentTarget }) => {
						if (isOn && count === 1) focusMenu(currentTarget);
						setReaction(emoji, { isOn: !isOn });
					}}
				>
					{emoji} {count}
				</button>
			))}
			{quick.length > 0 ? (
				// One tab stop; the arrow keys move between the emoji.
				<Toolbar className={styles.quick ?? ""} aria-label={t("leagues.chat.react")}>
					{quick.map((emoji) => (
						<button
							key={emoji}
							type="button"
							className={styles.reaction}
							data-quick
							aria-label={t("leagues.chat.reactWith", { emoji })}
							onClick={add(emoji)}
						>
							{emoji}
						</button>
					))}
				</Toolbar>
			) : null}
			{isReacting
				? REACTIONS.filter(isUnused).map((emoji, index) => (
						<button
							key={emoji}
							type="button"
							className={styles.reaction}
							aria-label={t("leagues.chat.reactWith", { emoji })}
							ref={index === 0 ? (button) => button?.focus() : undefined}
							onClick={add(emoji)}
							onKeyDown={closeOnEscape}
						>
							{emoji}
						</button>
					))
				: null}
		</div>
	);
};
