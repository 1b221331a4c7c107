import { Command } from "commander";
import { loadClock } from "../features/seasons/current/clock-queries.ts";
import { loadShownSeason } from "../features/seasons/current/load-season-snapshot.ts";
import { computeSeasonTime } from "../features/seasons/current/season-clock.ts";
import { exportFiles } from "../features/static-files/export/export-files.ts";
import { createPutFile, parseExportTarget } from "../features/static-files/export/export-target.ts";
import { createStaticFiles } from "../features/static-files/static-files.ts";
import { CommandRefusedError, print } from "./output.ts";
import { withDatabase } from "./with-database.ts";

const HELP = `
Writes rounds, players, squads, countries, the season and every player's stats below json/fantasy/, with the very bytes
the server sends, and beside each its .br; checksums.json comes last. Point a CDN or a web server at the folder. With
EXPORT_TO the server does it by itself after each publication.

Examples:
  npm run -s fb -- export ./static
  npm run -s fb -- export "s3s://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1"`;

export function exportCommand(): Command {
	return new Command("export")
		.description("write the season's static files into a folder or a bucket")
		.argument("<DIR|s3s://…>", "a folder, or a bucket that speaks S3 (s3:// without TLS)")
		.addHelpText("after", HELP)
		.action(runExport);
}

const runExport = (target: string): Promise<void> =>
	withDatabase(async ({ db }) => {
		const place = parseExportTarget(target);
		if (!place) throw new CommandRefusedError("A bucket is s3s://KEY:SECRET@host/bucket?region=…");
		const season = await loadShownSeason(db);
		if (!season) throw new CommandRefusedError("No season is current.");
		const now = computeSeasonTime(await loadClock(db), Date.now());
		const onError = (error: unknown) => {
			throw error;
		};
		const files = await createStaticFiles({ db, currentSeason: () => season, seasonNow: () => now, onError });
		const exported = await exportFiles(files, await createPutFile(place));
		await files.close();
		print(`${season.name}: ${exported.files} files in ${place.name}`);
	});
