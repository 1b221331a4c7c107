import type { TradeReason } from "@first-bounce/contract/draft/trades";
import type { TradeManager } from "@first-bounce/rules/draft/trade-review";
import type { SquadTrade, TradeProblem } from "@first-bounce/rules/draft/trades";
import type { TeamId } from "@first-bounce/rules/ids";
import { type Reason, Refusal, refuse } from "../../../../plugins/refusal.ts";
import { createTradeNotices, type TradeNotice } from "../../../notifications/notices/squads/trade-notice-queries.ts";
import { postTradeCard } from "../draft-cards.ts";
import type { SeatRow } from "../queries.ts";
import { getTeamName, listActiveManagers } from "../seat-view.ts";
import type { LockedSquads } from "../squads/change-squads.ts";
import { incrementDraftVersion } from "../squads/queries.ts";
import { findTrade, type TradeRow, updateTrade } from "./queries.ts";
import { areTradesOpen, findDecider } from "./trade-context.ts";

/** Refuses unless a trade is in this state; the refusal says which state it is in. */
export function requireTradeState(row: TradeRow, state: "offered" | "accepted", wallNow: number): void {
	const isOver = row.state === "offered" && row.expires_at.getTime() <= wallNow;
	const present = isOver ? "expired" : row.state;
	if (present !== state) throw refuse(409, "draft-trade-over", { context: present });
}

export function requireOpenTrades(locked: LockedSquads): void {
	if (!areTradesOpen(locked)) throw refuse(422, "draft-trade-deadline");
}

/** Refuses a team whose manager cannot answer. */
export function requireManaged({ seats }: Pick<LockedSquads, "seats">, teamId: TeamId): SeatRow {
	const seat = seats.find(({ team_id }) => team_id === teamId);
	if (!seat) throw refuse(404, "draft-trade-team-unknown");
	if (seat.user_id === null || !seat.is_active) throw refuse(422, "draft-trade-unmanaged");
	return seat;
}

/** Builds the reason of a refusal from a problem of a trade. */
function buildReason(problem: TradeProblem, { season, seats }: LockedSquads): Reason {
	const name = "playerId" in problem ? season.players.get(problem.playerId)?.name : undefined;
	const seat = "teamId" in problem ? seats.find(({ team_id }) => team_id === problem.teamId) : undefined;
	const data = {
		...("playerId" in problem ? { playerId: problem.playerId } : {}),
		...(name === undefined ? {} : { name }),
		...(seat ? { team: getTeamName(seat) } : {}),
		...("most" in problem ? { most: problem.most } : {}),
		...("missing" in problem ? { count: problem.missing } : {}),
	};
	return { code: `draft-trade-${problem.code}`, data };
}

/** Refuses a trade with all of its problems. */
export function refuseProblems(problems: readonly TradeProblem[], locked: LockedSquads): void {
	const [first, ...others] = problems.map((problem) => buildReason(problem, locked));
	if (first) throw new Refusal(422, [first, ...others]);
}

/** Saves what has become of a trade. */
export const endTrade = (
	{ trx, wallNow }: Pick<LockedSquads, "trx" | "wallNow">,
	{ id }: Pick<TradeRow, "id">,
	state: Exclude<TradeRow["state"], "offered" | "accepted">,
	reason: TradeReason | null = null,
) => updateTrade(trx, id, { state, decided_at: new Date(wallNow), reason: reason && JSON.stringify(reason) });

/** Notifies managers of a trade, except those without an active account. */
export async function notifyTeams(
	{ trx, league, season, seats, wallNow }: LockedSquads,
	{ id: tradeId }: Pick<TradeRow, "id">,
	what: TradeNotice["what"],
	teamIds: readonly TeamId[],
): Promise<void> {
	const notices = listActiveManagers(seats, teamIds).map((userId) => ({ what, userId, tradeId }));
	await createTradeNotices(trx, { leagueId: league.id, seasonId: season.seasonId, wallNow }, notices);
}

export const getParties = ({ from, to }: SquadTrade): readonly TeamId[] => [from.teamId, to.teamId];

/** Shows all members that an accepted trade has changed: in the chat, and on open screens. */
export async function publishTrade(
	locked: LockedSquads,
	id: number,
	state: "accepted" | "executed" | "stopped" | "failed",
): Promise<void> {
	const row = await findTrade(locked.trx, locked.league.id, id);
	if (row) await postTradeCard(locked, row, state);
	await incrementDraftVersion(locked.trx, locked.league.id);
}

/** Notifies the reviewers of an accepted trade. */
export async function notifyReviewers(
	locked: LockedSquads,
	row: TradeRow,
	managers: readonly TradeManager[],
): Promise<void> {
	const decider = findDecider(locked, row, managers);
	const teamIds =
		decider.by === "vote"
			? decider.teamIds
			: managers
					.filter(({ userId }) => decider.by === "commissioner" && decider.userIds.includes(userId))
					.map(({ teamId }) => teamId);
	await notifyTeams(locked, row, decider.by === "vote" ? "vote" : "review", teamIds);
}
