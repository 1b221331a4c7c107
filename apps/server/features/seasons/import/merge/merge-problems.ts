import { findPriceProblem } from "@first-bounce/rules/prices/price-change";
import { computePlayerPoints, hasPossiblePoints } from "@first-bounce/rules/scoring/player-points";
import { findImplausibleStart } from "@first-bounce/rules/season-changes/change-limits";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../../../db/tables/tables.ts";
import { formatCount } from "../../../../i18n/format-count.ts";
import type { ImportProblem } from "../csv/problem-list.ts";
import type { SeasonData } from "../files/season-data.ts";
import type { SeasonMerge } from "./merge-season.ts";
import { countPlayerUses, findSeasonState, listPlayerNames, listRoundUses } from "./queries.ts";
import type { SeasonTable, TableRow } from "./season-tables.ts";

const createProblem = (file: string, message: string): ImportProblem => ({ file, line: null, message });

/** Finds reasons why no import may have this season id. */
export async function findIdProblems(db: Db, seasonId: number): Promise<ImportProblem[]> {
	const state = await findSeasonState(db, seasonId);
	if (state?.status === "closed") return [createProblem("season.json", `season ${seasonId} is closed and read-only`)];
	if (state?.is_demo) return [createProblem("season.json", `season ${seasonId} is the demo's: choose another id`)];
	return [];
}

/** Finds reasons to refuse the whole import. */
export async function findSeasonProblems(
	db: Db,
	season: SeasonData,
	{ preferFiles }: { readonly preferFiles: boolean },
): Promise<ImportProblem[]> {
	const problems = await findIdProblems(db, season.id);
	if (problems.length > 0) return problems;
	const state = await findSeasonState(db, season.id);
	return preferFiles || !state ? [] : findOtherSeasonProblems(db, season, state.name);
}

/** If most players have other names, the files belong to another season whose id was not changed. */
async function findOtherSeasonProblems(db: Db, season: SeasonData, name: string): Promise<ImportProblem[]> {
	const players = await listPlayerNames(db, season.id);
	const inFiles = new Map(season.players.map((player) => [player.id, player]));
	const otherPlayers = players.filter(({ id, first_name, last_name }) => {
		const player = inFiles.get(id);
		return player?.firstName !== first_name && player?.lastName !== last_name;
	});
	if (otherPlayers.length * 2 <= players.length) return [];
	const share = `${otherPlayers.length} of the ${players.length} players of season ${season.id}, ${name}`;
	const advice = "if this is another season, give it a new id";
	return [createProblem("season.json", `${share}, are missing or have another name in these files: ${advice}`)];
}

/** Finds reasons to refuse the changes: a removed row is still needed, or a name is taken. */
export async function findMergeProblems(db: Db, season: SeasonData, merge: SeasonMerge): Promise<ImportProblem[]> {
	const listRemoved = (name: SeasonTable["name"]) =>
		merge.tables
			.filter(({ table }) => table.name === name)
			.flatMap((table) => table.removed.map(({ id }) => Number(id)));
	return [
		...(await findRemovedPlayerProblems(db, season.id, listRemoved("players"))),
		...(await findRemovedRoundProblems(db, season.id, listRemoved("rounds"), merge)),
		...findRemovedSquadProblems(listRemoved("squads"), merge),
		...findDuplicateNameProblems(merge),
		...findPriceProblems(merge),
		...findStartProblems(merge),
		...findPointsProblems(season, merge),
	];
}

/** Finds new opening prices that the season's rules do not allow, which may have been changed here. */
function findPriceProblems({ tables, seasonRow }: SeasonMerge): ImportProblem[] {
	const rules = { floorPrice: Number(seasonRow.floorPrice), priceStep: Number(seasonRow.priceStep) };
	const rows = tables.filter(({ table }) => table.name === "player_prices");
	const prices = rows.flatMap(({ added, changed }) => [...added, ...changed.map(({ after }) => after)]);
	return prices.flatMap(({ player_id: id, price }) => {
		const problem = findPriceProblem(Number(price), rules);
		if (!problem) return [];
		const must = problem === "price-below-floor" ? `at least ${rules.floorPrice}` : `a multiple of ${rules.priceStep}`;
		return [
			createProblem("players.csv", `player ${id} would cost ${price}, which must be ${must} by the season's rules`),
		];
	});
}

/** Finds matches that are brought forward into the past, at which all of their players would lock. */
function findStartProblems({ tables, progress: { now } }: SeasonMerge): ImportProblem[] {
	const rows = tables.filter(({ table }) => table.name === "matches").flatMap(({ changed }) => changed);
	return rows.flatMap(({ before, after }) => {
		const isAhead = Date.parse(String(before.starts_at)) > now;
		if (!isAhead || findImplausibleStart(Date.parse(String(after.starts_at)), now) !== "start-long-ago") return [];
		const text = `match ${after.id} would start at ${after.starts_at}, which is long past: its players would lock at once`;
		return [createProblem("matches.csv", text)];
	});
}

