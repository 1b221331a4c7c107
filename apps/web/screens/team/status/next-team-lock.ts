import type { Team } from "@first-bounce/contract/team/team";
import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { findNextTeamLock, type TeamLock } from "@first-bounce/rules/lockout/next-team-lock";
import { findRound, findStartRoundId } from "@first-bounce/rules/round/round";
import type { Season } from "../../../api/season-model.ts";

interface TeamLockContext {
	readonly season: Season;
	readonly team: Pick<Team, "startRoundId">;
	readonly lineup: Lineup;
	readonly isLocked: LockCheck;
}

/** The next lock of a player in this team, in the round it plays or starts in. */
export function findNextLockForTeam(
	{ season, team, lineup, isLocked }: TeamLockContext,
	now: SeasonTime,
): TeamLock | null {
	const { current, rounds, lookup: getPlayer } = season;
	const start = team.startRoundId ?? findStartRoundId(rounds, now);
	const round = findRound(rounds, Math.max(current?.id ?? 0, start ?? 0));
	return round ? findNextTeamLock(lineup, { getPlayer, round, now, isLocked }) : null;
}
