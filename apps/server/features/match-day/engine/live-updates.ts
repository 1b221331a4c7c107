import type { LiveVersion } from "@first-bounce/contract/live";
import { coalesce } from "../../seasons/current/coalesce.ts";
import type { SeasonClocks } from "../../seasons/current/season-clock.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { StaticFiles } from "../../static-files/static-files.ts";
import type { LiveStandings } from "../standings/live-standings.ts";

export interface LiveUpdatesSources {
	readonly seasons: Pick<SeasonHolder, "onChange">;
	readonly standings: Pick<LiveStandings, "current" | "refresh" | "scoresVersion">;
	readonly files: Pick<StaticFiles, "current" | "refresh">;
	readonly clocks: Pick<SeasonClocks, "show" | "onChange">;
	readonly onError: (error: unknown) => void;
	/** Told how long it took to score and rank, to build files, and all of it. */
	readonly measure?: (step: "score" | "files" | "publish", milliseconds: number) => void;
}

export interface LiveUpdates {
	/** Brings standings and files up to the season as it is and tells whoever listens, once, of what changed. */
	readonly refresh: () => Promise<void>;
	/** What is published now, as a client gets it who knows nothing yet. */
	readonly getCurrent: () => LiveVersion;
	readonly onVersion: (listener: (buildMessage: LiveVersion) => void) => () => void;
	readonly close: () => Promise<void>;
}

/** Publishes the season's standings and static files together as one version (design: one live score, end to end). */
export function createLiveUpdates(sources: LiveUpdatesSources): LiveUpdates {
	const { seasons, standings, files, clocks, onError, measure = () => undefined } = sources;
	const listeners = new Set<(buildMessage: LiveVersion) => void>();
	let version = 0;
	const current = () => ({ checksums: files.current().checksums, scores: standings.scoresVersion() });
	let announced = current();

	const buildMessage = (changed: readonly string[], isRanked: boolean): LiveVersion => {
		const { isLive, roundId } = standings.current();
		return {
			version,
			checksums: files.current().checksums,
			changed: [...changed],
			standings: isRanked,
			liveRoundId: isLive ? roundId : null,
			clock: clocks.show(),
		};
	};

	const publish = coalesce(async () => {
		const start = performance.now();
		const since = (step: "score" | "files" | "publish") => () => measure(step, performance.now() - start);
		await Promise.all([standings.refresh().then(since("score")), files.refresh().then(since("files"))]);
		const now = current();
		const changed = Object.keys(now.checksums).filter((name) => now.checksums[name] !== announced.checksums[name]);
		// A saved line-up alone is announced to its owner only: else every browser would refetch for every save.
		const isRanked = now.scores !== announced.scores;
		announced = now;
		if (changed.length === 0 && !isRanked) return;
		version++;
		const update = buildMessage(changed, isRanked);
		for (const listener of listeners) listener(update);
		measure("publish", performance.now() - start);
	});

	// A saved line-up is told of by the next step: during a lockout rush there are hundreds a second.
	let last = Promise.resolve();
	const unsubscribe = seasons.onChange(() => {
		last = publish().catch(onError);
	});
	return {
		refresh: publish,
		getCurrent: () => buildMessage(Object.keys(files.current().checksums), true),
		onVersion: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		close: () => {
			unsubscribe();
			return last;
		},
	};
}
