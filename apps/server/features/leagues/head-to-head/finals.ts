import { pairGrandFinal, pairSemiFinals } from "@first-bounce/rules/head-to-head/finals";
import type { RoundId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { getLeagueFinals } from "../league-view.ts";
import { listMembers } from "../queries.ts";
import { computeH2hLadder, type H2hLadder } from "./h2h-ladder.ts";
import { insertFinals, type LeagueFinal, listLeaguesWithoutFinals, listMatches } from "./queries.ts";

const BATCH_SIZE = 500;

/** Builds standings without live points, for a ladder of published results only. */
const buildPublishedView = (roundId: RoundId) => ({ roundId, isLive: false, getPoints: () => null });

/** The finals that a league plays in a round, from its ladder and, for the grand final, its semi-finals. */
function pairFinals(leagueId: number, { rows, results }: H2hLadder, isSemiFinal: boolean): readonly LeagueFinal[] {
	if (isSemiFinal) {
		return pairSemiFinals(rows).map(({ place, matchUp: [home, away] }) => ({ leagueId, place, home, away }));
	}
	const pairing = pairGrandFinal(
		rows,
		results.filter(({ isFinal }) => isFinal),
	);
	return pairing ? [{ leagueId, place: 0, home: pairing[0], away: pairing[1] }] : [];
}

/** Creates the finals of a round, once the round before is published. Existing finals stay. */
async function createFinalsOfRound(
	db: Kysely<Tables>,
	season: SeasonSnapshot,
	{ roundId, isSemiFinal }: { readonly roundId: RoundId; readonly isSemiFinal: boolean },
	leagueId: number | null,
): Promise<void> {
	const [before, played] = [roundId - 1, roundId].map((id) => season.rounds.find((round) => round.id === id));
	if (before?.status !== "complete" || !played || played.status === "complete") return;
	// A finalist who leaves during the round is not replaced. Without `leagueId` the round may be playing: a server that
	// was down when it had to create the finals still does so.
	if (leagueId !== null && played.status !== "scheduled") return;
	const view = buildPublishedView(before.id);
	for (let afterId = 0; ; ) {
		const query = { seasonId: season.seasonId, roundId, isSemiFinal, leagueId, afterId, limit: BATCH_SIZE };
		const leagues = await listLeaguesWithoutFinals(db, query);
		const ids = leagues.map(({ id }) => id);
		const members = Map.groupBy(await listMembers(db, ids), ({ league_id }) => league_id);
		const matches = Map.groupBy(await listMatches(db, ids, before.id), ({ league_id }) => league_id);
		const finals = leagues.flatMap((league) => {
			const { semiFinalId, grandFinalId } = getLeagueFinals(league, season);
			if ((isSemiFinal ? semiFinalId : grandFinalId) !== roundId) return [];
			const context = { season, view, roundId: 0 };
			const ladder = computeH2hLadder(league, members.get(league.id) ?? [], matches.get(league.id) ?? [], context);
			return pairFinals(league.id, ladder, isSemiFinal);
		});
		await insertFinals(db, query, finals);
		afterId = ids.at(-1) ?? 0;
		if (ids.length < BATCH_SIZE) return;
	}
}

/**
 * Creates the grand final of every league with finals, and the semi-finals of leagues with a finals series, each once the
 * round before is published (docs/game-rules.md#grand-final, docs/game-rules.md#finals-series). With `leagueId`, it pairs
 * that league again after a finalist has left, while the round has not started.
 */
export async function createFinals(
	db: Kysely<Tables>,
	season: SeasonSnapshot,
	leagueId: number | null = null,
): Promise<void> {
	const { lastRound } = season.rules;
	await createFinalsOfRound(db, season, { roundId: lastRound - 1, isSemiFinal: true }, leagueId);
	await createFinalsOfRound(db, season, { roundId: lastRound, isSemiFinal: false }, leagueId);
}
