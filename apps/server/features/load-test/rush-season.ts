import { seasonClock } from "@first-bounce/contract/clock";
import { playersFile, roundsFile } from "@first-bounce/contract/stats/static-data";
import { z } from "zod";
import type { LoadClient } from "./load-client.ts";

export interface RushPlayer {
	readonly id: number;
	readonly cost: number;
	/** Players of equal positions can replace each other. */
	readonly positions: string;
	/** The season time at which the player locks in this round. */
	readonly lockedAt: number;
}

/** Thrown if a response that a rush needs to start is missing. */
export class RushSetupError extends Error {}

async function getJson<Shape extends z.ZodType>(
	client: LoadClient,
	path: string,
	shape: Shape,
): Promise<z.output<Shape>> {
	const answer = await client.send({ path });
	const status = typeof answer === "object" ? answer.status : "nothing";
	if (typeof answer !== "object" || status !== 200) throw new RushSetupError(`${path} was answered with ${status}`);
	return shape.parse(answer.json());
}

/** Reads the clock, the round that is to be locked and the players, as a browser would. */
export async function loadRushSeason(client: LoadClient) {
	const { success: clock } = await getJson(client, "/api/en/season/clock", z.object({ success: seasonClock }));
	const rounds = await getJson(client, "/json/fantasy/rounds.json", roundsFile);
	const players = await getJson(client, "/json/fantasy/players.json", playersFile);
	const round = rounds.find(({ status }) => status !== "complete");
	if (!round || round.tournaments.length === 0) throw new RushSetupError("The season has no round ahead");
	const lockBySquad = new Map<number, number>();
	for (const { homeSquadId, awaySquadId, date } of round.tournaments) {
		for (const squadId of [homeSquadId, awaySquadId])
			lockBySquad.set(squadId, Math.min(Date.parse(date), lockBySquad.get(squadId) ?? Number.POSITIVE_INFINITY));
	}
	const [seasonAt, wallAt] = [Date.parse(clock.seasonTime), Date.parse(clock.wallTime)];
	return {
		roundId: round.id,
		/** The season time of the round's first lock. */
		firstLockAt: Math.min(...lockBySquad.values()),
		speed: clock.speed,
		players: new Map(
			players
				.filter(({ departed }) => !departed)
				.map(({ id, cost, position, squadId }) => {
					const lockedAt = lockBySquad.get(squadId) ?? Number.POSITIVE_INFINITY;
					return [id, { id, cost, positions: position.join(), lockedAt }];
				}),
		),
		computeSeasonTime: (wallNow: number) => seasonAt + (wallNow - wallAt) * clock.speed,
	};
}

/** The season data that a rush reads before it starts. */
export type RushSeason = Awaited<ReturnType<typeof loadRushSeason>>;
