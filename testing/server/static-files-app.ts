import type { FastifyInstance } from "fastify";
import type { registerStaticFiles } from "../../apps/server/features/static-files/routes.ts";
import { createStaticFiles, type StaticFiles } from "../../apps/server/features/static-files/static-files.ts";
import { rethrow } from "./failure.ts";
import { createTestApp, type TestApp } from "./test-app.ts";

/** The files that routes serve. */
type ServedFiles = Parameters<typeof registerStaticFiles>[1];

/** A test app with the static files of its season, which change at `files.refresh()`. The test closes both. */
interface StaticFilesApp {
	readonly app: TestApp;
	readonly files: StaticFiles;
}

/** Creates a test app that serves the static files of its season as `register` says. */
export async function createStaticFilesApp(
	register: (app: FastifyInstance, files: ServedFiles) => void,
): Promise<StaticFilesApp> {
	let files: StaticFiles | null = null;
	// The routes are registered first, because the files are built from the app's season.
	const getFiles = (): StaticFiles => {
		if (!files) throw new Error("The static files are not built yet");
		return files;
	};
	const app = await createTestApp({
		extraRoutes: [
			(instance) =>
				register(instance, {
					findFile: (name) => getFiles().findFile(name),
					findSeasonFile: (seasonId, name) => getFiles().findSeasonFile(seasonId, name),
					getSeasonsFile: () => getFiles().getSeasonsFile(),
				}),
		],
	});
	files = await createStaticFiles({
		db: app.database.db,
		currentSeason: app.seasons.peek,
		seasonNow: app.clocks.seasonNow,
		onError: rethrow,
	});
	return { app, files };
}
