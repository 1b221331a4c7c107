import { applyDraftRules } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { isNobody } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import { type LockIssue, listLockIssues } from "@first-bounce/rules/lockout/lock-fixes";
import type { LockContext } from "@first-bounce/rules/lockout/lock-warnings";
import { createLockCheck } from "@first-bounce/rules/lockout/locked-players";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findNextTeamLock } from "@first-bounce/rules/lockout/next-team-lock";
import { isLikelyToPlay } from "@first-bounce/rules/projections/forecast";
import { getSquadStartTime, listExpectedMatches } from "@first-bounce/rules/round/round";
import { computeExpectedPoints } from "@first-bounce/rules/scoring/expected-points";
import { getStartRoundId, type SeasonContext, type TeamState } from "@first-bounce/rules/team/team-state";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { createPlayerRoundLookup } from "../../standings/player-rounds.ts";
import { buildSeasonContext } from "../../team/team-state.ts";
import type { NoticeTeam } from "./notice.ts";

/** A problem to fix before a lock: an issue of the team screen, or a team that cannot play the round. */
export type LockProblem =
	| LockIssue
	| { readonly warning: { readonly kind: "incomplete" } | { readonly kind: "over-cap" }; readonly fix: null };

/** A saved team in one round. */
export interface TeamContext {
	readonly state: TeamState;
	readonly seasonContext: SeasonContext;
	readonly lockContext: LockContext;
	readonly playsRound: boolean;
}

/** Returns null for a team that was never saved. */
export function buildTeamContext(
	team: NoticeTeam | null,
	season: SeasonSnapshot,
	round: SnapshotRound,
	now: SeasonTime,
): TeamContext | null {
	if (!team?.lineup || team.startRoundId === null) return null;
	const rules = team.draft ? applyDraftRules(season.rules, team.draft) : season.rules;
	const seasonContext = { ...buildSeasonContext(season, now, { lineups: [team.lineup] }), rules };
	const state: TeamState = {
		lineup: buildLineupFromIds(team.lineup.slots, rules, team.lineup),
		bank: team.lineup.bank ?? 0,
		startRoundId: team.startRoundId,
		trades: team.trades,
	};
	const start = getStartRoundId(state, seasonContext);
	const findPlayer = (id: PlayerId) => (isNobody(id) ? undefined : season.players.get(id));
	return {
		state,
		seasonContext,
		playsRound: start !== null && start <= round.id,
		lockContext: {
			rules,
			getPlayer: seasonContext.getPlayer,
			isLocked: createLockCheck(state, seasonContext),
			getPlayerRound: createPlayerRoundLookup(season, round),
			isExpectedToPlay: (id) => isLikelyToPlay(findPlayer(id)?.chanceToPlay ?? 0),
			getStartTime: (id) => getSquadStartTime(findPlayer(id)?.squadId ?? 0, round),
			getExpectedPoints: (id) => {
				const player = findPlayer(id);
				if (!player) return 0;
				const { squadId, scores, projectedPoints: projection } = player;
				const points = scores.get(round.id) ?? 0;
				return computeExpectedPoints({ points, projection }, listExpectedMatches(squadId, round), season.rules);
			},
		},
	};
}

/** The next lock that affects a team, with the problems to fix before it. */
interface UpcomingLock {
	readonly at: SeasonTime;
	/** The team's players who lock then; empty if the team does not play the round yet. */
	readonly playerIds: readonly PlayerId[];
	readonly problems: readonly LockProblem[];
}

/**
 * Finds a team's next lock in the round. For a team that is incomplete or over the cap, and so cannot play the round, this
 * is the round's first lock. Returns null if there is none.
 */
export function findUpcomingLock(
	team: NoticeTeam | null,
	season: SeasonSnapshot,
	round: SnapshotRound,
	now: SeasonTime,
): UpcomingLock | null {
	const context = buildTeamContext(team, season, round, now);
	if (!context?.playsRound) {
		const isOverCap = context !== null && context.state.bank < 0 && context.state.startRoundId <= round.id;
		const at = getFirstLockTime(round);
		if (at === null || at <= now || round.status !== "scheduled" || (context && !isOverCap)) return null;
		return { at, playerIds: [], problems: [{ warning: { kind: context ? "over-cap" : "incomplete" }, fix: null }] };
	}
	const { lineup } = context.state;
	const { getPlayer, isLocked } = context.lockContext;
	const teamLock = findNextTeamLock(lineup, { getPlayer, round, now, isLocked });
	return teamLock && { ...teamLock, problems: listLockIssues(lineup, context.lockContext) };
}
