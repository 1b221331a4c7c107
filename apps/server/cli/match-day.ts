import { venue as venueShape } from "@first-bounce/contract/fields";
import { Command } from "commander";
import { listAnnouncedStarts } from "../features/operator/feeds/announced-starts.ts";
import { changeMatch } from "../features/operator/season/matches.ts";
import {
	holdRound,
	listRounds,
	publishRoundNow,
	releaseRound,
	rerunPrices,
	reviewPrices,
} from "../features/operator/season/rounds.ts";
import { formatCount } from "../i18n/format-count.ts";
import {
	createAuditedCommand,
	createChoiceParser,
	createNumberParser,
	createSchemaParser,
	createShowCommand,
	formatLine,
	parseId,
	parseRoundId,
	parseTime,
} from "./command-builders.ts";
import { print } from "./output/output.ts";

const parseStatus = createChoiceParser(["scheduled", "playing", "complete"]);
const parseMinutesOrScore = createNumberParser(/^\d{1,3}$/, "Not a number from 0 to 999.");
type Change = Parameters<typeof changeMatch>[2];

export function createRoundCommand(): Command {
	const round = new Command("round").description("rounds: status, review, prices and publication");
	const createCommand = (name: string, description: string) =>
		round.command(name).description(description).argument("<ROUND>", "its number", parseRoundId);
	createShowCommand(
		round.command("list").description("list rounds and matches of the season, one per line"),
		"round list",
		async (services) => {
			for (const { id, phase, matches, publishesAt, hold } of listRounds(services).rounds) {
				const due = publishesAt ? [`publishes at ${publishesAt}`] : [];
				print(formatLine("round", id, phase, ...(hold ? [`held: ${hold.reason}`] : due)));
				for (const { id, startsAt, isAbandoned, status, venue } of matches)
					print(formatLine("  match", id, startsAt, isAbandoned ? "abandoned" : status, venue));
			}
		},
	);
	createShowCommand<[number]>(
		createCommand("prices", "show the prices that publishing the round, or re-running its prices, would set"),
		"round prices 4",
		async (services, [id]) => {
			const { magicNumber, changes } = reviewPrices(services, id);
			print(
				formatLine("magic number", magicNumber),
				...changes.map((change) => formatLine(change.playerId, change.name, change.before, change.after)),
			);
		},
	);
	createAuditedCommand<[number]>(
		createCommand("publish", "publish a round in review now"),
		'round publish 4 --reason "reviewed with the league"',
		async (services, audit, [id]) => {
			await publishRoundNow(services, id, audit);
			print(`Round ${id} is published.`);
		},
	);
	createAuditedCommand<[number]>(
		createCommand("hold", "hold a round, so that it is not published automatically"),
		'round hold 4 --reason "the league checks a goal"',
		async (services, audit, [id]) => {
			await holdRound(services, id, audit);
			print(`Round ${id} is held.`);
		},
	);
	createAuditedCommand<[number]>(
		createCommand("release", "release a held round, which is then published when it is due"),
		'round release 4 --reason "the goal stands"',
		async (services, audit, [id]) => {
			await releaseRound(services, id, audit);
			print(`Round ${id} is released.`);
		},
	);
	createAuditedCommand<[number]>(
		createCommand("rerun-prices", "re-run the prices of the last published round; its trades become final"),
		'round rerun-prices 4 --reason "three corrections"',
		async (services, audit, [id]) => {
			const { changed, magicNumber } = await rerunPrices(services, id, audit);
			print(`${formatCount(changed, "price")} changed; the magic number is ${magicNumber}.`);
		},
	);
	return round;
}

export function createMatchCommand(): Command {
	const match = new Command("match").description("matches: times, rounds, status and scores");
	const createCommand = (name: string, description: string) =>
		match.command(name).description(description).argument("<MATCH>", "its id", parseId);
	const createMatchChangeCommand = <Args extends readonly unknown[], Options = object>(
		parent: Command,
		example: string,
		change: (args: Args, options: Options) => Change,
	) =>
		createAuditedCommand<readonly [number, ...Args], Options>(
			parent,
			example,
			async (services, audit, [id, ...args], options) => {
				const changed = await changeMatch(services, id, change(args as unknown as Args, options), audit);
				const { roundId, startsAt, status, isAbandoned } = changed;
				print(formatLine("match", id, `round ${roundId}`, startsAt, isAbandoned ? "abandoned" : status));
			},
		);
	createShowCommand(
		match.command("announced").description("list matches for which the feed has a different start time"),
		"match announced",
		async (services) => {
			for (const { match: seasonMatch, announced, since } of (await listAnnouncedStarts(services)).starts)
				print(
					formatLine("match", seasonMatch.id, seasonMatch.startsAt, `announced for ${announced}`, `since ${since}`),
				);
		},
	);
	createMatchChangeCommand<[string], { venue?: string }>(
		createCommand("reschedule", "change the start of a match within its round")
			.argument("<TIME>", "a time with an offset", parseTime)
			.option(
				"--venue <NAME>",
				"a new venue",
				createSchemaParser(venueShape, "Not a ground of at most 100 characters."),
			),
		'match reschedule 301 2026-09-04T09:45:00Z --reason "lightning"',
		([startsAt], { venue }) => ({ do: "reschedule", startsAt, ...(venue ? { venue } : {}) }),
	);
	createMatchChangeCommand<[number, string]>(
		createCommand("move", "move a match to another round")
			.argument("<ROUND>", "its number", parseRoundId)
			.argument("<TIME>", "a time with an offset", parseTime),
		'match move 301 5 2026-09-11T09:15:00Z --reason "flooded ground"',
		([toRoundId, startsAt]) => ({ do: "move", toRoundId, startsAt }),
	);
	createMatchChangeCommand<[]>(
		createCommand("abandon", "mark a match as abandoned: its stats count, prices do not change"),
		'match abandon 301 --reason "storm"',
		() => ({ do: "abandon" }),
	);
	createMatchChangeCommand<[]>(
		createCommand("reinstate", "reinstate an abandoned match"),
		'match reinstate 301 --reason "it goes on"',
		() => ({ do: "reinstate" }),
	);
	createMatchChangeCommand<[ReturnType<typeof parseStatus>], { minutes?: number; home?: number; away?: number }>(
		createCommand("state", "set the status and score of a match manually")
			.argument("<STATUS>", "playing, complete, or scheduled to revert an early start", parseStatus)
			.option("--minutes <N>", "minutes played", parseMinutesOrScore)
			.option("--home <N>", "the home club's score", parseMinutesOrScore)
			.option("--away <N>", "the away club's score", parseMinutesOrScore),
		'match state 301 playing --minutes 12 --home 6 --away 0 --reason "the feed is down"',
		([status], { minutes = null, home = null, away = null }) => ({
			do: "state",
			status,
			minutes,
			homeScore: home,
			awayScore: away,
		}),
	);
	return match;
}
