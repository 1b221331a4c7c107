import type { SuccessOf } from "@first-bounce/contract/call";
import {
	type DraftTrade,
	type listTrades as listCall,
	type showTradeTeams,
	tradeReason,
} from "@first-bounce/contract/draft/trades";
import { countMatchesLeft, forecastRoundsLeft } from "@first-bounce/rules/draft/expected-points";
import type { TradeDecider, TradeManager } from "@first-bounce/rules/draft/trade-review";
import { isSamePick, listTradePlayers, type TradeSide } from "@first-bounce/rules/draft/trades";
import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import { roundToTenth } from "@first-bounce/rules/numbers";
import type { Db } from "../../../../db/tables/tables.ts";
import type { SeasonSnapshot, SnapshotPlayer } from "../../../seasons/current/season-snapshot.ts";
import type { LeagueServices } from "../../league-row.ts";
import { listOwners } from "../queries.ts";
import { type DraftedLeague, getDraftedLeague, type MemberReader, sortSeats } from "../seat-view.ts";
import { buildSquads } from "../squads/squads-column.ts";
import { findTradeMember, listVisibleTrades, type TradeRow } from "./queries.ts";
import { areTradesOpen, findDecider, listTradeManagers, loadTradeContext, type TradeLeague } from "./trade-context.ts";

/** More than anyone scrolls through. */
const MAX_LISTED = 300;

/** The member who looks at the trades of a league, and what decides what she may see and do. */
export interface TradeViewer {
	readonly userId: UserId;
	readonly member: Awaited<ReturnType<typeof findTradeMember>>;
	readonly managers: readonly TradeManager[];
	readonly isOpen: boolean;
	readonly isLocked: LockCheck;
	readonly wallNow: number;
}

export const loadTradeViewer = async (
	db: Db,
	tradeLeague: TradeLeague,
	viewer: Pick<TradeViewer, "userId" | "isLocked" | "wallNow">,
): Promise<TradeViewer> => ({
	...viewer,
	member: await findTradeMember(db, tradeLeague.league.id, viewer.userId),
	managers: await listTradeManagers(db, tradeLeague),
	isOpen: areTradesOpen(tradeLeague),
});

/** Whether a trade is the viewer's own. A trade that her team's former manager offered is not. */
const isOwnTrade = (
	{ from_team_id, to_team_id, offered_at }: TradeRow,
	{ member }: Pick<TradeViewer, "member">,
): boolean =>
	member !== undefined &&
	[from_team_id, to_team_id].includes(member.team_id) &&
	offered_at.getTime() >= member.joined_at.getTime();

const buildSide = ({ teamId, playerIds, picks, dropIds }: TradeSide) => ({
	teamId,
	playerIds: [...playerIds],
	picks: picks.map((pick) => ({ ...pick })),
	dropIds: [...dropIds],
});

function buildDecider(decider: TradeDecider, { votes }: TradeRow): DraftTrade["decider"] {
	if (decider.by === "nobody") return { by: "nobody" };
	if (decider.by === "commissioner") return { by: "commissioner", userIds: [...decider.userIds] };
	const counted = votes.filter(({ teamId }) => decider.teamIds.includes(teamId));
	const against = counted.filter(({ isAgainst }) => isAgainst).length;
	return {
		by: "vote",
		teamIds: [...decider.teamIds],
		needed: decider.needed,
		against,
		inFavour: counted.length - against,
	};
}

export const isDeciding = (decider: TradeDecider, { userId }: Pick<TradeViewer, "userId">): boolean =>
	decider.by === "commissioner" && decider.userIds.includes(userId);

export const isVoting = (decider: TradeDecider, { member }: Pick<TradeViewer, "member">): boolean =>
	decider.by === "vote" && member !== undefined && decider.teamIds.includes(member.team_id);

/**
 * Builds a trade as a member may see it. Null for offers between others that were not accepted: only the two managers see them,
 * not even the commissioner.
 */
