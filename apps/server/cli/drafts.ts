import { Command } from "commander";
import { changeDraftsByOperator, listOpenDrafts, listScheduledDrafts } from "../features/leagues/draft/maintenance.ts";
import { formatCount } from "../i18n/format-count.ts";
import { createAuditedCommand, createShowCommand, formatLine } from "./command-builders.ts";
import { print } from "./output/output.ts";

const WEEK_MS = 7 * 86_400_000;

export function createDraftCommand(): Command {
	const draft = new Command("draft").description("drafts of leagues: what is live, and pauses of all of them");
	createShowCommand(
		draft.command("list").description("list live and paused drafts, and those that start within a week"),
		"draft list",
		async ({ db, seasons, clocks }) => {
			for (const { league_id, state, pause_reason, deadline_at, name, is_mock } of await listOpenDrafts(db)) {
				const what = is_mock ? "mock draft" : name;
				print(formatLine(state, league_id, what, pause_reason ?? deadline_at?.toISOString()));
			}
			const seasonId = seasons.peek()?.seasonId ?? 0;
			for (const { leagueId, name, startsAt } of await listScheduledDrafts(db, seasonId, clocks.wallNow() + WEEK_MS))
				print(formatLine("scheduled", leagueId, name, startsAt.toISOString()));
		},
	);
	createAuditedCommand<[], object>(
		draft
			.command("pause")
			.description("pause all live drafts, for example for maintenance; each keeps the rest of its clock"),
		'draft pause --reason "The database moves to another server"',
		async (services, audit) => {
			const count = await changeDraftsByOperator(services, "pause", audit);
			print(`${formatCount(count, "draft")} paused.`);
		},
	);
	createAuditedCommand<[], object>(
		draft
			.command("resume")
			.description(
				"resume all drafts that were paused by an operator, an upgrade or a restore, with at least 30 seconds",
			),
		'draft resume --reason "Maintenance is over"',
		async (services, audit) => {
			const count = await changeDraftsByOperator(services, "resume", audit);
			print(`${formatCount(count, "draft")} resumed.`);
		},
	);
	return draft;
}
