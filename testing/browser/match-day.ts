import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Database } from "../../apps/server/db/open.ts";
import { createScratchDatabase } from "../../apps/server/db/scratch.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import { DAY_MS } from "../../packages/rules/durations.ts";
import { type SoakSeason, seedSoakSeason } from "../season/generated-season.ts";
import { type Season2023, seedSeason2023 } from "../season/season-2023.ts";
import { startSeasonProvider } from "../stats-providers/season-provider.ts";
import { type RunningServer, startServer } from "./server.ts";

/** A server whose season and stats come from a fake AFL API, with a clock that the test sets. */
export interface MatchDay<Season = SoakSeason> {
	/** Its `stop` also stops the API, and deletes the database. */
	readonly server: RunningServer;
	readonly database: Database;
	readonly season: Season;
	/** Sets the season's clock for the server and the API. It stands still unless a speed is given. */
	readonly moveClockTo: (at: number, speed?: number) => Promise<void>;
	/** Adds a goal of a player to the API; resolves with the time of the first response that has it. */
	readonly scoreGoal: (playerId: number, matchId: number) => Promise<number>;
}

interface PlayerStats {
	readonly playerStats: { readonly stats: { goals: number } };
	readonly player: { readonly player: { readonly player: { readonly playerId: string } } };
}
interface MatchItem {
	readonly match: { readonly matchId: string };
	readonly score: { readonly homeTeamScore: { readonly matchScore: { totalScore: number | null } } };
}

const GOAL_POINTS = 6;

export interface Scorer {
	readonly id: number;
	readonly name: string;
	readonly matchId: number;
	readonly startsAt: number;
}

/** The first of the given players who has a match in round 1. */
export function findScorer({ season: { generated } }: MatchDay, playerIds: readonly number[]): Scorer {
	for (const id of playerIds) {
		const match = generated.matches.find(
			(candidate) =>
				candidate.roundId === 1 && generated.results.get(candidate.id)?.lines.some(({ playerId }) => playerId === id),
		);
		const player = generated.footballers.find((footballer) => footballer.id === id);
		if (match && player)
			return { id, name: `${player.firstName} ${player.lastName}`, matchId: match.id, startsAt: match.startsAt };
	}
	throw new Error("None of the players has a match in round 1");
}

/** Creates a private head-to-head league without finals from round 1 on, which another manager joins. Returns its id. */
export async function createLeagueOfTwo({ request }: Page, other: Page, name: string): Promise<number> {
	const form = { name, type: "h2h", privacy: "private", size: 2, startId: 1 };
	const data = { ...form, finals: false, h2hTiebreaker: "percentage" };
	const { league } = (await (await request.post("/api/en/fantasy/league", { data })).json()).success;
	const joined = await other.request.post(`/api/en/fantasy/league/${league.code}/join`);
	if (!joined.ok()) throw new Error(await joined.text());
	return league.id;
}

/** A generated season of three rounds with twenty teams. */
export const startMatchDay = (env: Record<string, string> = {}): Promise<MatchDay> =>
	startDay(({ db }) => seedSoakSeason(db, { seed: 3, rounds: 3, teams: 20 }), env);

/** The real season of 2023 before its first match, on Friday 1 September. */
export const startFriday2023 = (): Promise<MatchDay<{ readonly generated: Season2023 }>> =>
	startDay(async ({ db }) => ({ generated: await seedSeason2023(db) }), {});

async function startDay<Season extends Parameters<typeof startSeasonProvider>[0]>(
	seedSeason: (database: Database) => Promise<Season>,
	env: Record<string, string>,
): Promise<MatchDay<Season>> {
	const database = await createScratchDatabase();
	const season = await seedSeason(database);
	const goals = new Map<number, { matchId: number; count: number }>();
	const goalListeners = new Map<string, (at: number) => void>();
	const firstStart = Math.min(...season.generated.matches.map(({ startsAt }) => startsAt));
	let clock = { at: firstStart - 3 * DAY_MS, setAt: Date.now(), speed: 0 };
	const now = () => clock.at + (Date.now() - clock.setAt) * clock.speed;

	const addGoals = (path: string, text: string): string => {
		const body = JSON.parse(text);
		for (const [playerId, { matchId, count }] of goals) {
			const items: MatchItem[] = body.items ?? [];
			for (const { match, score } of items)
				if (match.matchId === `CD_M${matchId}`)
					score.homeTeamScore.matchScore.totalScore =
						(score.homeTeamScore.matchScore.totalScore ?? 0) + GOAL_POINTS * count;
			const entries: PlayerStats[] = [...(body.homeTeamPlayerStats ?? []), ...(body.awayTeamPlayerStats ?? [])];
			const line = entries.find(({ player }) => player.player.player.playerId === `CD_I${playerId}`);
			if (!line || !path.endsWith(`CD_M${matchId}`)) continue;
			line.playerStats.stats.goals += count;
			goalListeners.get(`${playerId} ${count}`)?.(Date.now());
		}
		return JSON.stringify(body);
	};
	const provider = await startSeasonProvider(season, now, (path, body) => ({ body: addGoals(path, body) }));
	const setSeasonClock = (at: number, speed: number, setAt: number) =>
		setClock(database.db, { seasonAt: at, speed }, setAt);
	await setSeasonClock(clock.at, clock.speed, clock.setAt);
	const server = await startServer({ env: { DATABASE_URL: database.url, DEMO: "off", ...provider.env, ...env } });
	const readServerTime = async (): Promise<number> =>
		Date.parse((await (await fetch(`${server.url}/api/en/season/clock`)).json()).success.seasonTime);
	const stop = async () => {
		await server.stop();
		await provider.api.close();
		await database.close();
	};
	return {
		server: { ...server, stop },
		database,
		season,
		moveClockTo: async (at, speed = 0) => {
			const setAt = Date.now();
			await setSeasonClock(at, speed, setAt);
			// A server whose clock is behind would refuse the API's stats, and the API sends the same stats only once.
			while ((await readServerTime()) < at) await delay(20);
			clock = { at, setAt, speed };
		},
		scoreGoal: (playerId, matchId) => {
			const count = (goals.get(playerId)?.count ?? 0) + 1;
			const sent = Promise.withResolvers<number>();
			goalListeners.set(`${playerId} ${count}`, sent.resolve);
			goals.set(playerId, { matchId, count });
			return sent.promise;
		},
	};
}
