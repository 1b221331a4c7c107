import type { DraftSeat } from "@first-bounce/contract/draft/draft-board";
import { useTranslation } from "react-i18next";

/** Names a draft team; one without a name of its own by what it is. */
export function useTeamName(): (seat: Pick<DraftSeat, "teamName" | "isRobot">) => string {
	const { t } = useTranslation();
	return ({ teamName, isRobot }) => teamName || t(isRobot ? "leagues.lobby.state.robot" : "leagues.lobby.vacantTeam");
}
