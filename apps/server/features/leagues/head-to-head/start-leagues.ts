import { moveTradeDeadline } from "@first-bounce/rules/draft/trades";
import type { RoundId } from "@first-bounce/rules/ids";
import { hasRoundStarted } from "@first-bounce/rules/round/round";
import type { Db } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { findDraft, updateDraft } from "../draft/queries.ts";
import { updateLeagueRow } from "../league-queries.ts";
import { getSizeAfterMove } from "../league-view.ts";
import { listLeaguesToStart, lockLeagueToStart } from "./match-up-queries.ts";
import { createFixture } from "./save-fixture.ts";

/** How many leagues one query lists. Each of them is started in a transaction of its own. */
const BATCH_SIZE = 200;

const findRoundAfter = ({ rounds, rules }: SeasonSnapshot, startedRound: RoundId): RoundId | null =>
	rounds.find(({ id }) => id > startedRound && id <= rules.lastRound)?.id ?? null;

const buildQuery = (season: SeasonSnapshot, startedRound: RoundId, page: { afterId: number; limit: number }) => ({
	seasonId: season.seasonId,
	startedRound,
	canMove: findRoundAfter(season, startedRound) !== null,
	...page,
});

/** Whether `startLeagues` has anything to do now that a round has started. */
export async function hasLeagueToStart(db: Db, season: SeasonSnapshot, startedRound: RoundId): Promise<boolean> {
	return (await listLeaguesToStart(db, buildQuery(season, startedRound, { afterId: 0, limit: 1 }))).length > 0;
}

/**
 * Draws a head-to-head league's fixture, or moves the start of a league with one member, or with a draft that is not
 * complete, to the next round, in which an elimination league has fewer places. Idempotent.
 */
const startLeague = (
	db: Db,
	season: SeasonSnapshot,
	id: number,
	{ startedRound, now }: { readonly startedRound: RoundId; readonly now: number },
) =>
	db.transaction().execute(async (trx) => {
		const league = await lockLeagueToStart(trx, id, startedRound);
		if (!league) return;
		const nextRound = findRoundAfter(season, startedRound);
		if (league.num_teams >= 2 && league.class === "regular") {
			if (league.type === "h2h") await createFixture(trx, league, season, now);
		} else if (nextRound !== null) {
			const size = getSizeAfterMove({ ...league, start_id: nextRound }, season);
			await updateLeagueRow(trx, id, { start_id: nextRound, size });
			const draft = await findDraft(trx, id);
			const rounds = { first: nextRound, last: season.rules.lastRound };
			if (draft)
				await updateDraft(trx, id, {
					trade_deadline_round_id: moveTradeDeadline(draft.trade_deadline_round_id, league.start_id, rounds),
				});
		}
	});

/**
 * At the first match of a round, draws the fixtures of the head-to-head leagues that start in it and are not full. A
 * head-to-head or elimination league with a single member starts a round later instead.
 */
export async function startLeagues(db: Db, season: SeasonSnapshot, now: number): Promise<void> {
	const startedRound = season.rounds.findLast((round) => hasRoundStarted(round, now));
	if (!startedRound) return;
	for (let afterId = 0; ; ) {
		const leagueIds = await listLeaguesToStart(db, buildQuery(season, startedRound.id, { afterId, limit: BATCH_SIZE }));
		for (const id of leagueIds) await startLeague(db, season, id, { startedRound: startedRound.id, now });
		afterId = leagueIds.at(-1) ?? 0;
		if (leagueIds.length < BATCH_SIZE) return;
	}
}
