import { memo } from "react";
import { useTranslation } from "react-i18next";
import { ScoreBadge } from "../badges/score-badge.tsx";
import { StatusBadge } from "../badges/status-badge.tsx";
import { Icon } from "../icon/icon.tsx";
import type { CardPlayer } from "./card-player.ts";
import styles from "./player-card.module.css";
import { Portrait } from "./portrait.tsx";

/** A card's sentence for screen readers and its visual part. Memoized, because a swap changes only rings and shades. */
export const CardFace = memo(({ player }: { readonly player: CardPlayer }) => {
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
					{player.score ? <ScoreBadge tone={player.score.tone} text={player.score.text} /> : null}
				</span>
			</span>
		</>
	);
});
