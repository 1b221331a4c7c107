import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { ReactNode } from "react";
import type { Season } from "../api/season-model.ts";
import { Portrait } from "../components/player-card/portrait.tsx";
import { getFullName } from "./player-format.ts";
import { PlayerName } from "./player-name.tsx";
import styles from "./player-summary.module.css";

interface Props {
	readonly player: PlayerEntry;
	readonly season: Pick<Season, "getPhotoPath">;
	/** The facts, each in a `small`. */
	readonly children: ReactNode;
}

/** A player in a row of a list: her portrait and, beside it, her name with facts below. */
export const PlayerSummary = ({ player, season, children }: Props) => (
	<>
		<span className={styles.portrait}>
			<Portrait squadId={player.squadId} photo={season.getPhotoPath(player)} />
		</span>
		<span className={styles.who}>
			<PlayerName id={player.id} name={getFullName(player)} className={styles.name} />
			{children}
		</span>
	</>
);
