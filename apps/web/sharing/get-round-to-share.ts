import type { Team } from "@first-bounce/contract/team/team";
import type { Season } from "../api/season-model.ts";

/** The round a team is shared in: the current one, or the one it starts in if that is still to come. */
export const getRoundToShare = ({ startRoundId }: Pick<Team, "startRoundId">, { current, rounds }: Season): number =>
	Math.max(startRoundId ?? 1, current?.id ?? rounds.at(-1)?.id ?? 1);
