import type { RoundId } from "@first-bounce/rules/ids";
import type { Database } from "../../../db/open.ts";
import type { RoundKey } from "../../../db/tables/tables.ts";
import { runClientTransaction } from "../../../db/transactions/client-transaction.ts";
import { requireCurrentSeason, requireMatch } from "../../seasons/current/require-season.ts";
import { computeFinalStandings, createTeamValuation } from "../../standings/final-standings.ts";
import { saveStandings } from "../../standings/standings-queries.ts";
import { replaceLine } from "../../stats-providers/stat-line-queries.ts";
import { findSquadInMatch } from "../corrections/validate-correction.ts";
import { completeRound } from "../rounds/queries.ts";
import { updateNextPrices } from "../rounds/round-prices.ts";
import { type Difference, findDifferences } from "./compare.ts";
import { copySeason } from "./copy-season-queries.ts";
import {
	createStatLines,
	listMatchLines,
	listSeasonEvents,
	listStartedMatches,
	type SeasonEvent,
	saveMatchEnd,
} from "./queries.ts";
import { type ReplayCounts, replayPayloads } from "./replay-payloads.ts";

export interface Verification extends ReplayCounts {
	/** Matches whose stats came with an import, not with payloads. */
	readonly imported: number;
	readonly teams: number;
	/** The differences between the published and the recomputed round. */
	readonly differences: readonly Difference[];
}

type Connections = Pick<Database, "db" | "pool">;

/** Recomputes a round's standings, and optionally its magic number and the next prices, from the copy's present data. */
const recomputeRound = (
	copy: Connections,
	roundId: RoundId,
	{ updatesPrices }: { readonly updatesPrices: boolean },
): Promise<void> =>
	runClientTransaction(copy.pool, async (trx, client) => {
		const season = await requireCurrentSeason(trx);
		const key = { seasonId: season.seasonId, roundId };
		if (updatesPrices) {
			const { magicNumber } = await updateNextPrices(trx, season, roundId);
			// The time of publication is not compared.
			await completeRound(trx, key, magicNumber, new Date(0));
		}
		const pricedSeason = await requireCurrentSeason(trx);
		const nextPrices = new Map(
			[...pricedSeason.players].map(([id, player]) => [id, player.prices.get(roundId + 1) ?? player.cost]),
		);
		const standings = await computeFinalStandings(client, pricedSeason, roundId);
		await saveStandings(client, key, standings, createTeamValuation(standings, pricedSeason, nextPrices));
	});

async function applyEvent(copy: Connections, event: SeasonEvent, upTo: RoundId): Promise<void> {
	if (event.kind === "corrected") {
		const season = await requireCurrentSeason(copy.db);
		const match = requireMatch(season, event.matchId);
		for (const { playerId, stats } of event.lines) {
			const squadId = findSquadInMatch(season, match, playerId) ?? match.homeSquadId;
			await replaceLine(copy.db, { seasonId: season.seasonId, matchId: match.id, playerId, squadId, stats });
		}
		for (const round of season.rounds)
			if (round.id >= match.roundId && round.status === "complete")
				await recomputeRound(copy, round.id, { updatesPrices: false });
	} else if (event.roundId <= upTo) await recomputeRound(copy, event.roundId, { updatesPrices: true });
}

/**
 * Recomputes a published round in an empty database from the stored payloads, the line-ups and the operators' changes, and
 * compares the results. It writes nothing to the season's own database.
 */
export async function verifyRound(
	source: Connections,
	copy: Connections,
	{ seasonId, roundId }: RoundKey,
	onProgress: (progress: string) => void,
): Promise<Verification> {
	onProgress("Copying line-ups and fixture");
	await copySeason(source.pool, copy.pool, seasonId);
	onProgress("Applying the stored payloads again");
	const replayed = await replayPayloads(source.db, copy.db, seasonId);
	const imported = await endMatches(source, copy, seasonId);
	for (const event of await listSeasonEvents(source.db, seasonId)) {
		if (event.kind !== "corrected") onProgress(`Round ${event.roundId}`);
		await applyEvent(copy, event, roundId);
	}
	const { differences, teams } = await findDifferences(source.pool, copy.pool, { seasonId, roundId });
	return { ...replayed, imported, teams, differences };
}

/**
 * Ends the matches of the copy that no payload ends: abandoned ones, and those whose stats were imported. Returns how many
 * were imported.
 */
async function endMatches(source: Connections, copy: Connections, seasonId: number): Promise<number> {
	const replayedIds = new Set((await listStartedMatches(copy.db, seasonId)).map(({ id }) => id));
	let importedCount = 0;
	for (const { id, status, is_abandoned, completed_at } of await listStartedMatches(source.db, seasonId)) {
		const isImported = !replayedIds.has(id) && !is_abandoned;
		if (isImported) {
			importedCount++;
			const lines = await listMatchLines(source.db, seasonId, id);
			if (lines.length > 0) await createStatLines(copy.db, lines);
		}
		if (isImported || is_abandoned) await saveMatchEnd(copy.db, seasonId, id, { status, is_abandoned, completed_at });
	}
	return importedCount;
}
