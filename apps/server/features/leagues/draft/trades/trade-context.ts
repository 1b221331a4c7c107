import { findFitPlayerInInjuredPlace } from "@first-bounce/rules/draft/injured-place";
import type { Squads } from "@first-bounce/rules/draft/squad-moves";
import {
	findTradeDecider,
	listReviewers,
	type TradeDecider,
	type TradeManager,
	type TradeReviewRules,
} from "@first-bounce/rules/draft/trade-review";
import { isPastTradeDeadline, listReserved, type TradeContext } from "@first-bounce/rules/draft/trades";
import { findContenders } from "@first-bounce/rules/head-to-head/contention";
import { countsOnLadder } from "@first-bounce/rules/head-to-head/ladder";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import type { Db } from "../../../../db/tables/tables.ts";
import { computeH2hLadder } from "../../head-to-head/h2h-ladder.ts";
import { type LeagueMatchUp, listLeagueMatchUps } from "../../head-to-head/match-up-queries.ts";
import { listMembers } from "../../league-queries.ts";
import { getPublishedView } from "../../league-scores.ts";
import { getLeagueFinals } from "../../league-view.ts";
import { findLeadership } from "../../members/leadership-queries.ts";
import { getProtectedIds } from "../draft-players.ts";
import type { DraftedLeague } from "../seat-view.ts";
import { listFuturePicks, listOpenTrades, type TradeRow } from "./queries.ts";

/** A drafted league whose trades are read or changed. */
export interface TradeLeague extends Omit<DraftedLeague, "isLocked"> {
	readonly squads: Pick<Squads, "owners" | "injured">;
}

const buildFinal = ({ home, away, home_points: homePoints, away_points: awayPoints }: LeagueMatchUp) => ({
	home,
	away,
	homePoints,
	awayPoints,
});

/** Finds the teams of a league that can still win it, by its published rounds. */
async function loadContenders(db: Db, { league, season, seats }: TradeLeague): Promise<ReadonlySet<TeamId>> {
	if (league.type !== "h2h") return new Set(seats.map(({ team_id }) => team_id));
	const { lastRound, leagues } = season.rules;
	const matchUps = await listLeagueMatchUps(db, [league.id], lastRound);
	const members = await listMembers(db, [league.id]);
	const view = getPublishedView();
	const { rows: ladder } = computeH2hLadder(league, members, matchUps, { season, view, roundId: lastRound });
	const isOpen = ({ is_grand_final, is_semi_final, is_consolation, home_points }: LeagueMatchUp) =>
		home_points === null && countsOnLadder({ isFinal: is_grand_final || is_semi_final, isConsolation: is_consolation });
	const roundsLeft = new Set(matchUps.filter(isOpen).map(({ round_id }) => round_id)).size;
	const grandFinal = matchUps.find(({ is_grand_final }) => is_grand_final);
	return findContenders({
		ladder,
		pointsLeft: roundsLeft * leagues.premiershipPoints.win * (league.median_game ? 2 : 1),
		finalsRounds: getLeagueFinals(league, season),
		semiFinals: matchUps.filter(({ is_semi_final }) => is_semi_final).map(buildFinal),
		grandFinal: grandFinal ? buildFinal(grandFinal) : null,
	});
}

/**
 * Loads the offered and accepted trades of a league, and what its trades are checked against. `exceptId` is the trade that does
 * not reserve its own parts.
 */
export async function loadTradeContext(
	db: Db,
	tradeLeague: TradeLeague,
	exceptId: number | null = null,
): Promise<{ readonly open: readonly TradeRow[]; readonly context: TradeContext }> {
	const { league, draft, seats, season, squads } = tradeLeague;
	const open = await listOpenTrades(db, league.id);
	const accepted = open.filter(({ state, id }) => state === "accepted" && id !== exceptId);
	const injuredIds = [...squads.injured.values()];
	const isFit = (id: PlayerId) =>
		findFitPlayerInInjuredPlace(id, (other) => season.players.get(other)?.status) !== null;
	const listSquad = (teamId: TeamId) =>
		[...squads.owners].flatMap(([id, owner]) => (owner === teamId ? (season.players.get(id) ?? []) : []));
	return {
		open,
		context: {
			squads: new Map(seats.map(({ team_id }) => [team_id, listSquad(team_id)])),
			injuredIds: new Set(injuredIds),
			fitIds: new Set(injuredIds.filter(isFit)),
			accepted,
			futurePicks: draft.format === "redraft" ? [] : await listFuturePicks(db, league.id),
			reserved: listReserved(accepted),
			protectedIds: getProtectedIds(tradeLeague),
			contenders: await loadContenders(db, tradeLeague),
			rules: draft.squad,
		},
	};
}

/** Whether trades can be offered and accepted in a league now. */
export const areTradesOpen = ({ draft, season, now }: Pick<TradeLeague, "draft" | "season" | "now">): boolean =>
	draft.state === "complete" && !isPastTradeDeadline(draft.trade_deadline_round_id, season.rounds, now);

/** Lists the managers of a league with their roles. */
export async function listTradeManagers(
	db: Db,
	{ league, seats }: Pick<TradeLeague, "league" | "seats">,
): Promise<TradeManager[]> {
	const { commissionerId, deputyIds } = await findLeadership(db, league.id);
	return seats.flatMap(({ user_id: userId, team_id: teamId, is_active, joined_at }): TradeManager[] => {
		if (userId === null) return [];
		const role = userId === commissionerId ? "commissioner" : deputyIds.includes(userId) ? "deputy" : "member";
		return [{ userId, teamId, role, isActive: is_active === true, joinedAt: joined_at?.getTime() ?? 0 }];
	});
}

/** How trades that are accepted now are reviewed. */
export const getReviewRules = ({ draft }: Pick<TradeLeague, "draft">): TradeReviewRules => ({
	review: draft.trade_review,
	hours: draft.trade_review_hours,
});

/** Finds who decides on an accepted trade, by its terms. */
export const findDecider = (
	tradeLeague: Pick<TradeLeague, "draft">,
	row: Pick<TradeRow, "from_team_id" | "to_team_id" | "accepted_at" | "review_terms">,
	managers: readonly TradeManager[],
): TradeDecider => {
	const { review_terms: terms, accepted_at: acceptedAt } = row;
	const reviewers = terms && acceptedAt ? listReviewers(terms, managers, acceptedAt.getTime()) : managers;
	const parties = [row.from_team_id, row.to_team_id];
	return findTradeDecider(terms ?? getReviewRules(tradeLeague), reviewers, parties, acceptedAt?.getTime());
};
