import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { StatFigure } from "../stat-figure.tsx";
import { formatTiles, TILES } from "../stat-tiles.ts";
import styles from "./player-stats.module.css";

const getDirection = (value: string) => (value.startsWith("+") ? "up" : value.startsWith("−") ? "down" : undefined);

/** Fifteen stats of a player. */
export const PlayerStatTiles = ({ player, season }: { readonly player: PlayerEntry; readonly season: Season }) => {
	const { t } = useTranslation();
	const values = formatTiles(player, season, t("pool.hold"));
	return (
		<dl className={styles.tiles}>
			{TILES.map((tile) => (
				<div key={tile} data-direction={tile.endsWith("Change") ? getDirection(values[tile]) : undefined}>
					<dt>{t(`player.tile.${tile}`)}</dt>
					<dd>{tile === "owned" ? <StatFigure text={values[tile]} /> : values[tile]}</dd>
				</div>
			))}
		</dl>
	);
};
