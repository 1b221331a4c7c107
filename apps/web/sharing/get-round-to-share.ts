import type { Team } from "@first-bounce/contract/team/team";
import type { Season } from "../api/season-model.ts";

/** The current round, or the team's start round if that is later. */
export const getRoundToShare = ({ startRoundId }: Pick<Team, "startRoundId">, { current, rounds }: Season): number =>
	Math.max(startRoundId ?? 1, current?.id ?? rounds.at(-1)?.id ?? 1);
