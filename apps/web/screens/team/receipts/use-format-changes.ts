import type { TeamAction } from "@first-bounce/contract/team/team-actions";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";

/**
 * Describes an action: its cause if the server acted, and a text for each trade and each slot or role that got another
 * player.
 */
export function useFormatChanges(season: Season | null): (action: TeamAction) => readonly string[] {
	const { t } = useTranslation();
	const getPlayerName = (id: number) => season?.lookup(id)?.name ?? t("receipt.nobody");
	return ({ trades, changes, cause }) => [
		...(cause ? [t(`receipt.cause.${cause.trigger}`, { name: getPlayerName(cause.playerId) })] : []),
		...trades.map(({ playerInId, playerOutId }) =>
			t("receipt.trade", { playerIn: getPlayerName(playerInId), playerOut: getPlayerName(playerOutId) }),
		),
		...changes.map(({ what, line, index, from, to }) =>
			t("receipt.change", {
				what: t(`receipt.what.${what}`, { line: line ? t(`line.${line}`) : "", index: index + 1 }),
				from: getPlayerName(from),
				to: getPlayerName(to),
			}),
		),
	];
}
