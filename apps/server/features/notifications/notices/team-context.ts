import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { isEmptySlot } from "@first-bounce/rules/lineup/lineup";
import { findLockWarnings, type LockContext, type LockWarning } from "@first-bounce/rules/lockout/lock-outlook";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findNextTeamLock } from "@first-bounce/rules/lockout/next-team-lock";
import { createLockCheck } from "@first-bounce/rules/lockout/team-locks";
import { isExpectedToPlay } from "@first-bounce/rules/prices/outlook";
import { hasBye } from "@first-bounce/rules/round/squad-status";
import { type GameContext, getStartRoundId, type TeamState } from "@first-bounce/rules/team/team-state";
import { createPlayerRoundLookup } from "../../match-day/standings/final-standings.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { buildGameContext, buildLineup } from "../../team/team-state.ts";
import type { NoticeTeam } from "./notice.ts";

/** What may go wrong at a lock: the team cannot play the round, or what the guard of the team screen warns of. */
export type LockProblem = LockWarning | { readonly kind: "incomplete" } | { readonly kind: "over-cap" };

/** A saved team in the round at hand. */
export interface TeamContext {
	readonly state: TeamState;
	readonly context: GameContext;
	readonly prospects: LockContext;
	/** It plays this round. */
	readonly plays: boolean;
}

/** A saved team as the rules see it now; null for one that never was saved. */
export function buildTeamContext(
	team: NoticeTeam | null,
	season: SeasonSnapshot,
	round: SnapshotRound,
	now: SeasonTime,
): TeamContext | null {
	if (!team?.line || team.startRoundId === null) return null;
	const context = buildGameContext(season, now, { lineups: [team.line] });
	const state: TeamState = {
		lineup: buildLineup(team.line, season),
		bank: team.line.bank ?? 0,
		startRoundId: team.startRoundId,
		trades: [],
	};
	const start = getStartRoundId(state, context);
	const player = (id: PlayerId) => (isEmptySlot(id) ? undefined : season.players.get(id));
	return {
		state,
		context,
		plays: start !== null && start <= round.id,
		prospects: {
			rules: season.rules,
			players: context.players,
			isLocked: createLockCheck(state, context),
			roundOf: createPlayerRoundLookup(season, round),
			mayPlay: (id) => {
				const known = player(id);
				return known !== undefined && isExpectedToPlay({ status: known.status, bye: hasBye(known.squadId, round) });
			},
			projected: (id) => player(id)?.projectedPoints ?? 0,
		},
	};
}

/** The next lock that a team's manager should know of, and what would go wrong at it. */
export interface UpcomingLock {
	readonly at: SeasonTime;
	/** The players that it locks; empty if the team is not in the round yet. */
	readonly playerIds: readonly PlayerId[];
	readonly problems: readonly LockProblem[];
}

/** Null if no player of the team is left to lock in the round. */
export function findUpcomingLock(
	team: NoticeTeam | null,
	season: SeasonSnapshot,
	round: SnapshotRound,
	now: SeasonTime,
): UpcomingLock | null {
	const hers = buildTeamContext(team, season, round, now);
	if (!hers?.plays) {
		const isOver = hers !== null && hers.state.bank < 0 && hers.state.startRoundId <= round.id;
		const at = getFirstLockTime(round);
		if (at === null || at <= now || round.status !== "scheduled" || (hers && !isOver)) return null;
		return { at, playerIds: [], problems: [{ kind: hers ? "over-cap" : "incomplete" }] };
	}
	const { lineup } = hers.state;
	const { players, isLocked } = hers.prospects;
	const own = findNextTeamLock(lineup, { players, round, now, isLocked });
	// That the vice captain scored well is a thought, not a fault.
	return (
		own && { ...own, problems: findLockWarnings(lineup, hers.prospects).filter(({ kind }) => kind !== "vice-played") }
	);
}
