import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SeasonFile, SeasonReport } from "@first-bounce/contract/operator/season-import";
import { formatImportSummary, listImportProblems, type OptionNames } from "../../seasons/import/import-report.ts";
import { importSeason } from "../../seasons/import/import-season.ts";
import type { AuditContext } from "../audit/audit.ts";
import type { OperatorServices } from "../services.ts";

/** The labels of the options in the console's form. */
const CONSOLE_OPTIONS: OptionNames = {
	remove: "“Remove what the files leave out”",
	preferFiles: "“Prefer the files”",
};

interface FilesToImport {
	readonly files: readonly SeasonFile[];
	readonly remove?: boolean | undefined;
	readonly preferFiles?: boolean | undefined;
}

/** Imports uploaded files like `fb season import`. Without an audit context it is a dry run. */
export async function importFiles(
	{ db, seasons, clocks }: Pick<OperatorServices, "db" | "seasons" | "clocks">,
	{ files, remove = false, preferFiles = false }: FilesToImport,
	audit: AuditContext | null,
): Promise<SeasonReport> {
	const folder = await mkdtemp(path.join(tmpdir(), "first-bounce-season-"));
	try {
		for (const { name, text } of files) await writeFile(path.join(folder, name), text);
		const options = { remove, preferFiles, now: clocks.seasonNow() };
		const report = await importSeason(db, folder, audit ? { ...options, audit } : { ...options, isDryRun: true });
		if (audit && report.outcome) await seasons.refresh();
		return {
			isValid: report.outcome !== null,
			problems: listImportProblems(report),
			summary: formatImportSummary(report, audit === null, CONSOLE_OPTIONS),
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
