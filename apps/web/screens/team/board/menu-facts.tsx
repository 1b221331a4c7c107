import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import type { CardPlayer } from "../../../components/player-card/card-player.ts";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { formatAverage, formatMatchTime, formatPoints } from "../../../i18n/format.ts";
import { formatFixture, hasScored } from "../../../players/player-format.ts";
import type { PlayerView } from "../model/player-view.ts";
import styles from "./menu-facts.module.css";

/** What decides between a player's actions, above them in a phone's menu. */
export const MenuFacts = ({ player, card }: { readonly player: PlayerView; readonly card: CardPlayer }) => {
	const { t } = useTranslation();
	const { entry, fixture } = player;
	const [first] = fixture;
	const { avgPoints, breakEven } = entry.stats;
	const figures = [
		{ label: t("stat.avgPoints"), value: hasScored(entry) ? formatAverage(avgPoints) : "–" },
		{ label: t("team.projected"), value: formatPoints(player.projectedPoints) },
		...(card.price ? [{ label: t("player.breakEven"), value: formatPoints(breakEven) }] : []),
	];
	return (
		<div className={styles.facts}>
			<span className={styles.portrait}>
				<Portrait squadId={card.squadId} photo={card.photo} />
			</span>
			<div>
				<b>{player.name}</b>
				<p>{[card.positions, player.squad.name, card.price].filter(Boolean).join(" · ")}</p>
				<p>
					{card.status ? (
						<span className={styles.status}>
							<StatusBadge status={card.status} /> {t(`status.${card.status}`)}
						</span>
					) : null}
					{formatFixture(fixture) ?? t("card.bye")}
					{first ? `, ${formatMatchTime(first.startsAt)}` : null}
				</p>
			</div>
			<dl>
				{figures.map(({ label, value }) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
		</div>
	);
};
