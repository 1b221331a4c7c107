import { findGrandFinalPairing } from "@first-bounce/rules/ladder/grand-final";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { listMembers } from "../league-scores.ts";
import { getGrandFinalRound } from "../league-view.ts";
import { computeH2hLadder, listMatches } from "./h2h-ladder.ts";

const BATCH_SIZE = 500;

/** Ladders as published: nothing of a round in play. */
const buildPublishedView = (roundId: number) => ({ roundId, isLive: false, pointsOf: () => null });

const listLeaguesWithoutGrandFinal = (
	db: Kysely<Tables>,
	season: SeasonSnapshot,
	roundId: number,
	after: number,
	only: number | null,
) =>
	db
		.selectFrom("leagues as l")
		.where("l.season_id", "=", season.seasonId)
		.where("l.finals", "=", true)
		.where("l.drawn_at", "is not", null)
		.where("l.deleted_at", "is", null)
		.where("l.start_id", "<", roundId)
		.where("l.id", ">", after)
		.$if(only !== null, (query) => query.where("l.id", "=", only ?? 0))
		.where((where) =>
			where.not(
				where.exists(
					where
						.selectFrom("league_matches as m")
						.whereRef("m.league_id", "=", "l.id")
						.where("m.round_id", "=", roundId)
						.select("m.place"),
				),
			),
		)
		.orderBy("l.id")
		.limit(BATCH_SIZE)
		.select(["l.id", "l.start_id", "l.finals", "l.tiebreaker"])
		.execute();

/**
 * Pairs the top two of every league with finals once the round before the last is published (decisions §8). A league
 * that has its grand final keeps it; one whose finalist has left is paired again while the round is still to come.
 */
export async function createGrandFinals(
	db: Kysely<Tables>,
	season: SeasonSnapshot,
	only: number | null = null,
): Promise<void> {
	const roundId = season.rules.lastRound;
	const [before, last] = [roundId - 1, roundId].map((id) => season.rounds.find((round) => round.id === id));
	if (before?.status !== "complete" || !last || last.status === "complete") return;
	// Whoever leaves once it plays has left; a pairing that a stopped server owes is made up for.
	if (only !== null && last.status !== "scheduled") return;
	for (let after = 0; ; ) {
		const leagues = await listLeaguesWithoutGrandFinal(db, season, roundId, after, only);
		const ids = leagues.map(({ id }) => id);
		const members = Map.groupBy(await listMembers(db, ids), ({ league_id }) => league_id);
		const matches = Map.groupBy(await listMatches(db, ids, before.id), ({ league_id }) => league_id);
		const view = buildPublishedView(before.id);
		const pairs = leagues.flatMap((league) => {
			if (getGrandFinalRound(league, season) !== roundId) return [];
			const own = members.get(league.id) ?? [];
			const { rows } = computeH2hLadder(league, own, matches.get(league.id) ?? [], { season, view, roundId: 0 });
			const pairing = findGrandFinalPairing(rows);
			return pairing ? [{ id: league.id, home: pairing[0], away: pairing[1] }] : [];
		});
		await insertGrandFinals(db, season.seasonId, roundId, pairs);
		after = ids.at(-1) ?? 0;
		if (ids.length < BATCH_SIZE) return;
	}
}

async function insertGrandFinals(
	db: Kysely<Tables>,
	seasonId: number,
	roundId: number,
	pairs: readonly { readonly id: number; readonly home: number; readonly away: number }[],
): Promise<void> {
	if (pairs.length === 0) return;
	await db
		.insertInto("league_matches")
		.values(
			pairs.map(({ id, home, away }) => ({
				league_id: id,
				season_id: seasonId,
				round_id: roundId,
				place: 0,
				is_grand_final: true,
				home_team_id: home,
				away_team_id: away,
			})),
		)
		.onConflict((conflict) => conflict.columns(["league_id", "round_id", "place"]).doNothing())
		.execute();
}
