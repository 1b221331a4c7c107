import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { formatPoints } from "../../../i18n/format.ts";
import { formatPositions, getFullName } from "../../../players/player-format.ts";
import styles from "./player-choice.module.css";

interface Props {
	readonly player: PlayerEntry;
	readonly season: Pick<Season, "getPhotoPath">;
	/** Facts after her position. */
	readonly notes: readonly string[];
	readonly points: number;
	/** Says which points they are. */
	readonly pointsText: string;
	readonly input: {
		readonly type: "checkbox" | "radio";
		readonly name?: string;
		readonly checked: boolean;
		readonly disabled: boolean;
		readonly onChange: () => void;
	};
}

/** Prevents a form from being sent by Enter at one of its choices, which may make a trade. */
export function preventSubmit(event: KeyboardEvent): void {
	if (event.key === "Enter") event.preventDefault();
}

/** A player to choose in a fieldset, with her points. */
export const PlayerChoice = ({ player, season, notes, points, pointsText, input }: Props) => {
	const { t } = useTranslation();
	return (
		<label data-dimmed={input.disabled || undefined}>
			<input {...input} onKeyDown={preventSubmit} />
			<span className={styles.portrait}>
				<Portrait squadId={player.squadId} photo={season.getPhotoPath(player)} />
			</span>
			<span className={styles.who}>
				<b>{getFullName(player)}</b>{" "}
				<small>
					<StatusBadge status={player.status} label={t(`status.${player.status}`)} />{" "}
					{[formatPositions(player.position, t), ...notes].join(" · ")}
				</small>
			</span>
			<span className={styles.points}>
				<b>{formatPoints(points)}</b> <small>{pointsText}</small>
			</span>
		</label>
	);
};
