import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { isEmptySlot } from "@first-bounce/rules/lineup/lineup";
import { createLockCheck } from "@first-bounce/rules/lockout/lock-check";
import { findLockWarnings, type LockContext, type LockWarning } from "@first-bounce/rules/lockout/lock-outlook";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findNextTeamLock } from "@first-bounce/rules/lockout/next-team-lock";
import { isExpectedToPlay } from "@first-bounce/rules/prices/price-projection";
import { hasBye, listSquadMatches } from "@first-bounce/rules/round/round";
import { computeExpectedPoints } from "@first-bounce/rules/scoring/expected-points";
import { getStartRoundId, type SeasonContext, type TeamState } from "@first-bounce/rules/team/team-state";
import { createPlayerRoundLookup } from "../../match-day/standings/final-standings.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { buildLineup, buildSeasonContext } from "../../team/team-state.ts";
import type { NoticeTeam } from "./notice.ts";

/** A problem that a lock would make final: a warning of the team screen, or a team that cannot play the round. */
export type LockProblem = LockWarning | { readonly kind: "incomplete" } | { readonly kind: "over-cap" };

/** A saved team in one round. */
export interface TeamContext {
	readonly state: TeamState;
	readonly game: SeasonContext;
	readonly prospects: LockContext;
	/** Whether the team plays the round. */
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
	const game = buildSeasonContext(season, now, { lineups: [team.lineup] });
	const state: TeamState = {
		lineup: buildLineup(team.lineup, season),
		bank: team.lineup.bank ?? 0,
		startRoundId: team.startRoundId,
		trades: [],
	};
	const start = getStartRoundId(state, game);
	const findPlayer = (id: PlayerId) => (isEmptySlot(id) ? undefined : season.players.get(id));
	return {
		state,
		game,
		playsRound: start !== null && start <= round.id,
		prospects: {
			rules: season.rules,
			players: game.players,
			isLocked: createLockCheck(state, game),
			getPlayerRound: createPlayerRoundLookup(season, round),
			mayPlay: (id) => {
				const player = findPlayer(id);
				return player !== undefined && isExpectedToPlay({ status: player.status, bye: hasBye(player.squadId, round) });
			},
			projected: (id) => {
				const player = findPlayer(id);
				if (!player) return 0;
				const { squadId, scores, projectedPoints: projection } = player;
				const points = scores.get(round.id) ?? 0;
				return computeExpectedPoints({ points, projection }, listSquadMatches(squadId, round), season.rules);
			},
		},
	};
}

/** The next lock that affects a team, with the problems to fix before it. */
export interface UpcomingLock {
	readonly at: SeasonTime;
	/** The team's players that it locks; empty if the team does not play the round yet. */
	readonly playerIds: readonly PlayerId[];
	readonly problems: readonly LockProblem[];
}

/** Returns null if all of the team's players in the round are locked. */
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
		return { at, playerIds: [], problems: [{ kind: context ? "over-cap" : "incomplete" }] };
	}
	const { lineup } = context.state;
	const { players, isLocked } = context.prospects;
	const teamLock = findNextTeamLock(lineup, { players, round, now, isLocked });
	// A vice captain who scores well is a hint, not a problem.
	return (
		teamLock && {
			...teamLock,
			problems: findLockWarnings(lineup, context.prospects).filter(
				({ kind }) => kind !== "vice-played" && kind !== "vice-playing",
			),
		}
	);
}
