import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { pairGrandFinals } from "./head-to-head/grand-finals.ts";
import { beginLeagues } from "./head-to-head/round-start.ts";
import { tellResults, untoldRounds } from "./head-to-head/tell-results.ts";

/**
 * What leagues do as the season moves: fixtures are drawn as rounds begin, feeds told results and grand finals paired
 * once rounds are published. Every step does nothing the second time, so it may run as often as one likes.
 */
export async function moveLeagues(db: Kysely<Tables>, game: SeasonSnapshot, now: number): Promise<void> {
	await beginLeagues(db, game, now);
	const untold = await untoldRounds(db, game);
	if (untold.length === 0) return;
	await pairGrandFinals(db, game);
	for (const roundId of untold) await tellResults(db, game.seasonId, roundId);
}
