import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { paths } from "../../app/paths.ts";
import { formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import difficulty from "../difficulty.module.css";
import { getDifficulty, NEXT_OPPONENTS } from "../difficulty.ts";
import { formatFixture, getDirection, getFixture } from "../player-format.ts";
import { StatFigure } from "../stat-figure.tsx";
import { formatTiles, TILES, type Tile } from "../stat-tiles.ts";
import styles from "./player-stats.module.css";

interface Props {
	readonly player: PlayerEntry;
	readonly season: Season;
}

/** Her projected score in the current round with its 80 % range, and her chance to play. */
export const ProjectionFacts = ({ player: { stats }, season: { current, rules } }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	if (!current || current.status === "complete") return null;
	const points = formatPoints(stats.projectedPoints);
	const range = { points, low: formatPoints(stats.estimateLow), high: formatPoints(stats.estimateHigh) };
	return (
		<div className={styles.projection}>
			<dl>
				<div>
					<dt>{t("player.projected", { round: formatRoundLabel(current.id, rules) })}</dt>
					<dd>{stats.projectedPoints > 0 ? t("player.projectedRange", range) : points}</dd>
				</div>
				<div>
					<dt>{t("player.chanceToPlay")}</dt>
					<dd>{t("player.percent", { value: formatPoints(100 * stats.chanceToPlay) })}</dd>
				</div>
			</dl>
			<Link to={paths.projections.to()}>{t("player.howGood")}</Link>
		</div>
	);
};

/** Her next opponents, coloured by how hard they are. */
export const NextOpponents = ({ player: { squadId }, season }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { current, rounds } = season;
	const upcoming = rounds.filter(({ id, status }) => id >= (current?.id ?? 0) && status !== "complete");
	if (upcoming.length === 0) return null;
	return (
		<section className={styles.opponents} aria-label={t("player.opponents")}>
			<h3>{t("player.opponents")}</h3>
			<ol>
				{upcoming.slice(0, NEXT_OPPONENTS).map((round) => {
					const fixture = getFixture(squadId, round, season);
					const level = getDifficulty(fixture, season);
					return (
						<li key={round.id} className={difficulty.difficulty} data-difficulty={level ?? undefined}>
							<small>{formatRoundLabel(round.id, season.rules)}</small>
							<b>{formatFixture(fixture) ?? t("card.bye")}</b>
							{level === null ? null : <span className="spoken">{t(`player.difficulty.${level}`)}</span>}
						</li>
					);
				})}
			</ol>
		</section>
	);
};

export const PlayerStatTiles = ({ player, season }: Props) => {
	const { t } = useTranslation();
	const values = formatTiles(player, season, t("pool.hold"));
	const { lastRoundPriceChange: roundChange, seasonPriceChange: seasonChange } = player.stats;
	const changes: Partial<Record<Tile, number>> = { roundChange, seasonChange };
	return (
		<dl className={styles.tiles}>
			{TILES.map((tile) => (
				<div key={tile} data-direction={getDirection(changes[tile] ?? 0)}>
					<dt>{t(`player.tile.${tile}`)}</dt>
					<dd>{tile === "owned" ? <StatFigure text={values[tile]} /> : values[tile]}</dd>
				</div>
			))}
		</dl>
	);
};
