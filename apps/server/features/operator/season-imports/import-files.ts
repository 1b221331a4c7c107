import type { BodyOf } from "@first-bounce/contract/call";
import type {
	ImportConflict,
	importSeasonFiles as importCall,
	SeasonImportReport,
} from "@first-bounce/contract/operator/season/season-import";
import type { AuditContext } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { withSeasonFolder } from "../../seasons/import/files/with-season-folder.ts";
import { formatImportSummary, listImportProblems, type OptionNames } from "../../seasons/import/import-report.ts";
import { type ImportOutcome, importSeason } from "../../seasons/import/import-season.ts";
import type { OperatorServices } from "../services.ts";

/** The labels of the options in the console's form. */
const CONSOLE_OPTIONS: OptionNames = {
	remove: "“Remove what the files leave out”",
	preferFiles: "“Prefer the files”",
	endDemo: "your confirmation",
};

const buildConflicts = ({ conflicts, names }: ImportOutcome): ImportConflict[] =>
	conflicts.map(({ key, table, row, kind, isChangedInFiles, fields }) => ({
		key,
		table: table.name,
		name: names.describe(table.name, row),
		kind,
		isChangedInFiles,
		fields: fields.map(({ column, last, stored, file }) => ({
			column,
			last: names.format(column, last),
			here: names.format(column, stored),
			file: names.format(column, file),
		})),
	}));

/** Builds the season that the import ends; null if it ends none. */
const buildEndedSeason = ({ ends }: ImportOutcome): SeasonImportReport["ends"] =>
	ends && {
		id: ends.id,
		name: ends.name,
		isDemo: ends.isDemo,
		openRound: ends.openRound,
		teams: ends.teams,
		managers: ends.managers,
		leagues: ends.leagues,
	};

/**
 * Imports uploaded files like `fb season import`. `take` has the keys of conflicts in which the files win. Without an audit context
 * nothing is saved.
 *
 * @throws Refusal `season-import-ends-demo` if the import would end a demo in which registered managers have teams, and
 * `endDemo` is not set
 */
export async function importFiles(
	{ db, seasons, clocks }: Pick<OperatorServices, "db" | "seasons" | "clocks">,
	{ files, remove = false, preferFiles = false, take = [], endDemo = false }: Omit<BodyOf<typeof importCall>, "reason">,
	audit: AuditContext | null,
): Promise<SeasonImportReport> {
	return withSeasonFolder(files, async (folder) => {
		const options = { remove, preferFiles, take: new Set(take), endDemo, now: clocks.seasonNow };
		const report = await importSeason(db, folder, audit ? { ...options, audit } : { ...options, isDryRun: true });
		const { demoToConfirm } = report;
		if (demoToConfirm)
			throw refuse(409, "season-import-ends-demo", { name: demoToConfirm.name, count: demoToConfirm.managers });
		if (audit && report.outcome) await seasons.refresh();
		return {
			isValid: report.outcome !== null,
			problems: listImportProblems(report),
			summary: formatImportSummary(report, audit === null, CONSOLE_OPTIONS),
			conflicts: report.outcome ? buildConflicts(report.outcome) : [],
			ends: report.outcome && buildEndedSeason(report.outcome),
		};
	});
}
