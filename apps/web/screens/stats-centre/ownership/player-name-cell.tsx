import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { useTranslation } from "react-i18next";
import { formatPositions } from "../../../players/player-format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import styles from "./ownership.module.css";

/** A player's name, which opens her details, with her positions and club. */
export const PlayerNameCell = ({ player }: { readonly player: PlayerEntry }) => {
	const { t } = useTranslation();
	return (
		<span className={styles.player}>
			<PlayerName id={player.id} name={`${player.firstName} ${player.lastName}`}>
				<span className={styles.first}>{player.firstName} </span>
				{player.lastName}
			</PlayerName>
			<small>
				{formatPositions(player.position, t)} · {player.squad.abbreviation}
			</small>
		</span>
	);
};
