import type { Dollars, PlayerId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import type { PlayerLookup } from "@first-bounce/rules/player";
import { getLastBegunRoundId } from "@first-bounce/rules/season-changes/season-changes";
import { repriceTeam } from "@first-bounce/rules/team/team-state";
import { buildRowLayout, ROW_WORDS } from "@first-bounce/scoring/row-layout";
import type { Kysely } from "kysely";
import { runClientTransaction } from "../../../db/client-transaction.ts";
import type { Database } from "../../../db/open.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import { saveMatchResults } from "../../leagues/head-to-head/match-results.ts";
import { type AuditContext, writeAudit } from "../../operator/audit/audit.ts";
import { updateCoefficients } from "../../projections/update-projections.ts";
import { loadCurrentSeason, loadSeasonWithStatus } from "../../seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { lockSeason, touchSeason } from "../../seasons/current/season-version-queries.ts";
import { computeFinalStandings, type FinalStandings } from "../standings/final-standings.ts";
import { saveStandings } from "../standings/standings-queries.ts";
import { completeRound, listUnstartedTeams, lockRound, type RepricedTeam, saveRepricedTeams } from "./queries.ts";
import { type NextPrices, updateNextPrices } from "./round-prices.ts";

/** Computes what each team's players are worth at the new prices, by row. */
export function computeTeamValues(
	{ lineups, index }: FinalStandings,
	season: SeasonSnapshot,
	prices: NextPrices["prices"],
): Int32Array {
	const { slotCount } = buildRowLayout(season.rules);
	const priceAt = Int32Array.from({ length: index.size }, (_, at) => prices.get(index.idAt(at)) ?? 0);
	return Int32Array.from({ length: lineups.count }, (_, row) => {
		let value = 0;
		const first = row * ROW_WORDS;
		for (let word = first; word < first + slotCount; word++) value += priceAt[lineups.rows[word] ?? 0] ?? 0;
		return value;
	});
}

const createPlayerLookup =
	(season: SeasonSnapshot, prices: ReadonlyMap<PlayerId, Dollars>): PlayerLookup =>
	(id) => {
		const player = season.players.get(id);
		return player && { ...player, cost: prices.get(id) ?? player.cost };
	};

/** The banks and start rounds of teams that have not started, checked against the salary cap again at the new prices. */
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
	const context = { rules, rounds, players: createPlayerLookup(season, prices), now };
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
 * Lets the banks of teams that have not started follow a changed salary cap, however it was changed. A team that is over it
 * starts in the first round in which it fits. The caller holds the season's lock and has saved the rules.
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
 * Publishes a round in one transaction: every team's points and ranks, league results, the magic number, the next round's
 * prices and coefficients of projections, the banks of teams that have not started, and the round's status. No team can be
 * edited meanwhile. Returns false and changes nothing unless the round is playing, all its matches are complete and, for an
 * automatic publication, no operator holds it. Idempotent, even after a crash.
 */
export const publishRound = (
	{ pool }: Pick<Database, "pool">,
	seasonId: number,
	roundId: RoundId,
	now: SeasonTime,
	audit: AuditContext = SEASON_CLOCK,
): Promise<boolean> =>
	runClientTransaction(pool, async (transaction, client) => {
		await lockSeason(transaction, seasonId, "exclusive");
		const locked = await lockRound(transaction, seasonId, roundId);
		if (locked?.status !== "playing") return false;
		// An operator may have held the round after its job was sent.
		if (locked.held_since && audit === SEASON_CLOCK) return false;
		const season = await loadCurrentSeason(transaction);
		const round = season?.rounds.find(({ id }) => id === roundId);
		if (season?.seasonId !== seasonId || !round?.matches.every(({ status }) => status === "complete")) return false;

		const final = await computeFinalStandings(client, season, roundId);
		const { magicNumber, prices } = await updateNextPrices(transaction, season, roundId);
		const key = { seasonId, roundId };
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
		await saveStandings(client, key, final, computeTeamValues(final, season, prices));
		await saveMatchResults(transaction, seasonId, roundId, now);
		await touchSeason(transaction, seasonId);
		return true;
	});
