import type { Dollars, PlayerId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import type { PlayerLookup } from "@first-bounce/rules/player";
import { getLastBegunRoundId } from "@first-bounce/rules/season-changes/change-limits";
import { repriceTeam } from "@first-bounce/rules/team/team-state";
import type { Db } from "../../../db/tables/tables.ts";
import { loadSeasonWithStatus } from "../current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../current/season-snapshot.ts";
import { listUnstartedTeams, type RepricedTeam, saveRepricedTeams } from "./queries.ts";

const createPlayerLookup =
	(season: SeasonSnapshot, prices: ReadonlyMap<PlayerId, Dollars>): PlayerLookup =>
	(id) => {
		const player = season.players.get(id);
		return player && { ...player, cost: prices.get(id) ?? player.cost };
	};

/**
 * Computes, at new prices, the banks and start rounds of teams that have not started. A team that the prices put over
 * the salary cap starts later.
 */
export async function computeRepricedTeams(
	transaction: Db,
	season: SeasonSnapshot,
	roundId: RoundId,
	prices: ReadonlyMap<PlayerId, Dollars>,
	now: SeasonTime,
): Promise<RepricedTeam[]> {
	const { rules } = season;
	// While the round is being published, it counts as complete already.
	const rounds = season.rounds.map((round) =>
		round.id === roundId ? { ...round, status: "complete" as const } : round,
	);
	const context = { rules, rounds, getPlayer: createPlayerLookup(season, prices), now };
	const rows = await listUnstartedTeams(transaction, season.seasonId, roundId);
	return rows.map((row) => {
		const lineup = buildLineupFromIds(row.slots, rules);
		const team = { lineup, bank: row.bank, startRoundId: row.start_round_id, trades: [] };
		const { bank, startRoundId } = repriceTeam(team, context);
		return { teamId: row.id, lineupRoundId: row.lineup_round_id, bank, startRoundId };
	});
}

/** Computes the banks and start rounds of teams that have not started, and saves them. */
export async function repriceUnstartedTeams(...args: Parameters<typeof computeRepricedTeams>): Promise<void> {
	const [transaction] = args;
	await saveRepricedTeams(transaction, await computeRepricedTeams(...args));
}

/**
 * Recomputes the banks of teams that have not started after the salary cap or opening prices have changed. A team over the
 * cap starts in the first round in which it fits. The caller holds the season's lock and has saved the change.
 */
export async function repriceSavedTeams(transaction: Db, seasonId: number, now: SeasonTime): Promise<void> {
	const loaded = await loadSeasonWithStatus(transaction, seasonId);
	if (!loaded) return;
	const { season } = loaded;
	await repriceUnstartedTeams(transaction, season, getLastBegunRoundId(season.rounds, now), new Map(), now);
}
