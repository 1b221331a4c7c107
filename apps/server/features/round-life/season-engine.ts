import type { FastifyInstance } from "fastify";
import { connect } from "../../db/connect.ts";
import type { Feed } from "../../feeds/feed.ts";
import { registerLiveStream, sseEvent } from "../../plugins/live-stream.ts";
import { createFeedPoller, type FeedPoller } from "../feed-intake/poll-feed.ts";
import type { Game } from "../season/game.ts";
import { createGameHolder, type GameHolder } from "../season/game-holder.ts";
import { createNotifications } from "../season/notifications.ts";
import { createSeasonClocks, type SeasonClocks } from "../season/season-clock.ts";
import { createStandings, type LiveStandings } from "../standings/live-standings.ts";
import { registerStaticFiles } from "../static-files/routes.ts";
import { createStaticFiles, type StaticFiles } from "../static-files/static-files.ts";
import { createPublication, type Publication } from "./publication.ts";
import { createRunner, type Runner } from "./runner.ts";
import { tick } from "./tick.ts";

export interface SeasonEngineOptions {
	/** The database; the engine brings its own connections. */
	readonly url: string;
	/** Where a season's news comes from; null for one that only its operator tells. Asked again for each season. */
	readonly feedOf: (game: Game) => Promise<Feed | null>;
	readonly onError: (error: unknown) => void;
	readonly wallNow?: () => number;
}

/** The running season: what is current, what it scores, and what moves it on. */
export interface SeasonEngine {
	readonly games: GameHolder;
	readonly clocks: SeasonClocks;
	readonly standings: LiveStandings;
	readonly files: StaticFiles;
	readonly publication: Publication;
	/** A step asks the feed, lets rounds begin and end, and publishes. */
	readonly runner: Runner;
	/** Static files and the live stream. */
	readonly register: (app: FastifyInstance) => void;
	readonly close: () => Promise<void>;
}

/** Apart from the requests' pool: a publication must never wait for a connection that waits for the publication. */
const CONNECTIONS = 6;

/** Reads the current season and everything derived from it. Nothing moves until `runner.start()` or `runner.step()`. */
export async function createSeasonEngine({
	url,
	feedOf,
	onError,
	wallNow,
}: SeasonEngineOptions): Promise<SeasonEngine> {
	const { db, pool } = connect(url, CONNECTIONS);
	const notifications = await createNotifications(url, { onError });
	const clocks = await createSeasonClocks(db, notifications, wallNow);
	const games = await createGameHolder(db, notifications);
	const standings = createStandings({ pool, game: games.peek, onError });
	await standings.refresh();
	const files = await createStaticFiles({ db, game: games.peek, seasonNow: clocks.seasonNow, onError });
	const publication = createPublication({ games, standings, files, clocks, onError });

	let polled: { seasonId: number; poller: FeedPoller | null } | null = null;
	const pollerOf = async (game: Game): Promise<FeedPoller | null> => {
		if (polled?.seasonId !== game.seasonId) {
			const feed = await feedOf(game);
			polled = { seasonId: game.seasonId, poller: feed && createFeedPoller(feed, { db, game: games.current, clocks }) };
		}
		return polled.poller;
	};

	const runner = createRunner(async () => {
		const game = games.peek();
		if (!game) return;
		const now = clocks.seasonNow();
		if (await (await pollerOf(game))?.poll()) await games.refresh();
		await tick({ database: { db, pool }, games }, now);
		await standings.heedOthers();
		await publication.publish();
	}, onError);

	return {
		games,
		clocks,
		standings,
		files,
		publication,
		runner,
		register: (app) => {
			registerStaticFiles(app, files);
			const stream = registerLiveStream(app, { hello: () => sseEvent("version", publication.hello()) });
			const broadcast = (event: string) => void stream.broadcast(event).catch(onError);
			publication.onVersion((message) => broadcast(sseEvent("version", message)));
			clocks.onChange(() => broadcast(sseEvent("clock", clocks.show())));
		},
		close: async () => {
			await runner.stop();
			await notifications.close();
			await publication.close();
			await files.close();
			await standings.close();
			await db.destroy();
		},
	};
}
