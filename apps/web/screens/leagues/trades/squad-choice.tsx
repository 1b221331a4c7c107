import type { TradeTeam } from "@first-bounce/contract/draft/trades";
import type { FuturePick } from "@first-bounce/rules/draft/trades";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { formatPoints } from "../../../i18n/format.ts";
import { formatPositions, getFullName } from "../../../players/player-format.ts";
import styles from "./squad-choice.module.css";
import { usePickText } from "./trade-parts.tsx";
import { useTrades } from "./use-trades.tsx";

interface Props {
	readonly title: string;
	readonly team: TradeTeam;
	/** Whether this list chooses players to drop. */
	readonly isDrop?: boolean;
	readonly chosenIds: readonly PlayerId[];
	/** Players of the trade who are not shown. */
	readonly hiddenIds?: readonly PlayerId[];
	readonly onToggle: (id: PlayerId) => void;
	readonly chosenPicks?: readonly FuturePick[];
	readonly onTogglePick?: (pick: FuturePick) => void;
}

/** Sums what is expected of a player in the rounds that are left. */
const sumPoints = ({ pointsByRound }: TradeTeam["players"][number]): number =>
	pointsByRound.reduce((sum, points) => sum + points, 0);

/** A squad from which players and picks are chosen, the best first. */
export const SquadChoice = ({
	title,
	team,
	isDrop = false,
	chosenIds,
	hiddenIds = [],
	onToggle,
	chosenPicks = [],
	onTogglePick,
}: Props) => {
	const { t } = useTranslation();
	const { season } = useTrades();
	const formatPick = usePickText();
	const order = isDrop ? 1 : -1;
	const players = team.players
		.filter(({ playerId }) => !hiddenIds.includes(playerId))
		.toSorted((a, b) => order * (sumPoints(a) - sumPoints(b)) || a.playerId - b.playerId);
	return (
		<fieldset className={styles.choice}>
			<legend dir="auto">{title}</legend>
			<div>
				{players.map((entry) => {
					const player = season.playerById.get(entry.playerId);
					if (!player) return null;
					const isOff = entry.isReserved || (isDrop && entry.isProtected);
					const notes = [
						...(entry.isReserved ? [t("trades.choice.reserved")] : []),
						...(isDrop && entry.isProtected ? [t("trades.choice.protected")] : []),
						...(entry.isInjured ? [t("trades.choice.injured")] : []),
						...(entry.isLocked ? [t("trades.choice.locked")] : []),
					];
					return (
						<label key={entry.playerId} data-off={isOff || undefined}>
							<input
								type="checkbox"
								checked={chosenIds.includes(entry.playerId)}
								disabled={isOff}
								onChange={() => onToggle(entry.playerId)}
							/>
							<span className={styles.portrait}>
								<Portrait squadId={player.squadId} photo={season.getPhotoPath(player)} />
							</span>
							<span className={styles.who}>
								<b>{getFullName(player)}</b>{" "}
								<small>
									<StatusBadge status={player.status} label={t(`status.${player.status}`)} />{" "}
									{[formatPositions(player.position, t), player.squad.abbreviation, ...notes].join(" · ")}
								</small>
							</span>
							<span className={styles.points}>
								<b>{formatPoints(sumPoints(entry))}</b> <small>{t("trades.choice.points")}</small>
							</span>
						</label>
					);
				})}
				{onTogglePick
					? team.picks.map((pick) => (
							<label key={`${pick.round} ${pick.originalTeamId}`} data-off={pick.isReserved || undefined}>
								<input
									type="checkbox"
									checked={chosenPicks.some(
										(other) => other.round === pick.round && other.originalTeamId === pick.originalTeamId,
									)}
									disabled={pick.isReserved}
									onChange={() => onTogglePick({ round: pick.round, originalTeamId: pick.originalTeamId })}
								/>
								<span className={styles.pickName} dir="auto">
									<b>{formatPick(pick)}</b> {pick.isReserved ? <small>{t("trades.choice.reserved")}</small> : null}
								</span>
							</label>
						))
					: null}
			</div>
		</fieldset>
	);
};
