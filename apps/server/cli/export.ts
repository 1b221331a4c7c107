import { Command } from "commander";
import { withFullDiskError } from "../db/full-disk.ts";
import { loadShownSeason } from "../features/seasons/current/load-season-snapshot.ts";
import { loadSeasonTime } from "../features/seasons/current/season-clock.ts";
import { exportFiles } from "../features/static-files/export/export-files.ts";
import { createPutFile, parseExportTarget } from "../features/static-files/export/export-target.ts";
import { createStaticFiles } from "../features/static-files/static-files.ts";
import { formatCount } from "../i18n/format-count.ts";
import { withExistingDatabase } from "./operator-services.ts";
import { CommandRefusedError, print } from "./output/output.ts";

const HELP = `
Writes rounds, players, squads, countries, the season and every player's stats below json/fantasy/, exactly as
the server sends them, each with a .br copy, and checksums.json last. Point a CDN or a web server at the folder. With
EXPORT_TO the server does this after each publication.

Examples:
  npm run -s fb -- export ./static
  npm run -s fb -- export "s3s://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1"`;

export function createExportCommand(): Command {
	return new Command("export")
		.description("write the season's static files into a folder or a bucket")
		.argument("<DIR|s3s://…>", "a folder, or an S3 bucket (s3:// without TLS)")
		.addHelpText("after", HELP)
		.action(runExport);
}

const runExport = (target: string): Promise<void> =>
	withExistingDatabase(async ({ db }) => {
		const parsedTarget = parseExportTarget(target);
		if (!parsedTarget) throw new CommandRefusedError("A bucket must be s3s://KEY:SECRET@host/bucket?region=…");
		const season = await loadShownSeason(db);
		if (!season) throw new CommandRefusedError("There is no current season.");
		const now = await loadSeasonTime(db);
		// The export fails if a file cannot be built.
		const onError = (error: unknown) => {
			throw error;
		};
		const files = await createStaticFiles({ db, currentSeason: () => season, seasonNow: () => now, onError });
		try {
			const putFile = await createPutFile(parsedTarget);
			const exported = await withFullDiskError(parsedTarget.name, () => exportFiles(files, putFile));
			print(`${season.name}: ${formatCount(exported.files, "file")} in ${parsedTarget.name}`);
		} finally {
			await files.close();
		}
	});
