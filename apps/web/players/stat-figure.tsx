import { MIN_TEAMS_TO_COUNT } from "@first-bounce/rules/rivals/visible-to-rivals";
import { useTranslation } from "react-i18next";
import { NO_OWNERSHIP } from "./player-format.ts";

/** Shows a formatted stat. An unpublished ownership is a dash with the reason as its tooltip. */
export const StatFigure = ({ text }: { readonly text: string }) => {
	const { t } = useTranslation();
	if (text !== NO_OWNERSHIP) return text;
	const reason = t("player.noOwnership", { teams: MIN_TEAMS_TO_COUNT });
	return (
		<span title={reason}>
			<span aria-hidden="true">{text}</span>
			<span className="spoken">{reason}</span>
		</span>
	);
};
