import type { SeasonChange as ChangeEntry, SeasonChanges } from "@first-bounce/contract/operator/season/season-changes";
import type { AuditContext } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import {
	acceptChanges,
	compareSeason,
	loadChangeDetails,
	refuseChanges,
} from "../../seasons/import/fetched/accept-changes.ts";
import type { ChosenChanges } from "../../seasons/import/fetched/list-changes.ts";
import { readFinals } from "../../seasons/import/files/read-fixture.ts";
import { readSeasonFolder } from "../../seasons/import/files/read-season-folder.ts";
import { withSeasonFolder } from "../../seasons/import/files/with-season-folder.ts";
import { findFetch } from "../season-fetch/queries.ts";
import type { OperatorServices } from "../services.ts";

type ChangeServices = Pick<OperatorServices, "db" | "seasons" | "clocks">;

/** Reads the last fetch of the current season; null before the first, or if its files have problems. */
async function readFetchedSeason({ db, seasons }: ChangeServices) {
	const { seasonId } = seasons.current();
	const row = await findFetch(db, seasonId);
	if (!row?.result) return null;
	return withSeasonFolder(row.result.files, async (folder) => {
		const { season } = await readSeasonFolder(folder);
		return season && { season, finals: await readFinals(folder), fetchedAt: row.started_at };
	});
}

/** The kinds of changes for which the teams with the player are counted. */
const COUNTED_KINDS = ["club-move", "position"];

/** Lists the differences between the current season and its last fetch. */
export async function listSeasonChanges(services: ChangeServices): Promise<SeasonChanges> {
	const { db, seasons, clocks } = services;
	const { seasonId } = seasons.current();
	const fetchedSeason = await readFetchedSeason(services);
	if (!fetchedSeason) {
		const hasProblems = Boolean((await findFetch(db, seasonId))?.result);
		return { season: seasonId, fetchedAt: null, hasProblems, changes: [], finals: [] };
	}
	const { changes, names, aligned } = await db
		.transaction()
		.execute((trx) => compareSeason(trx, fetchedSeason.season, clocks.seasonNow()));
	const { refused, teams } = await loadChangeDetails(db, seasonId, changes);
	const entries = changes.map((change): ChangeEntry => {
		const { key, version, kind, table, row, fields, isConflict, fromRound, block } = change;
		return {
			key,
			version,
			kind,
			name: names.describe(table.name, row),
			fields: fields.map(({ column, here, file }) => ({
				column,
				here: names.format(column, here),
				file: names.format(column, file),
			})),
			isConflict,
			fromRound,
			teams: COUNTED_KINDS.includes(kind) ? (teams.get(Number(row.id)) ?? 0) : null,
			matches: kind === "round-added" ? aligned.matches.filter(({ roundId }) => roundId === row.id).length : null,
			block,
			isRefused: refused.get(key) === version,
		};
	});
	return {
		season: seasonId,
		fetchedAt: fetchedSeason.fetchedAt.toISOString(),
		changes: entries,
		finals: fetchedSeason.finals,
	};
}

async function requireFetchedSeason(services: ChangeServices) {
	const fetchedSeason = await readFetchedSeason(services);
	if (!fetchedSeason) throw refuse(404, "season-fetch-unknown");
	return fetchedSeason;
}

/** Accepts changes of the last fetch, all or none. */
export async function acceptSeasonChanges(services: ChangeServices, chosen: ChosenChanges, audit: AuditContext) {
	const { season } = await requireFetchedSeason(services);
	await acceptChanges(services.db, season, { chosen, audit, now: services.clocks.seasonNow });
	await services.seasons.refresh();
	return listSeasonChanges(services);
}

/** Refuses changes of the last fetch. A change stays refused until the provider changes the value again. */
export async function refuseSeasonChanges(services: ChangeServices, chosen: ChosenChanges, audit: AuditContext) {
	const { season } = await requireFetchedSeason(services);
	const { db, clocks } = services;
	await refuseChanges(db, season, { chosen, audit, now: clocks.seasonNow });
	return listSeasonChanges(services);
}
