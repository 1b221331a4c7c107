import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { hasRoundStarted } from "@first-bounce/rules/round/round";
import { z } from "zod";
import type { QueueName } from "../../../db/job-schema.ts";
import type { Database } from "../../../db/open.ts";
import type { RoundKey } from "../../../db/tables/tables.ts";
import type { Job } from "../../jobs/job-queue.ts";
import { drawSeasonCup, hasCupToDraw, hasCupToPrepare, prepareSeasonCup } from "../../leagues/cup/cup-rounds.ts";
import { createFinals } from "../../leagues/head-to-head/finals.ts";
import { listRoundsWithoutActivity, saveRoundActivity } from "../../leagues/head-to-head/round-activity.ts";
import { adjustFixtures, hasFixturesToAdjust } from "../../leagues/head-to-head/save-fixture.ts";
import { hasLeagueToStart, startLeagues } from "../../leagues/head-to-head/start-leagues.ts";
import { findRoundToProject, updateProjections } from "../../projections/update-projections.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { startWaitingRound } from "../../seasons/start-rounds/start-round.ts";
import { completeDueAbandonedMatches, hasAbandonedMatchToComplete } from "../match-changes/service.ts";
import { publishRound } from "../rounds/publish-round.ts";
import { getRoundPhase, type RoundPhase, reviewRound } from "../rounds/round-phase.ts";

/** The queues of a round's phases, in the order in which due jobs run. */
export const ROUND_QUEUES = [
	"round-results",
	"round-open",
	"round-soft-lock",
	"round-live",
	"round-projections",
	"round-review",
	"round-publish",
] as const satisfies readonly QueueName[];
type RoundQueueName = (typeof ROUND_QUEUES)[number];

export interface RoundJob {
	readonly queue: RoundQueueName;
	readonly data: RoundKey;
}
const roundJobSchema = z.object({
	queue: z.enum(ROUND_QUEUES),
	data: z.object({ seasonId: z.int(), roundId: z.int() }),
});
/** Parses a queued job; throws if it is not a round job. */
export const parseRoundJob = (job: Job): RoundJob => roundJobSchema.parse(job);
/** At most one job with the same key is queued or running. */
export const formatJobKey = ({ data: { seasonId, roundId } }: RoundJob): string => `${seasonId}/${roundId}`;

export const formatJobName = (job: RoundJob): string => `${job.queue} ${formatJobKey(job)}`;

type Connections = Pick<Database, "db" | "pool">;

/** Lists the jobs due at this season time from the database and the clock, regardless of what is queued already. */
export async function listDueJobs({ db }: Connections, snapshot: SeasonSnapshot, now: SeasonTime): Promise<RoundJob[]> {
	const { seasonId, rounds } = snapshot;
	const buildJob = (queue: RoundQueueName, roundId: RoundId): RoundJob => ({ queue, data: { seasonId, roundId } });
	const due = (await listRoundsWithoutActivity(db, snapshot)).map((roundId) => buildJob("round-results", roundId));
	const lastStartedRound = rounds.findLast((round) => hasRoundStarted(round, now));
	const isDrawDue =
		(await hasCupToDraw(db, snapshot, now)) ||
		(lastStartedRound && (await hasLeagueToStart(db, snapshot, lastStartedRound.id)));
	if (lastStartedRound && isDrawDue) due.push(buildJob("round-soft-lock", lastStartedRound.id));
	const roundToProject = await findRoundToProject(db, snapshot, now);
	if (roundToProject !== null) due.push(buildJob("round-projections", roundToProject));
	const round = rounds.find(({ status }) => status !== "complete");
	if (!round) return due;
	// The round may have opened before the season got a cup or a different last round.
	if ((await hasCupToPrepare(db, snapshot)) || (await hasFixturesToAdjust(db, snapshot)))
		due.push(buildJob("round-open", round.id));
	const phase = getRoundPhase(round, snapshot, now);
	const isStartDue = round.status === "scheduled" && round.matches.some(({ status }) => status !== "scheduled");
	if (isStartDue || hasAbandonedMatchToComplete(round, now)) due.push(buildJob("round-live", round.id));
	if (phase === "to-publish") due.push(buildJob("round-publish", round.id));
	return due;
}

const QUEUE_BY_PHASE: Readonly<Record<RoundPhase, RoundQueueName | null>> = {
	open: "round-open",
	"soft-locked": "round-soft-lock",
	playing: "round-live",
	"in-review": "round-review",
	"to-publish": "round-review",
	complete: null,
};

/** Gets the job that runs once when the current round enters a phase. */
export function getPhaseJob({ seasonId, rounds, ...season }: SeasonSnapshot, now: SeasonTime): RoundJob | null {
	const round = rounds.find(({ status }) => status !== "complete");
	if (!round) return null;
	const queue = QUEUE_BY_PHASE[getRoundPhase(round, season, now)];
	return queue && { queue, data: { seasonId, roundId: round.id } };
}

/** Runs one round job. Jobs are idempotent: they may run twice, late, or again after a crash. */
export async function runRoundJob(connections: Connections, snapshot: SeasonSnapshot, now: SeasonTime, job: Job) {
	const { db } = connections;
	const { queue, data: round } = parseRoundJob(job);
	const { roundId } = round;
	if (round.seasonId !== snapshot.seasonId) return { skipped: "another season is current" };
	switch (queue) {
		case "round-results":
			await adjustFixtures(db, snapshot, now);
			await createFinals(db, snapshot);
			await saveRoundActivity(db, snapshot.seasonId, roundId);
			return null;
		case "round-open":
			await adjustFixtures(db, snapshot, now);
			await createFinals(db, snapshot);
			await prepareSeasonCup(db, snapshot);
			return null;
		case "round-soft-lock":
			await startLeagues(db, snapshot, now);
			await drawSeasonCup(db, snapshot, now);
			return null;
		case "round-live":
			await completeDueAbandonedMatches(connections, round, now);
			return { started: await startWaitingRound(connections, round, now) };
		case "round-projections":
			return updateProjections(db, snapshot.seasonId, now);
		case "round-review":
			return reviewRound(db, snapshot, roundId);
		case "round-publish":
			// Results are saved per match-up, so missing match-ups are created first.
			await startLeagues(db, snapshot, now);
			await drawSeasonCup(db, snapshot, now);
			await createFinals(db, snapshot);
			return { published: await publishRound(connections, snapshot.seasonId, roundId, now) };
	}
}
