import { memo } from "react";
import { useTranslation } from "react-i18next";
import { ScoreBadge, type ScoreTone, StatusBadge } from "../badges/badges.tsx";
import { Icon } from "../icon/icon.tsx";
import type { CardPlayer } from "./card-player.ts";
import styles from "./player-card.module.css";
import { Portrait } from "./portrait.tsx";

interface Props extends Omit<CardPlayer, "score" | "change"> {
	readonly scoreTone: ScoreTone | undefined;
	readonly scoreText: string | undefined;
}

/** A card's sentence for screen readers and its visual part, rendered again only if one of its values changes. */
export const CardFace = memo(({ scoreTone, scoreText, ...player }: Props) => {
	const { t } = useTranslation();
	return (
		<>
			<span className="spoken">{player.spoken}</span>
			<span className={styles.face} aria-hidden="true">
				{player.role ? (
					<span className={styles.role} data-role={player.role}>
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
				</span>
				<span className={styles.who}>
					<span className={styles.first}>{player.firstName}</span>
					<span className={styles.last}>{player.lastName}</span>
					<span className={styles.facts}>
						<span>{player.positions}</span> <span>{player.price}</span>
					</span>
				</span>
				<span className={styles.foot}>
					<span className={styles.fixture}>{player.fixture}</span>
					<span className={styles.stat}>{player.stat}</span>
					{player.isLocked ? (
						<span className={styles.lock}>
							<Icon name="lock" size={12} />
						</span>
					) : null}
					{player.substituted ? (
						<span className={styles.sub} data-sub={player.substituted}>
							<Icon name={player.substituted === "in" ? "up" : "down"} size={11} />
						</span>
					) : null}
					{scoreTone && scoreText ? <ScoreBadge tone={scoreTone} text={scoreText} /> : null}
				</span>
			</span>
		</>
	);
});
