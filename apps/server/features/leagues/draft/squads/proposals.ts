import { countNeededVotes } from "@first-bounce/rules/draft/undo-change";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { createChangeNotices } from "../../../notifications/notices/squads/change-notice-queries.ts";
import { isMuted } from "../../conversation/member-queries.ts";
import type { SeatRow } from "../queries.ts";
import { findOwnSeat } from "../room.ts";
import { buildPerson, listActiveManagers } from "../seat-view.ts";
import type { LockedSquads } from "./change-squads.ts";
import { insertProposal, listProposals, type ProposalRow } from "./undo-queries.ts";

/** Who undoes or corrects squads, and why. */
export interface ChangeAuthor {
	/** Whom the log names; null for an operator. */
	readonly userId: UserId | null;
	readonly reason: string;
	readonly data?: Readonly<Record<string, unknown>>;
	/** If a vote made the change, the manager who cast the last vote needed. */
	readonly actorId?: UserId;
}

/** What the log has in place of a reason that nobody may read. */
const NO_REASON = "–";

/** Gets a reason as all members read it. A member who is muted in the league's chat may act, but her text is left out. */
export const getReasonToShow = async (
	{ trx, league, wallNow }: Pick<LockedSquads, "trx" | "league" | "wallNow">,
	userId: UserId,
	reason: string,
): Promise<string> => ((await isMuted(trx, league.id, userId, wallNow)) ? NO_REASON : reason);

/** Tells the managers of these teams about an undo, a correction or a vote, but not who does it. */
export async function notifyChangedTeams(
	{ trx, league, season, seats, wallNow }: LockedSquads,
	about: Pick<Parameters<typeof createChangeNotices>[1], "changeId" | "stage">,
	teamIds: readonly TeamId[],
	{ userId, actorId = userId ?? undefined }: Pick<ChangeAuthor, "userId" | "actorId">,
): Promise<void> {
	const userIds = listActiveManagers(seats, teamIds).filter((id) => id !== actorId);
	await createChangeNotices(trx, { leagueId: league.id, seasonId: season.seasonId, wallNow, ...about }, userIds);
}

/** Who has proposed something, when and, for a correction, the moves. */
type Proposed = Pick<ProposalRow, "user_id" | "at"> & Partial<Pick<ProposalRow, "moves">>;

/**
 * Lists the teams whose managers vote on a proposal. A manager who got her team after the proposal has no vote, because the
 * proposer could otherwise hand teams to supporters; nor has one who gets a player by the correction.
 */
export const listVoters = (seats: readonly SeatRow[], { user_id: proposerId, at, moves }: Proposed): TeamId[] =>
	seats
		.filter(({ user_id, is_active }) => user_id !== null && user_id !== proposerId && is_active === true)
		.filter(({ joined_at }) => joined_at !== null && joined_at.getTime() <= at.getTime())
		.map(({ team_id }) => team_id)
		.filter((teamId) => !moves?.some(({ toTeamId }) => toTeamId === teamId));

/**
 * Whether a team may vote on a proposal. A manager who loses a player by a correction may, even if she also gets one, because her
 * consent is needed unless half of the managers who get nobody agree.
 */
export const mayVote = (seats: readonly SeatRow[], proposed: Proposed, teamId: TeamId): boolean =>
	listVoters(seats, proposed).includes(teamId) ||
	(listVoters(seats, { ...proposed, moves: null }).includes(teamId) &&
		(proposed.moves ?? []).some(({ fromTeamId }) => fromTeamId === teamId));

/** Counts the votes for a proposal, as the user sees it. */
export function buildProposal(row: ProposalRow, seats: readonly SeatRow[], userId: UserId | null) {
	const voters = listVoters(seats, row);
	const ownTeamId = findOwnSeat(seats, userId)?.team_id;
	return {
		person: buildPerson(row.user_id, row),
		reason: row.reason,
		agreed: row.team_ids.filter((teamId) => voters.includes(teamId)).length,
		needed: countNeededVotes(voters.length),
		hasAgreed: ownTeamId === undefined || !mayVote(seats, row, ownTeamId) ? null : row.team_ids.includes(ownTeamId),
	};
}

export async function findProposal({ trx, league }: LockedSquads, changeId: string): Promise<ProposalRow | undefined> {
	return (await listProposals(trx, league.id)).find((row) => String(row.change_id) === changeId);
}

/** Puts an entry of the log to the vote. */
export async function propose(
	locked: LockedSquads,
	changeId: string,
	{ userId, reason }: { readonly userId: UserId; readonly reason: string },
) {
	const { trx, league, seats, wallNow } = locked;
	const row = { change_id: changeId, league_id: league.id, user_id: userId, reason, at: new Date(wallNow) };
	await insertProposal(trx, row);
	const proposal = await findProposal(locked, changeId);
	if (!proposal) return null;
	await notifyChangedTeams(locked, { changeId, stage: "vote" }, listVoters(seats, proposal), { userId });
	return buildProposal(proposal, seats, userId);
}
