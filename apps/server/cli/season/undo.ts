import { Command } from "commander";
import { findCurrentSeason } from "../../features/seasons/current/season-queries.ts";
import { formatImportList, formatUndo } from "../../features/seasons/import/undo/format-undo.ts";
import { isBlocked } from "../../features/seasons/import/undo/plan-undo.ts";
import { listLastImports, previewUndo, undoImport } from "../../features/seasons/import/undo/undo-import.ts";
import { COMMAND_LINE } from "../../plugins/audit.ts";
import { parseId } from "../command-builders.ts";
import { withExistingDatabase } from "../operator-services.ts";
import { CommandRefusedError, print } from "../output/output.ts";

const HELP = `
Without ID, lists the last imports that changed the current season. With it, undoes that import, except for values that
have changed since, which are listed and kept. If something is in use, such as a new player in a team, nothing is undone
without --leave. A season's first import cannot be undone. To return to the previous season, restore a backup from before
the import.

Examples:
  npm run -s fb -- season undo
  npm run -s fb -- season undo 12 --dry-run
  npm run -s fb -- season undo 12 --leave`;

interface UndoCommandOptions {
	readonly dryRun?: boolean;
	readonly leave?: boolean;
	readonly reason: string;
}

export const createUndoCommand = (): Command =>
	new Command("undo")
		.description("undo an import, except for what has changed since")
		.argument("[ID]", "the import's id", parseId)
		.option("--dry-run", "print what would be undone, and save nothing")
		.option("--leave", "leave what cannot be undone as it is, and undo the rest")
		.option("--reason <TEXT>", "why, for the audit log", "")
		.addHelpText("after", HELP)
		.action(runUndo);

const runUndo = (
	id: number | undefined,
	{ dryRun = false, leave = false, reason }: UndoCommandOptions,
): Promise<void> =>
	withExistingDatabase(async ({ db }) => {
		if (id === undefined) {
			const season = await findCurrentSeason(db);
			if (!season) throw new CommandRefusedError("There is no current season.");
			print(...formatImportList(await listLastImports(db, season.id)));
			return;
		}
		const preview = await previewUndo(db, id);
		if (dryRun) {
			print(...formatUndo(preview, { isDryRun: true }), "Dry run: nothing was written.");
			return;
		}
		// Says why `undoImport` is about to refuse.
		if (!leave && preview.items.some(isBlocked)) print(...formatUndo(preview, { isDryRun: true }));
		const undone = await undoImport(db, id, { audit: { ...COMMAND_LINE, reason }, leaveBlocked: leave });
		print(...formatUndo(undone, { isDryRun: false }), "Undone.");
	});
