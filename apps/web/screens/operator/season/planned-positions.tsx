import type { OperatorPlayer } from "@first-bounce/contract/operator/players";
import { useTranslation } from "react-i18next";
import importStyles from "./player-imports/player-imports.module.css";

/** The positions that a player will have from later rounds. */
export const PlannedPositions = ({ player }: { readonly player: OperatorPlayer }) => {
	const { t } = useTranslation("operator");
	return player.plannedPositions.map(({ fromRound, positions }) => (
		<small key={fromRound} className={importStyles.note}>
			{t("players.planned", { positions: positions.join("/"), round: fromRound })}
		</small>
	));
};