export function buildTrade(
	row: TradeRow,
	tradeLeague: Pick<TradeLeague, "draft" | "season" | "now">,
	viewer: TradeViewer,
): DraftTrade | null {
	const isOwn = isOwnTrade(row, viewer);
	if (!isOwn && row.accepted_at === null) return null;
	const decider = row.state === "accepted" ? findDecider(tradeLeague, row, viewer.managers) : null;
	const teamId = viewer.member?.team_id;
	const isOffered = row.state === "offered" && row.expires_at.getTime() > viewer.wallNow && isOwn;
	const isAsked = isOffered && row.to_team_id === teamId;
	const isReviewed = row.review_ends_at !== null && row.review_ends_at.getTime() <= tradeLeague.now;
	const canReview = decider !== null && !isReviewed;
	const reason = tradeReason.safeParse(row.reason);
	return {
		id: row.id,
		countersId: isOwn ? row.counters_id : null,
		from: buildSide(row.from),
		to: buildSide(row.to),
		state: row.state,
		message: isOwn ? row.message : "",
		offeredAt: row.offered_at.toISOString(),
		expiresAt: row.expires_at.toISOString(),
		acceptedAt: row.accepted_at?.toISOString() ?? null,
		reviewEndsAt: row.review_ends_at?.toISOString() ?? null,
		waitsForRound: row.state === "accepted" && isReviewed && listTradePlayers(row).some(viewer.isLocked),
		decidedAt: row.decided_at?.toISOString() ?? null,
		reason: reason.success ? reason.data : null,
		decider: decider && buildDecider(decider, row),
		isVotedAgainst: row.votes.find((vote) => vote.teamId === teamId)?.isAgainst ?? null,
		isOwn,
		may: {
			accept: isAsked && viewer.isOpen,
			reject: isAsked,
			counter: isAsked && viewer.isOpen,
			withdraw: isOffered && row.from_team_id === teamId,
			vote: canReview && isVoting(decider, viewer),
			decide: canReview && isDeciding(decider, viewer),
		},
	};
}

/** Loads a drafted league for a member who reads it. */
async function loadTradeLeague(
	services: LeagueServices,
	userId: UserId,
	leagueId: number,
): Promise<TradeLeague & DraftedLeague> {
	const drafted = await getDraftedLeague(services, userId, leagueId);
	return { ...drafted, squads: buildSquads(await listOwners(services.db, leagueId), drafted.seats) };
}

/** Lists the trades of a league that a member may see, newest first. Without `showsOwn`, only those that all members see. */
export async function listTrades(
	services: LeagueServices,
	userId: UserId,
	leagueId: number,
	{ showsOwn }: { readonly showsOwn: boolean },
): Promise<SuccessOf<typeof listCall>> {
	const { db, clocks } = services;
	const tradeLeague = await loadTradeLeague(services, userId, leagueId);
	const { draft, isLocked } = tradeLeague;
	const found = await loadTradeViewer(db, tradeLeague, { userId, isLocked, wallNow: clocks.wallNow() });
	const viewer = showsOwn ? found : { ...found, member: undefined };
	const rows = await listVisibleTrades(db, leagueId, { teamId: viewer.member?.team_id ?? null, limit: MAX_LISTED });
	return {
		isOpen: viewer.isOpen,
		deadlineRoundId: draft.trade_deadline_round_id,
		review: draft.trade_review,
		reviewHours: draft.trade_review_hours,
		trades: rows.flatMap((row) => buildTrade(row, tradeLeague, viewer) ?? []),
	};
}

/** Builds a player with her expected points in each round that is left. */
function buildPlayer(player: SnapshotPlayer, season: SeasonSnapshot) {
	const matches = countMatchesLeft(player.squadId, season.rounds, season.rules);
	const { id, position, pointsByRound, variance } = forecastRoundsLeft({ ...player, matches }, season.rules);
	return {
		playerId: id,
		position: [...position],
		pointsByRound: pointsByRound.map(roundToTenth),
		variance: roundToTenth(variance),
	};
}

/** Lists the teams of a league with the players and picks that can be traded. */
export const listTradeTeams: MemberReader<SuccessOf<typeof showTradeTeams>> = async (services, userId, leagueId) => {
	const tradeLeague = await loadTradeLeague(services, userId, leagueId);
	const { draft, seats, season, squads, isLocked } = tradeLeague;
	const { context } = await loadTradeContext(services.db, tradeLeague);
	const { reserved, protectedIds, contenders, injuredIds, futurePicks } = context;
	const listPlayers = (teamId: number) =>
		[...squads.owners].flatMap(([id, owner]: [PlayerId, number]) => {
			const player = owner === teamId ? season.players.get(id) : undefined;
			if (!player) return [];
			return [
				{
					...buildPlayer(player, season),
					isInjured: injuredIds.has(id),
					isReserved: reserved.playerIds.has(id),
					isProtected: protectedIds.has(id),
					isLocked: isLocked(id),
				},
			];
		});
	return {
		teams: sortSeats(draft, seats).map(({ team_id: teamId, user_id, is_active }) => ({
			teamId,
			isManaged: user_id !== null && is_active === true,
			isInContention: contenders.has(teamId),
			players: listPlayers(teamId),
			picks: futurePicks
				.filter((pick) => pick.teamId === teamId)
				.map(({ teamId: _, ...pick }) => ({
					...pick,
					isReserved: reserved.picks.some((kept) => isSamePick(kept, pick)),
				})),
		})),
	};
};
