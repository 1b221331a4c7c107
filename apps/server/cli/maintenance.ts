import { Command } from "commander";
import { beginMaintenance, endMaintenance, getMaintenance } from "../features/operator/installation/maintenance.ts";
import { createAuditedCommand, createShowCommand, formatLine, parseTime } from "./command-builders.ts";
import { print } from "./output/output.ts";

/** Creates the commands that close the site and open it again. */
export function createMaintenanceCommand(): Command {
	const maintenance = new Command("maintenance").description("close the site to everyone but operators");
	createShowCommand(
		maintenance.command("show").description("show whether the site is closed"),
		"maintenance show",
		async ({ db }) => {
			const state = await getMaintenance({ db });
			print(state ? formatLine("closed", state.since, state.until ?? "", state.text) : "The site is open.");
		},
	);
	createAuditedCommand<[string], { until?: string }>(
		maintenance
			.command("begin")
			.description("close the site, and pause live drafts; or change the words that visitors read")
			.argument("<TEXT>", "up to 300 characters")
			.option("--until <TIME>", "when it is expected to be open again; a change of the words keeps it", parseTime),
		'maintenance begin "We are moving to a new machine" --reason "new disk"',
		async ({ db, clocks, maintenance: { forget } }, audit, [text], { until }) => {
			await beginMaintenance({ db, wallNow: clocks.wallNow, forget }, { text, ...(until && { until }) }, audit);
			print("The site is closed. Operators get in at /operator.");
		},
	);
	createAuditedCommand(
		maintenance.command("end").description("open the site again, and resume the drafts"),
		'maintenance end --reason "the disk is in"',
		async ({ db, clocks, maintenance: { forget } }, audit) => {
			await endMaintenance({ db, wallNow: clocks.wallNow, forget }, audit);
			print("The site is open.");
		},
	);
	return maintenance;
}
