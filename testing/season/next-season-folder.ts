import type { Db } from "../../apps/server/db/tables/tables.ts";
import { createSeasonFolder, type WrittenFolder } from "./season-folder.ts";
import type { SmallSeason } from "./small-season.ts";

/** How much higher the ids of players are in the next season. */
export const NEXT_ID = 5_000;

/**
 * Writes a folder of a season after the small one, with the same players under other ids.
 *
 * @param change adds, changes or removes lines of players.csv: `id,first_name,last_name,squad_id,position,birthday,…`
 */
export function createNextSeasonFolder(
	{ players }: Pick<SmallSeason, "players">,
	change: (lines: readonly string[]) => readonly string[] = (lines) => lines,
	{ id: seasonId, year }: { readonly id: number; readonly year: number } = { id: 7, year: 2027 },
): WrittenFolder {
	const lines = players.map(({ id, position, squadId }) => {
		const club = squadId % 2 === 0 ? 20 : 10;
		return `${id + NEXT_ID},P,${id},${club},${position.join("/")},2000-02-29,500000,500000`;
	});
	const folder = createUnplayedFolder(change(lines), year);
	folder.edit("season.json", (text) =>
		text.replace("Two squads", "Next season").replace('"id": 7', `"id": ${seasonId}`),
	);
	return folder;
}

/** Writes a folder of a season without stats and signings. */
function createUnplayedFolder(playerLines: readonly string[], year: number): WrittenFolder {
	const folder = createSeasonFolder();
	const keepHeader = (text: string) => `${text.split("\n")[0]}\n`;
	folder.edit("players.csv", (text) => `${keepHeader(text)}${playerLines.join("\n")}\n`);
	folder.edit("signings.csv", keepHeader);
	folder.edit("stats.csv", keepHeader);
	folder.edit("matches.csv", (text) => text.replace("31,30", ",").replaceAll("2026-", `${year}-`));
	return folder;
}

/** Writes a folder of a short season after 2023, with the players of 2023 under other ids in two clubs. */
export async function createNextSeasonFolder2023(db: Db): Promise<WrittenFolder> {
	const players = await db.selectFrom("players").where("season_id", "=", 2023).orderBy("id").selectAll().execute();
	const lines = players.map(({ id, first_name, last_name, positions, birthday }) => {
		const club = id % 2 === 0 ? 20 : 10;
		return [id + NEXT_ID, first_name, last_name, club, positions.join("/"), birthday ?? "", 500_000, 500_000].join();
	});
	const folder = createUnplayedFolder(lines, 2027);
	folder.edit("season.json", (text) => text.replace('"id": 7', '"id": 2027'));
	return folder;
}
