import { getSquadStatus, type Round } from "@first-bounce/rules/round/round";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { useTranslation } from "react-i18next";
import { useSeason } from "../../../api/use-season.ts";
import { ScoreBadge, StatusBadge } from "../../../components/badges/badges.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { formatPoints } from "../../../i18n/format.ts";
import { formatFixture, getAvailability, getFixture } from "../../../players/player-format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import type { SideCell } from "../model/matchup-rows.ts";
import styles from "./matchup.module.css";

interface Props {
	readonly cell: SideCell;
	readonly side: "home" | "away";
	readonly round: Round;
}

/** A player with role, availability and match, or a hidden or empty slot. */
export const PlayerCell = ({ cell, side, round }: Props) => {
	const { t } = useTranslation();
	const season = useSeason();
	if (cell.kind === "hidden")
		return (
			<span className={styles.player} data-side={side} data-hidden>
				<Icon name="lock" size={14} />
				<span>
					{t("leagues.matchup.hidden")} <span className="spoken">{t("leagues.matchup.hiddenUntil")}</span>
				</span>
			</span>
		);
	if (cell.kind === "nobody") return null;
	const { player, score, role } = cell;
	const squadId = getSquadInRound(player, round.id);
	const fixture = season.state === "ready" ? formatFixture(getFixture(squadId, round, season.value)) : null;
	const status = getAvailability(round, player);
	const change = score.covers ? "covers" : score.coveredBy ? "covered" : null;
	return (
		<span className={styles.player} data-side={side} data-out={score.coveredBy !== null || undefined}>
			<span className={styles.portrait}>
				<Portrait squadId={squadId} photo={season.state === "ready" ? season.value.getPhotoPath(player) : null} />
			</span>
			<span className={styles.who}>
				<PlayerName
					id={player.id}
					name={`${player.firstName} ${player.lastName}`}
					className={`${styles.link} plain-link`}
				>
					{player.lastName}
				</PlayerName>
				<small>
					{status ? <StatusBadge status={status} label={t(`status.${status}`)} /> : null} {fixture ?? t("card.bye")}
					{change ? ` · ${t(`leagues.matchup.${change}`)}` : ""}
				</small>
			</span>
			{role ? (
				<span className={styles.role} data-role={role}>
					<span aria-hidden="true">{t(`card.role.${role}`)}</span>
					<span className="spoken">{t(`card.spoken.${role}`)}</span>
				</span>
			) : null}
		</span>
	);
};

/** The points that count for the team; points that do not count are grey. */
export const PointsCell = ({ cell, round }: Omit<Props, "side">) => {
	const { t } = useTranslation();
	if (cell.kind !== "player") return null;
	const { player, score } = cell;
	if (score.state === "did-not-play") return <ScoreBadge tone="dnp" text={t("card.dnp")} />;
	if (score.state === "to-come")
		return (
			<span className={styles.idle}>
				<span aria-hidden="true">–</span>
				<span className="spoken">{t("leagues.matchup.toCome")}</span>
			</span>
		);
	const status = getSquadStatus(getSquadInRound(player, round.id), round);
	const isLive = status === "playing" || status === "partial";
	const isCounted = score.factor > 0;
	const text = formatPoints(isCounted ? score.counted : score.points);
	return (
		<span className={isCounted ? undefined : styles.idle}>
			{isLive && isCounted ? <ScoreBadge tone="live" text={text} /> : text}
			{score.factor > 1 ? <span className="spoken">{t("leagues.matchup.doubled")}</span> : null}
		</span>
	);
};
