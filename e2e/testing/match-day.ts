import type { Database } from "../../apps/server/db/open.ts";
import { createScratchDatabase } from "../../apps/server/db/scratch.ts";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import { startAflApiServer } from "../../apps/server/testing/stats-providers/afl-api-server.ts";
import { aflSeason } from "../../soak/afl-season.ts";
import { plantSoakSeason, type SoakSeason } from "../../soak/season.ts";
import { type RunningServer, startServer } from "./server.ts";

/** A season told by an outside source, at a moment that the test sets, to the product's own server. */
export interface MatchDay {
	readonly server: RunningServer;
	readonly database: Database;
	readonly season: SoakSeason;
	/** Stops season time there, for the source as well. */
	readonly moveTo: (at: number) => Promise<void>;
	/** The source knows of one more goal of hers from now on; resolves, with the wall's time, once it has said so. */
	readonly goal: (playerId: number, matchId: number) => Promise<number>;
	readonly stop: () => Promise<void>;
}

interface Stats {
	readonly playerStats: { readonly stats: { goals: number } };
	readonly player: { readonly player: { readonly player: { readonly playerId: string } } };
}
interface Item {
	readonly match: { readonly matchId: string };
	readonly score: { readonly homeTeamScore: { readonly matchScore: { totalScore: number | null } } };
}

const GOAL = 6;

export async function startMatchDay(env: Record<string, string> = {}): Promise<MatchDay> {
	const database = await createScratchDatabase();
	const season = await plantSoakSeason(database.db, { seed: 3, rounds: 3, teams: 20 });
	const says = aflSeason(season);
	const goals = new Map<number, { matchId: number; count: number }>();
	const heard = new Map<string, (at: number) => void>();
	let now = Math.min(...season.generated.matches.map(({ startsAt }) => startsAt)) - 3 * 86_400_000;

	const withGoals = (path: string, text: string): string => {
		const body = JSON.parse(text);
		for (const [playerId, { matchId, count }] of goals) {
			const items: Item[] = body.items ?? [];
			for (const { match, score } of items)
				if (match.matchId === `CD_M${matchId}`)
					score.homeTeamScore.matchScore.totalScore = (score.homeTeamScore.matchScore.totalScore ?? 0) + GOAL * count;
			const entries: Stats[] = [...(body.homeTeamPlayerStats ?? []), ...(body.awayTeamPlayerStats ?? [])];
			const line = entries.find(({ player }) => player.player.player.playerId === `CD_I${playerId}`);
			if (!line || !path.endsWith(`CD_M${matchId}`)) continue;
			line.playerStats.stats.goals += count;
			heard.get(`${playerId} ${count}`)?.(Date.now());
		}
		return JSON.stringify(body);
	};
	const api = await startAflApiServer(async (path) => {
		const truth = await says(path, now);
		return truth === undefined ? { status: 404 } : { body: withGoals(path, truth) };
	});
	const moveTo = async (at: number) => {
		now = at;
		await setClock(database.db, { seasonAt: at, speed: 0 }, Date.now());
	};
	await moveTo(now);
	const server = await startServer({
		env: {
			DATABASE_URL: database.url,
			DEMO: "off",
			FEED: "afl-api",
			AFL_API_URL: api.url,
			AFL_API_SEASON: "2026",
			AFL_API_COMPETITION: "264",
			AFL_API_POLL_SECONDS: "0.1",
			...env,
		},
	});
	return {
		server,
		database,
		season,
		moveTo,
		goal: (playerId, matchId) => {
			const count = (goals.get(playerId)?.count ?? 0) + 1;
			const said = Promise.withResolvers<number>();
			heard.set(`${playerId} ${count}`, said.resolve);
			goals.set(playerId, { matchId, count });
			return said.promise;
		},
		stop: async () => {
			await server.stop();
			await api.close();
			await database.close();
		},
	};
}
