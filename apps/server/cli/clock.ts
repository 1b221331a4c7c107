import type { SeasonClock } from "@first-bounce/contract/clock";
import { Command, InvalidArgumentError } from "commander";
import { readConfig } from "../config.ts";
import type { Db } from "../db/tables/tables.ts";
import {
	type ClockOptions,
	getClock,
	jumpToNextLock,
	playAtSpeed,
	playRound,
	setSeasonTime,
} from "../features/demo/demo-clock.ts";
import { readDatabaseTime } from "../features/seasons/current/clock-queries.ts";
import { findCurrentSeason } from "../features/seasons/current/season-queries.ts";
import { COMMAND_LINE, writeAudit } from "../plugins/audit.ts";
import { parseTime } from "./command-builders.ts";
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
			speed === undefined
				? runClockChange({ action: "play" }, playRound)
				: runClockChange({ action: "speed", speed }, (db, options, wallNow) =>
						playAtSpeed(db, speed, options, wallNow),
					),
		);
	clock
		.command("next")
		.description("demo only: jump to twenty seconds before the next lock")
		.addHelpText("after", "\nExample:\n  npm run -s fb -- clock next")
		.action(() => runClockChange({ action: "next" }, jumpToNextLock));
	clock
		.command("set")
		.description("demo only: jump to a season time")
		.argument("<TIME>", "a time with an offset, such as 2026-09-04T09:15:00Z", parseTime)
		.addHelpText("after", "\nExample:\n  npm run -s fb -- clock set 2026-09-04T09:15:00Z")
		.action((at: string) =>
			runClockChange({ action: "set", at }, (db, options, wallNow) =>
				setSeasonTime(db, Date.parse(at), options, wallNow),
			),
		);
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

/** Changes the clock of the demo, and writes the change to the audit log as the console does. */
const runClockChange = (
	change: object,
	work: (db: Db, options: ClockOptions, wallNow: number) => Promise<SeasonClock>,
): Promise<void> =>
	runClockCommand(async (db, wallNow) => {
		const subject = `season:${(await findCurrentSeason(db))?.id ?? ""}`;
		const before = await getClock(db, wallNow);
		const runInTransaction = (trx: Db) =>
			writeAudit(trx, COMMAND_LINE, { action: "clock-turned", subject, before, after: change });
		return work(db, { demoMayRun: readConfig().demoMayRun, runInTransaction }, wallNow);
	});

function parseSpeed(text: string): number {
	const value = Number(text);
	if (text.trim() === "" || !Number.isFinite(value) || value < 0) throw new InvalidArgumentError("Not a speed.");
	return value;
}
