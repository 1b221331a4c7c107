import type { AvailabilityReport, PlayerAvailability } from "@first-bounce/contract/operator/player-imports";
import { previewAvailability as previewCall } from "@first-bounce/contract/operator/player-imports";
import { decodeUpload } from "@first-bounce/contract/operator/text-table";
import { Command, InvalidArgumentError } from "commander";
import { importAvailability, previewAvailability } from "../../features/operator/player-imports/availability.ts";
import { undoPlayerImport } from "../../features/operator/player-imports/undo.ts";
import { formatCount } from "../../i18n/format-count.ts";
import { createAuditedCommand, formatLine, parseId, readFileOrRefuse } from "../command-builders.ts";
import { CommandRefusedError, print, printError } from "../output/output.ts";

const PROBLEMS: Readonly<
	Record<AvailabilityReport["unclear"][number]["problem"] | AvailabilityReport["skipped"][number]["problem"], string>
> = {
	"unknown-player": "no player has that name",
	"unknown-id": "no player has that id",
	"unknown-club": "the club is not known",
	"other-club": "the player of that name is at another club",
	"several-players": "it can be several players",
	"not-a-player": "is not a row of a player",
	"no-status": "has neither a status nor an injury or return",
	"unknown-status": "has an unknown status",
	twice: "the player is on an earlier line",
	departed: "the player has departed",
	selected: "the player is in her club's announced team",
};

const formatAvailability = ({ status, note }: PlayerAvailability): string => (note ? `${status} (${note})` : status);

/** Prints the changes on stdout, and the lines that need a decision on stderr. */
function printReport({ changes, unchanged, unclear, skipped }: AvailabilityReport): void {
	for (const { playerId, name, before, after, line } of changes) {
		const change = `${formatAvailability(before)} → ${formatAvailability(after)}`;
		print(formatLine(playerId, name, change, line === null ? "not on the list" : `line ${line}`));
	}
	print(`${changes.length} changed, ${unchanged} unchanged`);
	for (const { line, text, problem, candidates, decision } of unclear) {
		if (decision !== null) {
			const chosen = candidates.find(({ playerId }) => playerId === decision);
			if (chosen && !chosen.isSimilar)
				printError(`Line ${line}: "${text}" will be ${chosen.name}, whose name is not similar.`);
			continue;
		}
		const similar = candidates.filter(({ isSimilar }) => isSimilar);
		const suggestions = similar.slice(0, 5).map(({ playerId, name }) => `--decide ${line}=${playerId} (${name})`);
		printError(
			`Line ${line}: ${text}: ${PROBLEMS[problem]}, left out.`,
			...suggestions.map((suggestion) => `  ${suggestion}`),
		);
	}
	for (const { line, text, problem } of skipped) printError(`Line ${line}: ${text}: ${PROBLEMS[problem]}, left out.`);
}

interface Decision {
	readonly line: number;
	readonly playerId: number;
}

/** Adds a decision such as `12=1001` to those of earlier `--decide` options. */
function parseDecision(text: string, earlier: readonly Decision[] = []): readonly Decision[] {
	const [, line = "", playerId = ""] = /^(\d{1,6})=(\d{1,9})$/.exec(text) ?? [];
	if (!line) throw new InvalidArgumentError("Not a line and a player's id, such as 12=1001.");
	return [...earlier, { line: Number(line), playerId: Number(playerId) }];
}

interface ImportOptions {
	readonly dryRun?: true;
	readonly clearOthers?: true;
	readonly decide?: readonly Decision[];
}

/** Adds the command that undoes an import to a group of import commands, such as `availability`. */
export const addUndoCommand = (group: Command): Command =>
	createAuditedCommand<[number]>(
		group
			.command("undo")
			.description("undo an import; players who have changed since keep what they have")
			.argument("<IMPORT>", "its id, which importing prints", parseId),
		`${group.name()} undo 3 --reason "last week's list"`,
		async (services, audit, [id]) => {
			const { import: undone, kept } = await undoPlayerImport(services, id, audit);
			print(`Import ${id} is undone for ${undone.players - kept.length} of ${formatCount(undone.players, "player")}.`);
			for (const { playerId, name } of kept) print(formatLine(playerId, name, "has changed since"));
		},
	);

export function createAvailabilityCommand(): Command {
	const availability = new Command("availability").description("injury lists: many players' statuses at once");
	createAuditedCommand<[string], ImportOptions>(
		availability
			.command("import")
			.description("set the statuses of the players on a list: player or id, club, and status, injury or return")
			.argument("<FILE>", "CSV or tabs with a header, such as a club's or league's injury list")
			.option("--dry-run", "print what would change, and save nothing")
			.option("--clear-others", "also clear injured players, and those with a note, who are not on the list")
			.option("--decide <LINE=PLAYER>", "the player of an unclear line; may be repeated", parseDecision),
		'availability import injuries.csv --dry-run --reason "Tuesday\'s injury list"',
		async (services, audit, [file], { dryRun, clearOthers = false, decide = [] }) => {
			const text = decodeUpload(await readFileOrRefuse(file));
			const parsed = previewCall.body.safeParse({ text, decisions: [...decide], clearOthers });
			if (!parsed.success) throw new CommandRefusedError(`${file} is empty or too long.`);
			const report = await previewAvailability(services, parsed.data);
			printReport(report);
			if (dryRun) return print("Nothing was saved.");
			if (report.changes.length === 0) {
				if (report.unchanged > 0) return print("Nothing to change.");
				throw new CommandRefusedError("The list names no player clearly: nothing was saved.");
			}
			const changes = report.changes.map(({ playerId, before, after }) => ({ playerId, before, after }));
			print(`Import ${(await importAvailability(services, changes, audit)).id} is saved.`);
		},
	);
	addUndoCommand(availability);
	return availability;
}
