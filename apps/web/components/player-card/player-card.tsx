import type { PlayerStatus } from "@first-bounce/rules/player";
import { type CSSProperties, Fragment, memo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ScoreBadge, type ScoreTone, StatusBadge } from "../badges/badges.tsx";
import { Icon } from "../icon/icon.tsx";
import type { MenuTriggerProps } from "../menu/use-menu-open-state.ts";
import markStyles from "./card-marks.module.css";
import type { CardPlayer } from "./card-player.ts";
import emptyStyles from "./empty-slot.module.css";
import styles from "./player-card.module.css";
import { Portrait } from "./portrait.tsx";

interface FaceProps extends Omit<CardPlayer, "score" | "change"> {
	readonly scoreTone: ScoreTone | undefined;
	readonly scoreText: string | undefined;
	/** What the number is. */
	readonly scoreCaption: string | undefined;
}

/** A longer last name takes two lines on a card of full width. */
const MAX_LETTERS_IN_LINE = 13;

/** Passes on the length of the longest part that cannot be broken: the type size on narrow cards depends on it. */
const buildNameStyle = (name: string): CSSProperties & Readonly<Record<"--letters", number>> => ({
	"--letters": Math.max(...name.split(/(?<=-)|\s/).map((part) => part.length)),
});

/** Whether a status says that a player does not play. */
const isOut = (status: PlayerStatus | null): status is "injured" | "not-playing" =>
	status === "injured" || status === "not-playing";

/** A card's sentence for screen readers and its visual part, rendered again only if one of its values changes. */
const CardFace = memo(({ scoreTone, scoreText, scoreCaption, ...player }: FaceProps) => {
	const { t } = useTranslation();
	const isLong = player.lastName.length > MAX_LETTERS_IN_LINE;
	// The lock of a card that was open when the page showed it closes visibly.
	const [wasLocked] = useState(player.isLocked);
	return (
		<>
			<span className="spoken">{player.spoken}</span>
			<span className={styles.face} aria-hidden="true">
				{player.role ? (
					<span className={markStyles.role} data-role={player.role}>
						{t(`card.role.${player.role}`)}
					</span>
				) : null}
				{player.status ? (
					<span className={styles.dot}>
						<StatusBadge status={player.status} />
					</span>
				) : null}
				<span className={styles.portrait}>
					<Portrait squadId={player.squadId} photo={player.photo} />
					{isOut(player.status) ? <span className={markStyles.out}>{t(`card.out.${player.status}`)}</span> : null}
				</span>
				<span className={styles.who}>
					<span className={styles.first}>{player.firstName}</span>
					<span className={styles.last} style={buildNameStyle(player.lastName)} data-long={isLong || undefined}>
						{player.lastName}
					</span>
					<span className={styles.facts}>
						<span>
							{player.positions.split("/").map((position, index) => (
								<Fragment key={position}>
									{index > 0 ? (
										<>
											/<wbr />
										</>
									) : null}
									{position}
								</Fragment>
							))}
						</span>{" "}
						<span>{player.price}</span>
					</span>
				</span>
				<span className={styles.foot}>
					<span className={styles.fixture}>{player.fixture}</span>
					<span className={styles.stat}>{player.stat}</span>
					{player.isLocked ? (
						<span className={wasLocked ? styles.lock : `${styles.lock} ${markStyles.closes}`}>
							<Icon name="lock" size={12} />
						</span>
					) : null}
					{player.substituted ? (
						<span className={styles.sub} data-sub={player.substituted}>
							<Icon name={player.substituted === "in" ? "up" : "down"} size={11} />
						</span>
					) : null}
					{scoreCaption ? <small className={styles.caption}>{scoreCaption}</small> : null}
					{scoreTone && scoreText ? <ScoreBadge tone={scoreTone} text={scoreText} /> : null}
				</span>
			</span>
		</>
	);
});

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
