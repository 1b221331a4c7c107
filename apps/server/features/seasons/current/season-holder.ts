import type { Db } from "../../../db/tables/tables.ts";
import { Refusal } from "../../../plugins/refusal.ts";
import { coalesce } from "./coalesce.ts";
import { loadShownSeason } from "./load-season-snapshot.ts";
import type { PgListener } from "./pg-listener.ts";
import type { SeasonSnapshot } from "./season-snapshot.ts";

/** Thrown while no season is current, until an operator imports or generates one. */
export class NoSeasonError extends Refusal {
	constructor() {
		super(503, [{ code: "no-season" }]);
		this.name = "NoSeasonError";
	}
}

type SeasonListener = (season: SeasonSnapshot, before: SeasonSnapshot | null) => void;

export type SeasonHolder = Awaited<ReturnType<typeof createSeasonHolder>>;

/** Keeps the current season in memory and reloads it when any process has changed it. */
export async function createSeasonHolder(
	db: Db,
	pgListener: Pick<PgListener, "on">,
	/** Receives the duration of each load in milliseconds. */
	onLoad: (milliseconds: number) => void = () => undefined,
	/** Reads the clock again before a changed season is used, because another season can have another clock. */
	refreshClock: () => Promise<void> = async () => undefined,
) {
	let season = await loadShownSeason(db);
	const listeners = new Set<SeasonListener>();
	const reload = coalesce(async () => {
		const before = season;
		const start = performance.now();
		const newSeason = await loadShownSeason(db);
		onLoad(performance.now() - start);
		if (newSeason && newSeason.seasonId === before?.seasonId && newSeason.dataVersion === before.dataVersion) return;
		await refreshClock();
		season = newSeason;
		if (newSeason) for (const listener of listeners) listener(newSeason, before);
	});
	const getCurrent = (): SeasonSnapshot => {
		if (!season) throw new NoSeasonError();
		return season;
	};
	pgListener.on("season_changed", (seasonAndVersion) => {
		if (!season || seasonAndVersion !== `${season.seasonId} ${season.dataVersion}`) return reload();
	});
	return {
		/** Returns the loaded season; throws NoSeasonError if there is none. */
		current: getCurrent,
		/** Returns the loaded season; null if there is none. */
		peek: (): SeasonSnapshot | null => season,
		/** Reloads the season, including everything that was committed before the call. */
		refresh: async (): Promise<SeasonSnapshot> => {
			await reload();
			return getCurrent();
		},
		onChange: (listener: SeasonListener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