/** Finds stats that give impossible points by the season's rules, which may have been changed here. */
function findPointsProblems({ stats }: SeasonData, { seasonRow }: SeasonMerge): ImportProblem[] {
	const rules = { scoring: seasonRow.scoring as SeasonRules["scoring"] };
	return stats.flatMap(({ matchId, playerId, line }) => {
		if (hasPossiblePoints(line, rules)) return [];
		const points = `player ${playerId} would score ${computePlayerPoints(line, rules)} points in match ${matchId}`;
		return [createProblem("stats.csv", `${points}, which is impossible: check her stats and the season's scoring`)];
	});
}

async function findRemovedPlayerProblems(db: Db, seasonId: number, ids: readonly number[]) {
	if (ids.length === 0) return [];
	const rows = await countPlayerUses(db, seasonId, ids);
	return rows.flatMap(({ id, teams, matches }) => {
		const reasons = [
			...(teams > 0 ? [`she is in line-ups of ${formatCount(teams, "team")}`] : []),
			...(matches > 0 ? [`she has stats of ${formatCount(matches, "match", "matches")}`] : []),
		];
		if (reasons.length === 0) return [];
		const advice = "mark her as departed in the console instead";
		return [createProblem("players.csv", `player ${id} cannot be removed: ${reasons.join(", and ")}; ${advice}`)];
	});
}

/** Finds the first of these rounds in which leagues start or play, with the number of these leagues. */
export const findRoundInUse = async (db: Db, seasonId: number, ids: readonly number[]) =>
	(await listRoundUses(db, seasonId, ids)).find(({ leagues }) => leagues > 0);

async function findRemovedRoundProblems(
	db: Db,
	seasonId: number,
	ids: readonly number[],
	{ getRowsAfter }: SeasonMerge,
) {
	if (ids.length === 0) return [];
	const rows = await listRoundUses(db, seasonId, ids);
	return rows.flatMap(({ id, hasStarted, leagues }) => {
		const matches = [...getRowsAfter("matches").values()].filter(({ round_id }) => round_id === id).length;
		const reasons = [
			...(hasStarted ? ["it has begun"] : []),
			...(matches > 0 ? [`${formatCount(matches, "match", "matches")} would still be in it`] : []),
			...(leagues > 0 ? [`${formatCount(leagues, "league")} ${leagues === 1 ? "needs" : "need"} it`] : []),
		];
		return reasons.length > 0
			? [createProblem("rounds.csv", `round ${id} cannot be removed: ${reasons.join(", and ")}`)]
			: [];
	});
}

function findRemovedSquadProblems(ids: readonly number[], { getRowsAfter }: SeasonMerge): ImportProblem[] {
	const players = [...getRowsAfter("players").values()];
	const matches = [...getRowsAfter("matches").values()];
	return ids.flatMap((id) => {
		const playerCount = players.filter(({ squad_id }) => squad_id === id).length;
		const matchCount = matches.filter(
			({ home_squad_id: home, away_squad_id: away }) => home === id || away === id,
		).length;
		if (playerCount + matchCount === 0) return [];
		const remaining = `${formatCount(playerCount, "player")} and ${formatCount(matchCount, "match", "matches")}`;
		return [createProblem("squads.csv", `squad ${id} cannot be removed: ${remaining} would still belong to it`)];
	});
}

/**
 * Finds abbreviations and provider's ids that two rows would have after the import, such as one from the files and one
 * that is kept.
 */
export function findDuplicateNameProblems({ getRowsAfter }: Pick<SeasonMerge, "getRowsAfter">): ImportProblem[] {
	const findDuplicates = (file: string, name: "squads" | "players" | "matches", column: string) => {
		const namedRows = [...getRowsAfter(name).values()].filter((row) => row[column] !== null && row[column] !== "");
		const byName = Map.groupBy(namedRows, (row: TableRow) => String(row[column]));
		return [...byName].flatMap(([value, rows]) =>
			rows.length > 1
				? [createProblem(file, `${column} ${value} would be used twice: ids ${rows.map(({ id }) => id).join(" and ")}`)]
				: [],
		);
	};
	return [
		...findDuplicates("squads.csv", "squads", "abbreviation"),
		...findDuplicates("squads.csv", "squads", "provider_id"),
		...findDuplicates("players.csv", "players", "provider_id"),
		...findDuplicates("matches.csv", "matches", "provider_id"),
	];
}
