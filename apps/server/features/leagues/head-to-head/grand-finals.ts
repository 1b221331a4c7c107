import { findGrandFinalPairing } from "@first-bounce/rules/head-to-head/ladder";
import type { RoundId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { getGrandFinalRound } from "../league-view.ts";
import { listMembers } from "../queries.ts";
import { computeH2hLadder } from "./h2h-ladder.ts";
import { insertGrandFinals, listLeaguesWithoutGrandFinal, listMatches } from "./queries.ts";

const BATCH_SIZE = 500;

/** Standings without live points, for a ladder of published results only. */
const buildPublishedView = (roundId: RoundId) => ({ roundId, isLive: false, getPoints: () => null });

/**
 * Creates the grand final of every league with finals, between the top two of its ladder, once the round before the
 * last is published (docs/game-rules.md#grand-final). Existing grand finals stay. With `leagueId`, it pairs that league again
 * after a finalist has left, while the round has not started.
 */
export async function createGrandFinals(
	db: Kysely<Tables>,
	season: SeasonSnapshot,
	leagueId: number | null = null,
): Promise<void> {
	const roundId = season.rules.lastRound;
	const [before, last] = [roundId - 1, roundId].map((id) => season.rounds.find((round) => round.id === id));
	if (before?.status !== "complete" || !last || last.status === "complete") return;
	// A finalist who leaves during the round is not replaced. Without `leagueId` the round may be playing: a server that
	// was down when it had to create the grand finals still does so.
	if (leagueId !== null && last.status !== "scheduled") return;
	for (let afterId = 0; ; ) {
		const query = { seasonId: season.seasonId, roundId, leagueId, afterId, limit: BATCH_SIZE };
		const leagues = await listLeaguesWithoutGrandFinal(db, query);
		const ids = leagues.map(({ id }) => id);
		const members = Map.groupBy(await listMembers(db, ids), ({ league_id }) => league_id);
		const matches = Map.groupBy(await listMatches(db, ids, before.id), ({ league_id }) => league_id);
		const view = buildPublishedView(before.id);
		const grandFinals = leagues.flatMap((league) => {
			if (getGrandFinalRound(league, season) !== roundId) return [];
			const leagueMembers = members.get(league.id) ?? [];
			const { rows } = computeH2hLadder(league, leagueMembers, matches.get(league.id) ?? [], {
				season,
				view,
				roundId: 0,
			});
			const pairing = findGrandFinalPairing(rows);
			return pairing ? [{ leagueId: league.id, home: pairing[0], away: pairing[1] }] : [];
		});
		await insertGrandFinals(db, season.seasonId, roundId, grandFinals);
		afterId = ids.at(-1) ?? 0;
		if (ids.length < BATCH_SIZE) return;
	}
}
