import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { DemoServices } from "../../features/demo/routes.ts";
import type { GameHolder } from "../../features/season/game-holder.ts";
import type { SeasonClocks } from "../../features/season/season-clock.ts";
import { playRound } from "./clock-commands.ts";
import { demoManagerId } from "./demo-manager.ts";
import { createRoundPlayer } from "./round-player.ts";

export interface DemoParts {
	readonly db: Kysely<Tables>;
	readonly games: Pick<GameHolder, "peek">;
	readonly clocks: SeasonClocks;
	/** Whether this installation offers a demo at all, and on this address (config: demo and demoMayRun). */
	readonly settings: { readonly demo: boolean; readonly demoMayRun: boolean };
	readonly onError: (error: unknown) => void;
}

/** Wall time between two looks of the round player, in milliseconds. */
const STEP = 250;

/** What the demo's two buttons do, and the hand that turns the clock while a round is played for a watcher. */
export function createDemo({ db, games, clocks, settings, onError }: DemoParts): DemoServices & { stop: () => void } {
	const player = createRoundPlayer({ db, game: games.peek, clocks });
	const timer = setInterval(() => void player.step().catch(onError), STEP);
	timer.unref();
	return {
		isOffered: () => settings.demo && settings.demoMayRun && (games.peek()?.isDemo ?? false),
		managerId: () => demoManagerId(db),
		playRound: async () => {
			await playRound(db, settings, clocks.wallNow());
		},
		stop: () => clearInterval(timer),
	};
}
