import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { formatPositions, getFullName } from "../../../players/player-format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import styles from "./ownership.module.css";

const FIRST_ROWS = 50;

/** A player's name, which opens her details, with her positions and club. */
export const PlayerNameCell = ({ player }: { readonly player: PlayerEntry }) => {
	const { t } = useTranslation();
	return (
		<span className={styles.player}>
			<PlayerName id={player.id} name={getFullName(player)}>
				<span className={styles.first}>{player.firstName} </span>
				{player.lastName}
			</PlayerName>
			<small>
				{formatPositions(player.position, t)} · {player.squad.abbreviation}
			</small>
		</span>
	);
};

interface Props<Row> {
	readonly caption: string;
	readonly rows: readonly Row[];
	readonly columns: readonly Column<Row>[];
}

/** A table of players. Only the first ones are shown until the reader asks for all. */
export function PlayersTable<Row extends { readonly player: PlayerEntry }>({ caption, rows, columns }: Props<Row>) {
	const { t } = useTranslation();
	const [isExpanded, setExpanded] = useState(false);
	return (
		<>
			<Table
				caption={caption}
				className={styles.scroller}
				scroller="plain"
				sticky="column"
				rows={isExpanded ? rows : rows.slice(0, FIRST_ROWS)}
				getKey={({ player }) => player.id}
				columns={columns}
			/>
			{!isExpanded && rows.length > FIRST_ROWS ? (
				<div className={styles.more}>
					<Button onPress={() => setExpanded(true)}>{t("stats.ownership.showAll", { count: rows.length })}</Button>
				</div>
			) : null}
		</>
	);
}
