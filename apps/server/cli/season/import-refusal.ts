import type { ImportReport } from "../../features/seasons/import/import-season.ts";
import { formatManagers, formatSeasonEnd } from "../../features/seasons/import/season-end.ts";
import { formatCount } from "../../i18n/format-count.ts";
import { CommandRefusedError } from "../output/output.ts";

export const END_DEMO_HELP = "end the running demo even if registered managers have teams in it";

/** Builds the error for an import that has problems, or that would end a demo with registered managers. */
export function buildImportRefusal({ problems, demoToConfirm }: ImportReport): CommandRefusedError {
	if (!demoToConfirm)
		return new CommandRefusedError(`${formatCount(problems.length, "problem")}: nothing was imported.`);
	return new CommandRefusedError(
		"This would happen:",
		...formatSeasonEnd(demoToConfirm),
		`Nothing was imported: this would end the demo, in which ${formatManagers(demoToConfirm)}. Back up first, then repeat the command with --end-demo.`,
	);
}
