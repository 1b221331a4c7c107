import type { TradeTeam } from "@first-bounce/contract/draft/trades";
import { type FuturePick, isSamePick } from "@first-bounce/rules/draft/trades";
import type { PlayerId } from "@first-bounce/rules/ids";
import { sum } from "@first-bounce/rules/numbers";
import { useTranslation } from "react-i18next";
import styles from "../frame/player-choice.module.css";
import { PlayerChoice, preventSubmit } from "../frame/player-choice.tsx";
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

type SquadPlayer = Omit<TradeTeam["players"][number], "position" | "variance">;
type TeamPick = FuturePick & { readonly isReserved: boolean };

/** Sums what is expected of a player in the rounds that are left. */
const sumPoints = ({ pointsByRound }: SquadPlayer): number => sum(pointsByRound);

/** The players of a team, and those who have left it since they were chosen, so that they can be taken out of an offer. */
const listPlayers = ({ players }: TradeTeam, chosenIds: readonly PlayerId[]): readonly SquadPlayer[] => [
	...players,
	...chosenIds
		.filter((id) => !players.some(({ playerId }) => playerId === id))
		.map((playerId) => ({
			playerId,
			pointsByRound: [],
			isInjured: false,
			isReserved: false,
			isProtected: false,
			isLocked: false,
		})),
];

/** The picks of a team, and those that have left it since they were chosen. */
const listPicks = ({ picks }: TradeTeam, chosen: readonly FuturePick[]): readonly TeamPick[] => [
	...picks,
	...chosen
		.filter((pick) => !picks.some((other) => isSamePick(other, pick)))
		.map((pick) => ({ ...pick, isReserved: false })),
];

/** A squad from which players and picks are chosen: the best first, or the worst first in a list of players to drop. */
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
	const players = listPlayers(team, chosenIds)
		.filter(({ playerId }) => !hiddenIds.includes(playerId))
		.toSorted((a, b) => order * (sumPoints(a) - sumPoints(b)) || a.playerId - b.playerId);
	return (
		<fieldset className={styles.choice}>
			<legend dir="auto">{title}</legend>
			<div>
				{players.map((entry) => {
					const player = season.playerById.get(entry.playerId);
					if (!player) return null;
					const isChosen = chosenIds.includes(entry.playerId);
					const isDisabled = !isChosen && (entry.isReserved || (isDrop && entry.isProtected));
					const notes = [
						player.squad.abbreviation,
						...(entry.isReserved ? [t("trades.choice.reserved")] : []),
						...(isDrop && entry.isProtected ? [t("trades.choice.protected")] : []),
						...(entry.isInjured ? [t("trades.choice.injured")] : []),
						...(entry.isLocked ? [t("trades.choice.locked")] : []),
					];
					return (
						<PlayerChoice
							key={entry.playerId}
							player={player}
							season={season}
							notes={notes}
							points={sumPoints(entry)}
							pointsText={t("trades.choice.points")}
							input={{
								type: "checkbox",
								checked: isChosen,
								disabled: isDisabled,
								onChange: () => onToggle(entry.playerId),
							}}
						/>
					);
				})}
				{onTogglePick
					? listPicks(team, chosenPicks).map((pick) => {
							const isChosen = chosenPicks.some((other) => isSamePick(other, pick));
							const isDisabled = !isChosen && pick.isReserved;
							return (
								<label key={`${pick.round} ${pick.originalTeamId}`} data-dimmed={isDisabled || undefined}>
									<input
										type="checkbox"
										checked={isChosen}
										disabled={isDisabled}
										onKeyDown={preventSubmit}
										onChange={() => onTogglePick({ round: pick.round, originalTeamId: pick.originalTeamId })}
									/>
									<span className={styles.who} dir="auto">
										<b>{formatPick(pick)}</b> {pick.isReserved ? <small>{t("trades.choice.reserved")}</small> : null}
									</span>
								</label>
							);
						})
					: null}
			</div>
		</fieldset>
	);
};
