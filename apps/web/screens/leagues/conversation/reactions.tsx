import { REACTIONS } from "@first-bounce/contract/constants";
import { type LeagueMessage, reactToMessage } from "@first-bounce/contract/leagues/conversation";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import styles from "./conversation.module.css";

type ShownMessage = Exclude<LeagueMessage, { kind: "removed" }>;

interface Props {
	readonly leagueId: number;
	readonly message: Pick<ShownMessage, "id" | "reactions">;
	readonly canWrite: boolean;
	/** Whether the most used emoji is offered beside the others' reactions. */
	readonly isQuick?: boolean;
	/** Whether every emoji is offered. */
	readonly isReacting: boolean;
	readonly onReacted: () => void;
	readonly onChange: (message: LeagueMessage) => void;
}

/** The reactions to a message, each of which adds or removes the viewer's own. */
export const Reactions = ({ leagueId, message, canWrite, isQuick = false, isReacting, onReacted, onChange }: Props) => {
	const { t } = useTranslation();
	const { id, reactions } = message;
	const react = useCallMutation(reactToMessage, { onSuccess: (answer) => onChange(answer.message) });
	const toggle = (emoji: (typeof REACTIONS)[number], isOn: boolean) => {
		onReacted();
		react.mutate({ params: { id: leagueId, messageId: id }, body: { emoji, isOn } });
	};
	const closeOnEscape = ({ key, currentTarget }: KeyboardEvent) => {
		if (key !== "Escape") return;
		currentTarget.closest("li")?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus();
		onReacted();
	};
	const [quick] = REACTIONS;
	const offersQuick = isQuick && canWrite && !isReacting && !reactions.some(({ emoji }) => emoji === quick);
	if (reactions.length === 0 && !isReacting && !offersQuick) return null;
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
					onClick={() => toggle(emoji, !isOn)}
				>
					{emoji} {count}
				</button>
			))}
			{offersQuick ? (
				<button
					type="button"
					className={styles.reaction}
					data-quick
					aria-label={t("leagues.chat.reactWith", { emoji: quick })}
					onClick={() => toggle(quick, true)}
				>
					{quick}
				</button>
			) : null}
			{isReacting
				? REACTIONS.filter((emoji) => !reactions.some((reaction) => reaction.emoji === emoji)).map((emoji, index) => (
						<button
							key={emoji}
							type="button"
							className={styles.reaction}
							aria-label={t("leagues.chat.reactWith", { emoji })}
							ref={index === 0 ? (button) => button?.focus() : undefined}
							onClick={() => toggle(emoji, true)}
							onKeyDown={closeOnEscape}
						>
							{emoji}
						</button>
					))
				: null}
		</div>
	);
};
