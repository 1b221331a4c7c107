import { Command } from "commander";
import { unmuteByOperator } from "../features/leagues/conversation/moderation.ts";
import { listNames, moderateName } from "../features/operator/people/names.ts";
import { listOpenReports, settleReport } from "../features/operator/people/reports.ts";
import { formatCount } from "../i18n/format-count.ts";
import {
	createAuditedCommand,
	createChoiceParser,
	createIdCommand,
	createShowCommand,
	formatLine,
	parseId,
} from "./command-builders.ts";
import { CommandRefusedError, print, printCutOff } from "./output/output.ts";

export function createNameCommand(): Command {
	const name = new Command("name").description("names and pictures chosen by users");
	createShowCommand<["team" | "league"], { search: string }>(
		name
			.command("list")
			.description("list names, newest first, with owner, picture and deputies")
			.argument("<KIND>", "team or league", parseKind)
			.option("--search <TEXT>", "part of a name", ""),
		"name list team --search bounce",
		async ({ db }, [kind], { search }) => {
			const { names, nextBefore } = await listNames(db, { kind, search });
			for (const { id, name, owner, picture, deputies } of names)
				print(formatLine(id, name, owner, picture, deputies.join(", ") || null));
			printCutOff(nextBefore !== null, names.length, "--search finds others");
		},
	);
	createAuditedCommand<["team" | "league", number], { to?: string; picture?: true }>(
		name
			.command("reset")
			.description("give a team or a league a neutral name, or the one of --to; its owner is mailed the reason")
			.argument("<KIND>", "team or league", parseKind)
			.argument("<ID>", "the user's or the league's id", parseId)
			.option("--to <NAME>", "the new name")
			.option("--picture", "remove the picture too"),
		'name reset team 12 --reason "an insult"',
		async (services, audit, [kind, id], { to, picture }) => {
			const body = {
				reason: audit.reason,
				kind,
				rename: true,
				removePicture: picture ?? false,
				...(to ? { name: to } : {}),
			};
			print(`The new name is ${(await moderateName(services, id, body, audit)).name}.`);
		},
	);
	return name;
}

export function createReportCommand(): Command {
	const report = new Command("report").description("reported announcements and messages of leagues");
	createShowCommand(report.command("list").description("list reports, oldest first"), "report list", async ({ db }) => {
		for (const { id, kind, leagueName, teamName, reports, text } of await listOpenReports(db))
			print(formatLine(id, kind, leagueName, teamName, formatCount(reports, "report"), text));
	});
	const createSettleCommand = (command: Command, example: string, hide: boolean) =>
		createAuditedCommand<[number], { message?: true }>(
			command.option("--message", "the id is that of a message, not of an announcement or pinned message"),
			example,
			async ({ db, clocks }, audit, [id], { message }) => {
				const kind = message ? "message" : "announcement";
				// If the id is only that of a message, `--message` was forgotten.
				const kinds = (await listOpenReports(db)).filter((open) => open.id === id).map((open) => open.kind);
				const isOnlyMessage = kinds.length === 1 && kinds[0] === "message";
				if (isOnlyMessage && !message) throw new CommandRefusedError(`${id} is a message: add --message.`);
				await settleReport(db, id, { kind, hide, muteDays: 0, now: clocks.wallNow() }, audit);
				print(`${message ? "Message" : "Announcement"} ${id} is ${hide ? "hidden" : "kept"}.`);
			},
		);
	createSettleCommand(
		createIdCommand(report, "hide", "hide what was reported"),
		'report hide 12 --reason "an insult"',
		true,
	);
	createSettleCommand(
		createIdCommand(report, "dismiss", "keep what was reported"),
		'report dismiss 12 --reason "a joke among friends"',
		false,
	);
	createAuditedCommand<[number, number]>(
		report
			.command("unmute")
			.description("let a user whom an operator or the commissioner has muted write in a league again")
			.argument("<LEAGUE>", "the league's id", parseId)
			.argument("<USER>", "the user's id", parseId),
		'report unmute 12 34 --reason "a mistake"',
		async (services, audit, [leagueId, userId]) => {
			await unmuteByOperator(services, leagueId, userId, audit);
			print(`User ${userId} may write in league ${leagueId} again.`);
		},
	);
	return report;
}

const parseKind = createChoiceParser(["team", "league"]);
