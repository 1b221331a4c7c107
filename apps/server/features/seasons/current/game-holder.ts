import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { coalesce } from "./coalesce.ts";
import type { Game } from "./game.ts";
import { loadGame } from "./load-game.ts";
import type { Notifications } from "./notifications.ts";

/** No season is current: nothing of the game can be answered until an operator imports or generates one. */
export class NoSeasonError extends Error {
	constructor() {
		super("No season is current.");
		this.name = "NoSeasonError";
	}
}

type GameListener = (game: Game, before: Game | null) => void;

export interface GameHolder {
	/** The season as last read; throws NoSeasonError where there is none. */
	readonly current: () => Game;
	readonly peek: () => Game | null;
	/** Reads it again; sees all that was committed before the call. */
	readonly refresh: () => Promise<Game>;
	readonly onChange: (listener: GameListener) => () => void;
}

/** Keeps the current season in memory and reads it anew when anyone says that it changed. */
export async function createGameHolder(
	db: Kysely<Tables>,
	notifications: Pick<Notifications, "on">,
	/** Told how many milliseconds a reading took. */
	onRead: (milliseconds: number) => void = () => undefined,
): Promise<GameHolder> {
	let game = await loadGame(db);
	const listeners = new Set<GameListener>();
	const read = coalesce(async () => {
		const before = game;
		const start = performance.now();
		const next = await loadGame(db);
		onRead(performance.now() - start);
		if (next && next.seasonId === before?.seasonId && next.dataVersion === before.dataVersion) return;
		game = next;
		if (next) for (const listener of listeners) listener(next, before);
	});
	const current = () => {
		if (!game) throw new NoSeasonError();
		return game;
	};
	notifications.on("game_changed", (seasonAndVersion) => {
		if (!game || seasonAndVersion !== `${game.seasonId} ${game.dataVersion}`) return read();
	});
	return {
		current,
		peek: () => game,
		refresh: async () => {
			await read();
			return current();
		},
		onChange: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
