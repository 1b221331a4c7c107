import { applyMoves, type MoveProblem, type MovesContext, type Squads } from "@first-bounce/rules/draft/squad-moves";
import type { RoundId, UserId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { createLockCheck, type LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { findRound } from "@first-bounce/rules/round/round";
import { getActionRoundId, type TeamState } from "@first-bounce/rules/team/team-state";
import { type Refusal, refuse } from "../../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import { buildSavedAction } from "../../../team/actions/saved-action.ts";
import type { LeagueRow } from "../../league-row.ts";
import { type LockedLeague, requireMember, withLockedLeague } from "../../members/league-transaction.ts";
import { buildLineupColumns, getLineupRoundId } from "../lineups/lineup-view.ts";
import type { DraftServices } from "../room.ts";
import { expireMovedOffers } from "../trades/queries.ts";
import {
	type AppliedChange,
	incrementDraftVersion,
	insertChanges,
	NO_USER,
	type SaveContext,
	type SquadChange,
	type SquadMove,
	saveInjuredPlace,
	saveLineups,
} from "./queries.ts";
import { buildSquadsColumn, parseSquads, type StoredSquads } from "./squads-column.ts";

/** The squads of a drafted league whose row is locked, with the data that a change of them is checked against. */
export interface LockedSquads extends LockedLeague, StoredSquads {
	/** Wall time, taken once the league is locked. */
	readonly wallNow: number;
	/** The round whose line-ups a change belongs to. */
	readonly roundId: RoundId;
	readonly context: MovesContext;
}

/** Which players are locked in a league: nobody until its start round opens, then as in the classic game. */
export const createLeagueLockCheck = (
	{ rounds, players }: Pick<SeasonSnapshot, "rounds" | "players">,
	{ start_id: startRoundId }: Pick<LeagueRow, "start_id">,
	now: number,
): LockCheck => createLockCheck({ bank: 0, startRoundId }, { rounds, now, getPlayer: (id) => players.get(id) });

function buildLockedSquads(locked: LockedLeague, stored: StoredSquads | undefined, wallNow: number): LockedSquads {
	if (!stored) throw refuse(404, "draft-unknown");
	if (stored.draft.state !== "complete") throw refuse(409, "draft-not-complete");
	const { league, season, now } = locked;
	return {
		...locked,
		...stored,
		wallNow,
		roundId: getLineupRoundId(season, league),
		context: {
			rules: stored.draft.squad,
			getPlayer: (id) => season.players.get(id),
			isLocked: createLeagueLockCheck(season, league, now),
			acceptedTrades: stored.accepted.map(({ moves }) => moves),
		},
	};
}

/**
 * Runs an action on the squads of a drafted league. The user is null for the server's and an operator's actions. The season is
 * locked in shared mode, then the league's row: meanwhile no line-up is saved and no round is published.
 */
export const withLockedSquads = <Result>(
	services: DraftServices,
	leagueId: number,
	userId: UserId | null,
	action: (locked: LockedSquads) => Promise<Result>,
): Promise<Result> =>
	withLockedLeague(
		services,
		{ id: leagueId, locksSeason: true, extraColumns: (season) => buildSquadsColumn(leagueId, season) },
		userId,
		(locked) => {
			const { stored, ...league } = locked.league;
			if (userId !== null) requireMember(league);
			return action(buildLockedSquads({ ...locked, league }, parseSquads(stored), services.clocks.wallNow()));
		},
	);

/** Whether the last line-ups of the season count already, so that squads stay as they are. */
export function areSquadsFinal({ season, roundId }: Pick<LockedSquads, "season" | "roundId">): boolean {
	const round = findRound(season.rounds, roundId);
	return !round || round.status === "complete" || roundId > season.rules.lastRound;
}

/** The refusal of a change of squads. */
export function buildMoveRefusal(problem: MoveProblem, { season }: Pick<LockedSquads, "season">): Refusal {
	const name = "playerId" in problem ? season.players.get(problem.playerId)?.name : undefined;
	const data = name === undefined ? {} : { name };
	switch (problem.code) {
		case "player-unknown":
			return refuse(404, "unknown-player", { playerId: problem.playerId });
		case "player-moved":
			return refuse(409, problem.teamId === null ? "squad-player-free" : "squad-player-moved", {
				...data,
				playerId: problem.playerId,
			});
		case "player-locked":
			return refuse(422, "locked", { ...data, playerId: problem.playerId });
		case "squad-full":
			return refuse(422, "squad-full", { most: problem.most });
		default:
			return refuse(422, `squad-${problem.code}`);
	}
}

/** Saves the line-ups that have changed, with a receipt each. */
async function saveChangedLineups(locked: LockedSquads, saveContext: SaveContext, after: Squads): Promise<void> {
	const { trx, season, league, draft, seats, squads } = locked;
	const changed = [...after.lineups].filter(([teamId, lineup]) => squads.lineups.get(teamId) !== lineup);
	if (changed.length === 0) return;
	const buildTeam = (lineup: Lineup): TeamState => ({ lineup, bank: 0, startRoundId: league.start_id, trades: [] });
	await saveLineups(
		trx,
		{
			leagueId: league.id,
			lineupRoundId: saveContext.roundId,
			receiptRoundId: getActionRoundId(season),
			action: "squad-change",
			seasonAt: saveContext.seasonAt,
		},
		changed.map(([teamId, lineup]) => {
			const before = squads.lineups.get(teamId);
			return {
				team_id: teamId,
				...buildLineupColumns(lineup, draft.squad),
				user_id: seats.find(({ team_id }) => team_id === teamId)?.user_id ?? NO_USER,
				saved: buildSavedAction(before ? buildTeam(before) : null, buildTeam(lineup), [], draft.squad),
			};
		}),
	);
}

/** Saves the injured places that have changed. */
async function saveInjured({ trx, seats, squads }: LockedSquads, after: Squads): Promise<void> {
	for (const { team_id: teamId } of seats) {
		const playerId = after.injured.get(teamId) ?? null;
		if ((squads.injured.get(teamId) ?? null) !== playerId) await saveInjuredPlace(trx, teamId, playerId);
	}
}

/** Saves changes that the rules have accepted, in order, and the squads after all of them. Returns the ids of the changes. */
export async function saveSquads(
	locked: LockedSquads,
	after: Squads,
	applied: readonly AppliedChange[],
): Promise<readonly string[]> {
	if (applied.length === 0) return [];
	const { trx, league, roundId, now, wallNow } = locked;
	const saveContext = { leagueId: league.id, roundId, wallAt: new Date(wallNow), seasonAt: new Date(now) };
	const ids = await insertChanges(trx, saveContext, applied);
	await saveInjured(locked, after);
	await saveChangedLineups(locked, saveContext, after);
	if (locked.hasOffers) await expireMovedOffers(trx, league.id, saveContext.wallAt);
	await incrementDraftVersion(trx, league.id);
	return ids;
}

/**
 * Changes squads, all moves or none: the one way in which players come, go and move once a draft is complete (decision 102).
 * Refused if the season is over, and if somebody is owned by another team than the moves say, is locked, or has no place.
 *
 * @returns the id of the change, and the squads after it
 */
export async function changeSquads(
	locked: LockedSquads,
	change: SquadChange,
	moves: readonly SquadMove[],
): Promise<{ readonly id: string; readonly locked: LockedSquads }> {
	if (areSquadsFinal(locked)) throw refuse(409, "season-complete");
	const result = applyMoves(locked.squads, { moves, injured: change.injured ?? [] }, locked.context);
	if (!result.ok) throw buildMoveRefusal(result.problem, locked);
	const [id = ""] = await saveSquads(locked, result.squads, [{ change, moves }]);
	return { id, locked: { ...locked, squads: result.squads } };
}
