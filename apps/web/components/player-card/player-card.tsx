import { Button } from "react-aria-components/Button";
import { Icon } from "../icon/icon.tsx";
import { CardFace } from "./card-face.tsx";
import type { CardPlayer } from "./card-player.ts";
import styles from "./player-card.module.css";

interface PlayerCardProps {
	readonly player: CardPlayer;
	/** Shows the card without a button. */
	readonly isStatic?: boolean;
	readonly isPressed?: boolean;
	readonly onPress?: () => void;
}

/** A player's card, 184 × 116 px at full width. */
export const PlayerCard = ({ player, isStatic = false, isPressed = false, onPress }: PlayerCardProps) => {
	const sharedProps = {
		className: styles.card ?? "",
		"data-mark": player.mark ?? undefined,
		"data-change": player.change ?? undefined,
		"data-dimmed": player.isDimmed || undefined,
		"data-target": player.isTarget || undefined,
		"data-chosen": isPressed || undefined,
	};
	if (isStatic)
		return (
			<div role="img" aria-label={player.spoken} {...sharedProps}>
				<CardFace player={player} />
			</div>
		);
	return (
		<Button {...sharedProps} {...(onPress ? { onPress } : {})}>
			<span className="spoken">{player.spoken}</span>
			<CardFace player={player} />
		</Button>
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
	<Button className={styles.empty ?? ""} data-chosen={isChosen || undefined} isDisabled={isDisabled} onPress={onPress}>
		<Icon name="plus" size={20} />
		<span>{label}</span>
	</Button>
);
