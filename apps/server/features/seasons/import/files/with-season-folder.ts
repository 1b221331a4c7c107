import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SeasonFile } from "@first-bounce/contract/operator/season/season-import";
import { withTemporaryDiskError } from "../../../../db/full-disk.ts";

/** Writes season files to a temporary folder for the duration of an action. */
export async function withSeasonFolder<Result>(
	files: readonly SeasonFile[],
	action: (folder: string) => Promise<Result>,
): Promise<Result> {
	const folder = await mkdtemp(path.join(tmpdir(), "first-bounce-season-"));
	try {
		await withTemporaryDiskError(async () => {
			for (const { name, text } of files) await writeFile(path.join(folder, name), text);
		});
		return await action(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
