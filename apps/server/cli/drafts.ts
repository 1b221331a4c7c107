import { WEEK_MS } from "@first-bounce/rules/durations";
import { Command, InvalidArgumentError } from "commander";
import { changeDraftsByOperator, listOpenDrafts, listScheduledDrafts } from "../features/leagues/draft/maintenance.ts";
import { listOwners } from "../features/leagues/draft/queries.ts";
import type { CorrectionMove } from "../features/leagues/draft/squads/correct.ts";
import { correctByOperator, undoByOperator } from "../features/leagues/draft/squads/operator-changes.ts";
import { listLastChanges } from "../features/leagues/draft/squads/transactions.ts";
import { deleteByOperator, removeByOperator } from "../features/leagues/members/membership.ts";
import { requireOpenSeason } from "../features/operator/season/change-season.ts";
import { formatCount } from "../i18n/format-count.ts";
import { createAuditedCommand, createShowCommand, formatLine, parseId } from "./command-builders.ts";
import { print } from "./output/output.ts";

const LAST_CHANGES = 20;

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
	createAuditedCommand(
		draft
			.command("pause")
			.description("pause all live drafts, for example for maintenance; each keeps the rest of its clock"),
		'draft pause --reason "The database moves to another server"',
		async (services, audit) => {
			const count = await changeDraftsByOperator(services, "pause", audit);
			print(`${formatCount(count, "draft")} paused.`);
		},
	);
	createAuditedCommand(
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
	addSquadCommands(draft);
	addLeagueCommands(draft);
	return draft;
}

/** Parses where a player belongs, such as `1042:7`, or `1042:none`. */
function parseMove(text: string, moves: readonly CorrectionMove[] = []): readonly CorrectionMove[] {
	const [, playerId, teamId] = /^([1-9]\d{0,8}):([1-9]\d{0,8}|none)$/.exec(text) ?? [];
	if (!playerId || !teamId)
		throw new InvalidArgumentError("Not a player's id and a team's, such as 1042:7 or 1042:none.");
	return [...moves, { playerId: Number(playerId), toTeamId: teamId === "none" ? null : Number(teamId) }];
}

/** Creates a command about one league. */
const createLeagueCommand = (draft: Command, name: string, description: string): Command =>
	draft.command(name).description(description).argument("<league>", "id of the league", parseId);

function parseChangeId(text: string): string {
	if (!/^[1-9]\d{0,18}$/.test(text)) throw new InvalidArgumentError("Not the id of a change.");
	return text;
}

/** Adds the commands for a league in trouble: its teams and log, an undo, and a correction of its squads. */
function addSquadCommands(draft: Command): void {
	createShowCommand<[number]>(
		createLeagueCommand(
			draft,
			"squads",
			"list the teams of a drafted league with their players, and its last changes with their ids",
		),
		"draft squads 12",
		async ({ db, seasons }, [leagueId]) => {
			const nameOf = (id: number) => `${id} ${seasons.peek()?.players.get(id)?.name ?? ""}`;
			const owners = Map.groupBy(await listOwners(db, leagueId), ({ teamId }) => teamId);
			for (const [teamId, players] of owners)
				print(formatLine("team", teamId, ...players.map(({ playerId }) => nameOf(playerId))));
			for (const { id, kind, season_at, undone_by, moves } of await listLastChanges(db, leagueId, LAST_CHANGES))
				print(
					formatLine(
						"change",
						id,
						kind,
						season_at.toISOString(),
						undone_by === null ? null : `undone by ${undone_by}`,
						...moves.map(
							(move) => `${nameOf(move.player_id)}: ${move.from_team_id ?? "none"} > ${move.to_team_id ?? "none"}`,
						),
					),
				);
		},
	);
	createAuditedCommand<[number, string]>(
		createLeagueCommand(
			draft,
			"undo",
			"undo a change of squads until the next match starts; members read the reason",
		).argument("<change>", "id of the change, as `fb draft squads` lists it", parseChangeId),
		'draft undo 12 345 --reason "Both managers asked for it"',
		async (services, audit, [leagueId, changeId]) => {
			requireOpenSeason(services);
			const id = await undoByOperator(services, leagueId, changeId, audit);
			print(`Change ${changeId} is undone by change ${id}.`);
		},
	);
	createAuditedCommand<[number], { readonly move: readonly CorrectionMove[] }>(
		createLeagueCommand(
			draft,
			"correct",
			"move players to the teams where they belong, all or nobody; members read the reason",
		).requiredOption("--move <PLAYER:TEAM>", "where a player belongs, or none; can be repeated", parseMove),
		'draft correct 12 --move 1042:7 --move 1050:none --reason "Entered wrongly"',
		async (services, audit, [leagueId], { move }) => {
			requireOpenSeason(services);
			const id = await correctByOperator(services, leagueId, move, audit);
			print(`Squads are corrected by change ${id}.`);
		},
	);
}

/** Adds the commands for what nobody who runs a league may do once its draft has begun. */
function addLeagueCommands(draft: Command): void {
	createAuditedCommand<[number, number]>(
		createLeagueCommand(
			draft,
			"remove-manager",
			"remove a manager from a league at any time; her team stays, and can be taken over",
		).argument("<user>", "id of the manager", parseId),
		'draft remove-manager 12 34 --reason "Has not answered for a month"',
		async (services, audit, [leagueId, userId]) => {
			requireOpenSeason(services);
			await removeByOperator(services, leagueId, userId, audit);
			print(`User ${userId} is no longer in league ${leagueId}.`);
		},
	);
	createAuditedCommand<[number]>(
		createLeagueCommand(draft, "delete", "delete a league, also one whose draft is complete"),
		'draft delete 12 --reason "All managers asked for it"',
		async (services, audit, [leagueId]) => {
			requireOpenSeason(services);
			await deleteByOperator(services, leagueId, audit);
			print(`League ${leagueId} is deleted.`);
		},
	);
}
