import type { SeasonClock } from "@first-bounce/contract/clock";
import { Command, InvalidArgumentError } from "commander";
import { readConfig } from "../config.ts";
import type { Db } from "../db/tables/tables.ts";
import { getClock, jumpToNextLock, playAtSpeed, playRound, setSeasonTime } from "../features/demo/demo-clock.ts";
import { readDatabaseTime } from "../features/seasons/current/clock-queries.ts";
import { parseInstant } from "../features/seasons/import/csv/dates.ts";
import { withExistingDatabase } from "./operator-services.ts";
import { print } from "./output/output.ts";

export function createClockCommand(): Command {
	const clock = new Command("clock").description("the season's clock; a running server follows immediately");
	clock
		.command("show")
		.description("show season time, its speed, and the round that the demo is playing")
		.addHelpText("after", "\nExample:\n  npm run -s fb -- clock show")
		.action(() => runClockCommand(getClock));
	clock
		.command("play")
		.description("demo only: play the current round, or let time run at a speed")
		.option("--speed <N>", "season seconds per real second; 1 is real time, 0 stops the clock", parseSpeed)
		.addHelpText("after", "\nExamples:\n  npm run -s fb -- clock play\n  npm run -s fb -- clock play --speed 60")
		.action(({ speed }: { speed?: number }) =>
			runClockCommand((db, wallNow) =>
				speed === undefined ? playRound(db, readConfig(), wallNow) : playAtSpeed(db, speed, readConfig(), wallNow),
			),
		);
	clock
		.command("next")
		.description("demo only: jump to twenty seconds before the next lock")
		.addHelpText("after", "\nExample:\n  npm run -s fb -- clock next")
		.action(() => runClockCommand((db, wallNow) => jumpToNextLock(db, readConfig(), wallNow)));
	clock
		.command("set")
		.description("demo only: jump to a season time")
		.argument("<TIME>", "a time with an offset, such as 2026-09-04T09:15:00Z", parseInstantArgument)
		.addHelpText("after", "\nExample:\n  npm run -s fb -- clock set 2026-09-04T09:15:00Z")
		.action((time: number) => runClockCommand((db, wallNow) => setSeasonTime(db, time, readConfig(), wallNow)));
	return clock;
}

function runClockCommand(work: (db: Db, wallNow: number) => Promise<SeasonClock>): Promise<void> {
	return withExistingDatabase(async ({ db }) => {
		const { seasonTime, speed, isDemo, playingRoundId } = await work(db, await readDatabaseTime(db));
		const kind = isDemo ? "demo" : "real season";
		const playing = playingRoundId === null ? "" : `, playing round ${playingRoundId}`;
		print(`${seasonTime}  speed ${speed}  (${kind}${playing})`);
	});
}

function parseSpeed(text: string): number {
	const value = Number(text);
	if (text.trim() === "" || !Number.isFinite(value) || value < 0) throw new InvalidArgumentError("Not a speed.");
	return value;
}

function parseInstantArgument(text: string): number {
	const time = parseInstant(text);
	if (time === null) throw new InvalidArgumentError("Not a time with an offset.");
	return time;
}
