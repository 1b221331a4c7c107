import { Command, InvalidArgumentError } from "commander";
import { listAnnouncedStarts } from "../features/operator/feeds/announced-starts.ts";
import {
	changeMatch,
	holdRound,
	listRounds,
	publishRoundNow,
	releaseRound,
	rerunPrices,
	reviewPrices,
} from "../features/operator/season/rounds.ts";
import { auditedCommand, createShowCommand, formatLine, parseId, parseTime } from "./command-builders.ts";
import { print } from "./output.ts";

const STATUSES = ["scheduled", "playing", "complete"] as const;
type Status = (typeof STATUSES)[number];
type Change = Parameters<typeof changeMatch>[2];

export function roundCommand(): Command {
	const round = new Command("round").description("rounds: where they are, their review, prices and publication");
	createShowCommand(
		round.command("list").description("rounds and matches of the season, a line each"),
		"round list",
		async (services) => {
			for (const { id, phase, matches, publishesAt, hold } of listRounds(services).rounds) {
				const due = publishesAt ? [`publishes at ${publishesAt}`] : [];
				print(formatLine("round", id, phase, ...(hold ? [`held: ${hold.reason}`] : due)));
				for (const each of matches) print(formatLine("  match", each.id, each.startsAt, each.status, each.venue));
			}
		},
	);
	createShowCommand<[number], object>(
		round
			.command("prices")
			.description("the prices that publishing the round, or running it again, would set")
			.argument("<ROUND>", "its number", parseId),
		"round prices 4",
		async (services, [id]) => {
			const { magicNumber, changes } = reviewPrices(services, id);
			print(
				formatLine("magic number", magicNumber),
				...changes.map((each) => formatLine(each.playerId, each.name, each.before, each.after)),
			);
		},
	);
	auditedCommand<[number], object>(
		round
			.command("publish")
			.description("publish a round that waits for review now")
			.argument("<ROUND>", "its number", parseId),
		'round publish 4 --reason "reviewed with the league"',
		async (services, audit, [id]) => {
			await publishRoundNow(services, id, audit);
			print(`Round ${id} is published.`);
		},
	);
	auditedCommand<[number], object>(
		round
			.command("hold")
			.description("hold a round back from automatic publication")
			.argument("<ROUND>", "its number", parseId),
		'round hold 4 --reason "the league checks a goal"',
		async (services, audit, [id]) => {
			await holdRound(services, id, audit);
			print(`Round ${id} is held.`);
		},
	);
	auditedCommand<[number], object>(
		round
			.command("release")
			.description("release a held round: it is published by itself once it is due")
			.argument("<ROUND>", "its number", parseId),
		'round release 4 --reason "the goal stands"',
		async (services, audit, [id]) => {
			await releaseRound(services, id, audit);
			print(`Round ${id} is released.`);
		},
	);
	auditedCommand<[number], object>(
		round
			.command("rerun-prices")
			.description("price the last published round again; its trades become final")
			.argument("<ROUND>", "its number", parseId),
		'round rerun-prices 4 --reason "three corrections"',
		async (services, audit, [id]) => {
			const { changed, magicNumber } = await rerunPrices(services, id, audit);
			print(`${changed} prices changed; the magic number is ${magicNumber}.`);
		},
	);
	return round;
}

export function matchCommand(): Command {
	const match = new Command("match").description("matches: other times, other rounds, and what happens at the ground");
	const command = (name: string, description: string) =>
		match.command(name).description(description).argument("<MATCH>", "its id", parseId);
	const act = <Args extends readonly unknown[], Options = object>(
		of: Command,
		example: string,
		change: (args: Args, options: Options) => Change,
	) =>
		auditedCommand<readonly [number, ...Args], Options>(
			of,
			example,
			async (services, audit, [id, ...args], options) => {
				const changed = await changeMatch(services, id, change(args as unknown as Args, options), audit);
				const { roundId, startsAt, status, isAbandoned } = changed;
				print(formatLine("match", id, `round ${roundId}`, startsAt, isAbandoned ? "abandoned" : status));
			},
		);
	createShowCommand(
		match.command("announced").description("matches that their feed announces for another time than they have"),
		"match announced",
		async (services) => {
			for (const { match: each, announced, since } of (await listAnnouncedStarts(services)).starts)
				print(formatLine("match", each.id, each.startsAt, `announced for ${announced}`, `since ${since}`));
		},
	);
	act<[string], { venue?: string }>(
		command("reschedule", "give a match another time in its round")
			.argument("<TIME>", "with its offset", parseTime)
			.option("--venue <NAME>", "and another venue"),
		'match reschedule 301 2026-09-04T09:45:00Z --reason "lightning"',
		([startsAt], { venue }) => ({ do: "reschedule", startsAt, ...(venue ? { venue } : {}) }),
	);
	act<[number, string]>(
		command("move", "play a match in another round")
			.argument("<ROUND>", "its number", parseId)
			.argument("<TIME>", "with its offset", parseTime),
		'match move 301 5 2026-09-11T09:15:00Z --reason "flooded ground"',
		([toRoundId, startsAt]) => ({ do: "move", toRoundId, startsAt }),
	);
	act<[]>(
		command("abandon", "a match is not played to its end: its lines count, its prices stay"),
		'match abandon 301 --reason "storm"',
		() => ({ do: "abandon" }),
	);
	act<[]>(command("reinstate", "take an abandonment back"), 'match reinstate 301 --reason "it goes on"', () => ({
		do: "reinstate",
	}));
	act<[Status], { minutes?: number; home?: number; away?: number }>(
		command("state", "say how a match stands, where no feed does")
			.argument("<STATUS>", "playing, complete, or scheduled to take back what was said too early", parseStatus)
			.option("--minutes <N>", "played", parseCount)
			.option("--home <N>", "the home side's score", parseCount)
			.option("--away <N>", "the away side's score", parseCount),
		'match state 301 playing --minutes 12 --home 6 --away 0 --reason "the feed is down"',
		([given], { minutes = null, home = null, away = null }) => ({
			do: "state",
			status: given,
			minutes,
			homeScore: home,
			awayScore: away,
		}),
	);
	return match;
}

function parseStatus(text: string): Status {
	const found = STATUSES.find((each) => each === text);
	if (!found) throw new InvalidArgumentError(`It is one of ${STATUSES.join(", ")}.`);
	return found;
}

function parseCount(text: string): number {
	if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError("It is not a count.");
	return Number(text);
}
