import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SeasonFile, SeasonReport } from "@first-bounce/contract/operator-season-import";
import { importSeason } from "../../seasons/import/import-season.ts";
import { importProblems, importSummary } from "../../seasons/import/report-import.ts";
import type { Deed } from "../audit/audit.ts";
import type { OperatorServices } from "./services.ts";

/** What `fb season import` does, with files that were sent: without a deed it only finds out what would change. */
export async function importFiles(
	{ db, games }: Pick<OperatorServices, "db" | "games">,
	files: readonly SeasonFile[],
	deed: Deed | null,
): Promise<SeasonReport> {
	const folder = await mkdtemp(path.join(tmpdir(), "first-bounce-season-"));
	try {
		for (const { name, text } of files) await writeFile(path.join(folder, name), text);
		const report = await importSeason(db, folder, deed ? { deed } : { isDryRun: true });
		if (deed && report.outcome) await games.refresh();
		return {
			isSound: report.outcome !== null,
			problems: importProblems(report),
			summary: importSummary(report, deed === null),
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
