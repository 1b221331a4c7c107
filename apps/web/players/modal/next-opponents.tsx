import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import difficulty from "../difficulty.module.css";
import { getDifficulty, NEXT_OPPONENTS } from "../difficulty.ts";
import { formatFixture, getFixture } from "../player-format.ts";
import styles from "./player-stats.module.css";

interface Props {
	readonly player: PlayerEntry;
	readonly season: Season;
}

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
