import { Command, InvalidArgumentError } from "commander";
import { listNames, moderateName } from "../features/operator/people/names.ts";
import { listOpenReports, settleReport } from "../features/operator/people/reports.ts";
import { auditedCommand, createShowCommand, formatLine, parseId } from "./command-builders.ts";
import { print } from "./output.ts";

export function nameCommand(): Command {
	const name = new Command("name").description("names and pictures that people chose");
	createShowCommand<["team" | "league"], { search: string }>(
		name
			.command("list")
			.description("the newest first, each with its owner and whether it has a picture")
			.argument("<KIND>", "team or league", parseKind)
			.option("--search <TEXT>", "part of a name", ""),
		"name list team --search bounce",
		async ({ db }, [kind], { search }) => {
			for (const { id, name, owner, picture } of (await listNames(db, { kind, search })).names)
				print(formatLine(id, name, owner, picture));
		},
	);
	auditedCommand<["team" | "league", number], { to?: string; picture?: true }>(
		name
			.command("reset")
			.description("give a team or a league a plain name, or the one of --to; its owner hears why")
			.argument("<KIND>", "team or league", parseKind)
			.argument("<ID>", "the user's, or the league's", parseId)
			.option("--to <NAME>", "instead of a plain one")
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
			print(`It is called ${(await moderateName(services, id, body, audit)).name} now.`);
		},
	);
	return name;
}

export function reportCommand(): Command {
	const report = new Command("report").description("announcements in leagues that members reported");
	createShowCommand(report.command("list").description("the longest waiting first"), "report list", async ({ db }) => {
		for (const { id, leagueName, teamName, reports, text } of await listOpenReports(db))
			print(formatLine(id, leagueName, teamName, `${reports} reports`, text));
	});
	for (const [name, hide] of [
		["hide", true],
		["dismiss", false],
	] as const) {
		auditedCommand<[number], object>(
			report
				.command(name)
				.description(hide ? "hide what was reported" : "let what was reported stand")
				.argument("<ID>", "of the list", parseId),
			`report ${name} 12 --reason "${hide ? "an insult" : "a joke among friends"}"`,
			async ({ db, clocks }, audit, [id]) => {
				await settleReport(db, id, hide, audit, clocks.wallNow());
				print(hide ? `Announcement ${id} is hidden.` : `Announcement ${id} stands.`);
			},
		);
	}
	return report;
}

function parseKind(text: string): "team" | "league" {
	if (text !== "team" && text !== "league") throw new InvalidArgumentError("It is team or league.");
	return text;
}
