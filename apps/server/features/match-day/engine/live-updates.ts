import type { LiveVersion } from "@first-bounce/contract/live";
import { coalesce } from "../../seasons/current/coalesce.ts";
import type { SeasonClocks } from "../../seasons/current/season-clock.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { LiveStandings } from "../../standings/live-standings.ts";
import type { StaticFiles } from "../../static-files/static-files.ts";

export interface LiveUpdatesSources {
	readonly seasons: Pick<SeasonHolder, "onChange">;
	readonly standings: Pick<LiveStandings, "current" | "refresh" | "scoresVersion">;
	readonly files: Pick<StaticFiles, "current" | "refresh">;
	readonly clocks: Pick<SeasonClocks, "show" | "onChange">;
	readonly onError: (error: unknown) => void;
	/** Receives how long scoring (`score`), building files and the whole update (`publish`) took. */
	readonly measure?: (part: "score" | "files" | "publish", milliseconds: number) => void;
}

export type LiveUpdates = ReturnType<typeof createLiveUpdates>;

/** Updates the season's standings and static files together, and numbers each update that clients have to see. */
export function createLiveUpdates(sources: LiveUpdatesSources) {
	const { seasons, standings, files, clocks, onError, measure = () => undefined } = sources;
	const listeners = new Set<(message: LiveVersion) => void>();
	let version = 0;
	const getVersions = () => ({ checksums: files.current().checksums, scores: standings.scoresVersion() });
	let sentVersions = getVersions();

	const buildMessage = (changed: readonly string[], haveStandingsChanged: boolean): LiveVersion => {
		const { isLive, roundId } = standings.current();
		return {
			version,
			checksums: files.current().checksums,
			changed: [...changed],
			standings: haveStandingsChanged,
			liveRoundId: isLive ? roundId : null,
			clock: clocks.show(),
		};
	};

	const sendUpdate = coalesce(async () => {
		const start = performance.now();
		const measureSinceStart = (part: "score" | "files" | "publish") => () => measure(part, performance.now() - start);
		await Promise.all([
			standings.refresh().then(measureSinceStart("score")),
			files.refresh().then(measureSinceStart("files")),
		]);
		const now = getVersions();
		const changed = Object.keys(now.checksums).filter((name) => now.checksums[name] !== sentVersions.checksums[name]);
		// A saved line-up alone is sent to its owner only, or every browser would refetch after every save.
		const haveStandingsChanged = now.scores !== sentVersions.scores;
		sentVersions = now;
		if (changed.length === 0 && !haveStandingsChanged) return;
		version++;
		const update = buildMessage(changed, haveStandingsChanged);
		for (const listener of listeners) listener(update);
		measure("publish", performance.now() - start);
	});

	// A changed season is sent at once; saved line-ups, of which there are hundreds a second before lockout, with the next step.
	let lastUpdate = Promise.resolve();
	const unsubscribe = seasons.onChange(() => {
		lastUpdate = sendUpdate().catch(onError);
	});
	return {
		/** Updates standings and static files to the current season, then sends one message about what changed. */
		refresh: sendUpdate,
		/** The message for a client that has just connected. */
		getCurrent: (): LiveVersion => buildMessage(Object.keys(files.current().checksums), true),
		onVersion: (listener: (message: LiveVersion) => void) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		close: () => {
			unsubscribe();
			return lastUpdate;
		},
	};
}
