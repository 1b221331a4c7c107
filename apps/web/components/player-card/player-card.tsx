import { Icon } from "../icon/icon.tsx";
import type { MenuTriggerProps } from "../menu/use-menu-open-state.ts";
import { CardFace } from "./card-face.tsx";
import type { CardPlayer } from "./card-player.ts";
import emptyStyles from "./empty-slot.module.css";
import { isOut } from "./is-out.ts";
import styles from "./player-card.module.css";

interface PlayerCardProps {
	readonly player: CardPlayer;
	/** She is the player being moved. */
	readonly isPressed?: boolean;
	/** The player being moved cannot be placed here. */
	readonly isDimmed?: boolean;
	/** The player being moved can be placed here. */
	readonly isTarget?: boolean;
	readonly onPress?: () => void;
	/** Makes the card open a menu. */
	readonly menuTrigger?: MenuTriggerProps;
}

/** A player's card, 184 × 116 px at full width. */
export const PlayerCard = ({
	player,
	isPressed = false,
	isDimmed = false,
	isTarget = false,
	onPress,
	menuTrigger,
}: PlayerCardProps) => {
	const { score, change, ...facts } = player;
	return (
		<button
			type="button"
			className={`${styles.slot} ${styles.card}`}
			data-role={player.role ?? undefined}
			data-out={isOut(player.status) || undefined}
			data-change={change ?? undefined}
			data-target={isTarget || undefined}
			data-chosen={isPressed || undefined}
			disabled={isDimmed}
			onClick={onPress}
			{...menuTrigger}
		>
			<CardFace {...facts} scoreTone={score?.tone} scoreText={score?.text} scoreCaption={score?.caption} />
		</button>
	);
};

/** An empty slot: a dashed outline with what can be added. */
export const EmptyCard = ({
	label,
	isChosen = false,
	isDisabled = false,
	onPress,
}: {
	readonly label: string;
	readonly isChosen?: boolean;
	readonly isDisabled?: boolean;
	readonly onPress: () => void;
}) => (
	<button
		type="button"
		className={`${styles.slot} ${emptyStyles.empty}`}
		data-chosen={isChosen || undefined}
		disabled={isDisabled}
		onClick={onPress}
	>
		<Icon name="plus" size={20} />
		<span>{label}</span>
	</button>
);
