import path from "node:path";
import { Command } from "commander";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { bucketOf } from "../config.ts";
import { bucketDisk } from "../features/media/media-store.ts";
import { loadGame } from "../features/season/load-game.ts";
import { readClock, seasonTimeAt } from "../features/season/season-clock.ts";
import { exportFiles } from "../features/static-files/export-files.ts";
import { createStaticFiles } from "../features/static-files/static-files.ts";
import { print, Refused } from "./outcome.ts";
import { withDatabase } from "./with-database.ts";

const HELP = `
Writes rounds, players, squads, countries, the season and every player's stats below json/fantasy/, with the very bytes
the server sends, and beside each its .br; checksums.json comes last. Point a CDN or a web server at the folder.

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

async function diskAt(target: string): Promise<Pick<Disk, "put">> {
	if (!/^s3s?:/.test(target)) return new Disk(new FSDriver({ location: path.resolve(target), visibility: "public" }));
	const bucket = URL.canParse(target) ? bucketOf(target) : null;
	if (!bucket) throw new Refused("A bucket is s3s://KEY:SECRET@host/bucket?region=…");
	return bucketDisk(bucket);
}

const runExport = (target: string): Promise<void> =>
	withDatabase(async ({ db }) => {
		const disk = await diskAt(target);
		const game = await loadGame(db);
		if (!game) throw new Refused("No season is current.");
		const now = seasonTimeAt(await readClock(db), Date.now());
		const onError = (error: unknown) => {
			throw error;
		};
		const files = await createStaticFiles({ db, game: () => game, seasonNow: () => now, onError });
		const written = await exportFiles(files, game, disk);
		await files.close();
		print(`${game.name}: ${written} files in ${target.replace(/\/\/[^@]*@/, "//")}`);
	});
