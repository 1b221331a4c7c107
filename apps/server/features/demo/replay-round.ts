import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import type { Database } from "../../db/open.ts";
import { publishRound } from "../match-day/rounds/publish-round.ts";
import { updateProjections } from "../projections/update-projections.ts";
import { createFixedClocks } from "../seasons/current/season-clock.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { Feed, FeedPayload } from "../stats-providers/feed.ts";
import { processPayload } from "../stats-providers/intake/process-payload.ts";
import { MAX_SIMULATED_MATCH_MS } from "../stats-providers/simulator/match-timeline.ts";

export type Connection = Pick<Database, "db" | "pool">;

/** Processes all payloads that a feed has for a round by a season time, as a live season does. */
export async function processRoundPayloads(
	{ db }: Connection,
	snapshot: SeasonSnapshot,
	feed: Feed,
	roundId: RoundId,
	now: SeasonTime,
) {
	const matches = findRound(snapshot.rounds, roundId)?.matches ?? [];
	const season = { db, currentSeason: () => snapshot, clocks: createFixedClocks(now) };
	const processAll = async (payloads: readonly FeedPayload[]) => {
		for (const payload of payloads) {
			const { verdict, problems } = await processPayload(payload, feed, season);
			if (verdict === "quarantined")
				throw new Error(`${payload.kind} of match ${payload.subject}: ${problems.join("; ")}`);
		}
	};
	const byMatch = Map.groupBy(await feed.poll(matches, now), ({ subject }) => subject);
	await Promise.all([...byMatch.values()].map(processAll));
}

/** Saves a round's projections, processes its final stats and publishes it. */
export async function replayRound(
	connection: Connection,
	snapshot: SeasonSnapshot,
	feed: Feed,
	roundId: RoundId,
): Promise<void> {
	const matches = findRound(snapshot.rounds, roundId)?.matches ?? [];
	const starts = matches.map(({ startsAt }) => startsAt);
	const endsAt = Math.max(...starts) + MAX_SIMULATED_MATCH_MS;
	await updateProjections(connection.db, snapshot.seasonId, Math.min(...starts));
	await processRoundPayloads(connection, snapshot, feed, roundId, endsAt);
	await publishRound(connection, snapshot.seasonId, roundId, endsAt);
}
