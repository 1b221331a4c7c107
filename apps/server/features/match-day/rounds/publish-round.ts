import type { Dollars, PlayerId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import type { PlayerLookup } from "@first-bounce/rules/player";
import { getLastBegunRoundId } from "@first-bounce/rules/season-changes/season-changes";
import { repriceTeam } from "@first-bounce/rules/team/team-state";
import type { Kysely } from "kysely";
import { runClientTransaction } from "../../../db/client-transaction.ts";
import type { Database } from "../../../db/open.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../operator/audit/audit.ts";
import { updateCoefficients } from "../../projections/update-projections.ts";
import { loadSeasonWithStatus } from "../../seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { touchSeason } from "../../seasons/current/season-version-queries.ts";
import { prepareThenLock } from "../standings/prepare-then-lock.ts";
import { attachDraftStandings } from "../standings/standings-queries.ts";
import { hasChangedSince, prepareRound } from "./prepare-round.ts";
import { completeRound, listUnstartedTeams, type RepricedTeam, savePrices, saveRepricedTeams } from "./queries.ts";

const createPlayerLookup =
	(season: SeasonSnapshot, prices: ReadonlyMap<PlayerId, Dollars>): PlayerLookup =>
	(id) => {
		const player = season.players.get(id);
		return player && { ...player, cost: prices.get(id) ?? player.cost };
	};

/**
 * Lists the banks and start rounds of teams that have not started, checked against the salary cap again at the new
 * prices.
 */
export async function listRepricedTeams(
	transaction: Kysely<Tables>,
	season: SeasonSnapshot,
	roundId: RoundId,
	prices: ReadonlyMap<PlayerId, Dollars>,
	now: SeasonTime,
): Promise<RepricedTeam[]> {
	const { rules } = season;
	const rounds = season.rounds.map((round) =>
		round.id === roundId ? { ...round, status: "complete" as const } : round,
	);
	const context = { rules, rounds, getPlayer: createPlayerLookup(season, prices), now };
	const rows = await listUnstartedTeams(transaction, season.seasonId, roundId);
	return rows.map((row) => {
		const lineup = buildLineupFromIds(row.slots, rules);
		const team = { lineup, bank: row.bank, startRoundId: row.start_round_id, trades: [] };
		const { bank, startRoundId } = repriceTeam(team, context);
		return { teamId: row.id, lineupRound: row.lineup_round, bank, startRoundId };
	});
}

export const repriceUnstartedTeams = async (...args: Parameters<typeof listRepricedTeams>): Promise<void> =>
	saveRepricedTeams(args[0], await listRepricedTeams(...args));

/**
 * Recomputes the banks of teams that have not started after the salary cap has changed. A team over the cap starts in
 * the first round in which it fits. The caller holds the season's lock and has saved the rules.
 */
export async function followSalaryCap(transaction: Kysely<Tables>, seasonId: number, now: SeasonTime): Promise<void> {
	const loaded = await loadSeasonWithStatus(transaction, seasonId);
	if (!loaded) return;
	const { season } = loaded;
	await repriceUnstartedTeams(transaction, season, getLastBegunRoundId(season.rounds, now), new Map(), now);
}

/** The audit entry of an automatic publication. */
const SEASON_CLOCK: AuditContext = { actor: "season clock", reason: "" };

/**
 * Publishes a round in one transaction: every team's points and ranks, league results, the magic number, the next
 * round's prices and coefficients of projections, the banks of teams that have not started, and the round's status. The
 * slow part is prepared first, while teams are saved as usual. The season is locked only to make the results visible.
 * If the season or a line-up of the round has changed meanwhile, everything is prepared again under the lock. Returns
 * false and changes nothing unless the round is playing, all its matches are complete and, for an automatic
 * publication, no operator holds it. Idempotent, even after a crash.
 */
export const publishRound = (
	{ pool }: Pick<Database, "pool">,
	seasonId: number,
	roundId: RoundId,
	now: SeasonTime,
	audit: AuditContext = SEASON_CLOCK,
): Promise<boolean> =>
	runClientTransaction(pool, async (transaction, client) => {
		const key = { seasonId, roundId };
		const context = { transaction, client, ...key, now, isAutomatic: audit === SEASON_CLOCK };
		const prepared = await prepareThenLock(
			context,
			() => prepareRound(context),
			(prepared) => hasChangedSince(context, prepared),
		);
		if (!prepared) return false;

		const { season, round, final, next } = prepared;
		const { magicNumber, prices } = next;
		await savePrices(transaction, seasonId, roundId + 1, prices);
		await repriceUnstartedTeams(transaction, season, roundId, prices, now);
		await completeRound(transaction, key, magicNumber, new Date(now));
		await updateCoefficients(transaction, season, { roundId, revision: round.revision });
		const after = { magicNumber, teams: final.lineups.count, seasonAt: new Date(now).toISOString() };
		await writeAudit(transaction, audit, {
			action: "round-published",
			subject: `round:${seasonId}:${roundId}`,
			before: null,
			after,
		});
		await attachDraftStandings(client, key);
		await touchSeason(transaction, seasonId);
		return true;
	});
