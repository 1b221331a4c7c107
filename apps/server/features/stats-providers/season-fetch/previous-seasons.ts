import type { Points } from "@first-bounce/rules/ids";
import { computeAverage } from "@first-bounce/rules/numbers";
import type { Line } from "@first-bounce/rules/player";
import type { PreviousSeason } from "@first-bounce/rules/prices/opening-price";
import { computePlayerPoints, hasPlayed } from "@first-bounce/rules/scoring/player-points";
import { mapStats, STATS, type StatLine } from "@first-bounce/rules/scoring/stats";
import { getPresetRules } from "@first-bounce/rules/season-rules/presets";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../../db/tables/tables.ts";
import { loadSeasonRows } from "../../seasons/current/season-queries.ts";
import { buildStatLine } from "../../seasons/current/stat-line.ts";
import { formatProblem } from "../../seasons/import/csv/problem-list.ts";
import { readSeasonFolder } from "../../seasons/import/files/read-season-folder.ts";
import { createInputError, FetchError } from "./fetch-error.ts";
import { type CompSeason, type PlayerTotals, seasonTotals } from "./provider-schemas.ts";
import { listSeasonsBefore } from "./queries.ts";
import { formatLeftOut, getYear } from "./read-provider-season.ts";
import type { SeasonApi } from "./season-api.ts";

/** A player or club of a previous season, by the provider's id. */
interface SummaryEntry {
	readonly id: number;
	readonly providerId: string;
}
export interface SummaryPlayer extends SummaryEntry {
	/** The provider's id of her club. */
	readonly club: string;
	readonly positions: readonly Line[];
}

/** A previous season: from this installation's stats or, if it has none, from the provider's totals. */
export interface SeasonSummary {
	readonly year: number;
	readonly name: string;
	readonly players: ReadonlyMap<string, SummaryPlayer>;
	readonly squads: ReadonlyMap<string, SummaryEntry>;
	/** The matches and average of each player, by the provider's id. */
	readonly records: ReadonlyMap<string, PreviousSeason>;
}

/** Prices follow from the last season or, for players with too few matches in it, from the one before. */
const MAX_PREVIOUS_SEASONS = 2;

/** A previous season's clubs, players and stat lines, and its rules. */
export interface StoredSeason {
	readonly year: number;
	readonly name: string;
	readonly rules: SeasonRules;
	readonly squads: readonly { readonly id: number; readonly providerId?: string | null }[];
	readonly players: readonly {
		readonly id: number;
		readonly providerId?: string | null;
		readonly squadId: number;
		readonly positions: readonly Line[];
	}[];
	readonly lines: readonly { readonly playerId: number; readonly stats: StatLine }[];
}

const buildRecord = (points: readonly Points[]): PreviousSeason => ({
	matches: points.length,
	average: computeAverage(points),
});

/** Sums up a previous season under the given rules. */
export function buildSeasonSummary({ year, name, rules, squads, players, lines }: StoredSeason): SeasonSummary {
	const clubProviderIds = new Map(squads.map(({ id, providerId }) => [id, providerId || `CD_T${id}`]));
	const playerProviderIds = new Map(players.map(({ id, providerId }) => [id, providerId || `CD_I${id}`]));
	const points = new Map<string, Points[]>();
	for (const { playerId, stats } of lines) {
		const player = playerProviderIds.get(playerId);
		if (!player || !hasPlayed(stats)) continue;
		points.set(player, [...(points.get(player) ?? []), computePlayerPoints(stats, rules)]);
	}
	const summaryPlayers = players.map((player): SummaryPlayer => {
		const { id, positions, squadId } = player;
		return { id, providerId: playerProviderIds.get(id) ?? "", positions, club: clubProviderIds.get(squadId) ?? "" };
	});
	return {
		year,
		name,
		players: new Map(summaryPlayers.map((player) => [player.providerId, player])),
		squads: new Map([...clubProviderIds].map(([id, providerId]) => [providerId, { id, providerId }])),
		records: new Map([...points].map(([player, scores]) => [player, buildRecord(scores)])),
	};
}

export async function readPreviousSeason(folder: string): Promise<SeasonSummary> {
	const { season, problems } = await readSeasonFolder(folder);
	if (!season) throw createInputError(problems.map((problem) => `${folder}: ${formatProblem(problem)}`));
	const [firstStart = 0] = season.matches.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b);
	return buildSeasonSummary({
		...season,
		year: new Date(firstStart).getUTCFullYear(),
		lines: season.stats.map(({ playerId, line }) => ({ playerId, stats: line })),
	});
}

/** Loads the last seasons of this installation before a year, without the demo. */
export async function loadStoredSeasons(db: Db, year: number): Promise<StoredSeason[]> {
	const storedSeasons: StoredSeason[] = [];
	for (const season of await listSeasonsBefore(db, year, MAX_PREVIOUS_SEASONS)) {
		const rows = await loadSeasonRows(db, season.id);
		const rounds = new Map(rows.matches.map(({ id, round_id }) => [id, round_id]));
		storedSeasons.push({
			...season,
			squads: rows.squads,
			players: rows.players.map(({ id, provider_id, squad_id, positions }) => ({
				id,
				providerId: provider_id,
				squadId: squad_id,
				positions,
			})),
			lines: rows.lines
				.filter(({ match_id }) => (rounds.get(match_id) ?? 0) <= season.rules.lastRound)
				.map((row) => ({ playerId: row.player_id, stats: buildStatLine(row) })),
		});
	}
	return storedSeasons;
}

/** Sums up the last seasons of this installation before a year, each under its own rules. */
export const loadPreviousSeasons = async (db: Db, year: number): Promise<SeasonSummary[]> =>
	(await loadStoredSeasons(db, year)).map(buildSeasonSummary);

/** The rules by which the provider's totals are scored (docs/game-rules.md#opening-prices). */
const OFFICIAL_RULES = getPresetRules("official");

function buildRecordFromTotals({ gamesPlayed, totals }: PlayerTotals): PreviousSeason {
	const matches = gamesPlayed ?? 0;
	const stats: StatLine = { ...mapStats((key) => totals?.[STATS[key].aflName] ?? 0), TOG: 0 };
	return { matches, average: computePlayerPoints(stats, OFFICIAL_RULES) / Math.max(1, matches) };
}

async function fetchPreviousSeason(api: SeasonApi, compSeason: CompSeason, notes: string[]): Promise<SeasonSummary> {
	const { players } = await api.getStats(`/statspro/playersStats/seasons/${compSeason.providerId}`, seasonTotals);
	notes.push(...formatLeftOut(`totals of season ${getYear(compSeason)}`, players.problems));
	return {
		year: getYear(compSeason),
		name: compSeason.name,
		players: new Map(),
		squads: new Map(),
		records: new Map(players.items.map((player) => [player.playerId, buildRecordFromTotals(player)])),
	};
}

/**
 * Collects the previous seasons that set prices, the latest first: our own, or the provider's totals where we have no
 * stats. Notes each season for which there are neither.
 *
 * @throws FetchError if the request for the last season's totals fails
 */
export async function collectPreviousSeasons(
	api: SeasonApi,
	{ year, own, compSeasons }: { year: number; own: readonly SeasonSummary[]; compSeasons: readonly CompSeason[] },
): Promise<{ readonly seasons: readonly SeasonSummary[]; readonly notes: readonly string[] }> {
	const seasons: SeasonSummary[] = [];
	const notes: string[] = [];
	for (let previous = year - 1; previous >= year - MAX_PREVIOUS_SEASONS; previous--) {
		const ownSeason = own.find((season) => season.year === previous);
		if (ownSeason && ownSeason.records.size > 0) {
			seasons.push(ownSeason);
			continue;
		}
		const compSeason = compSeasons.find((candidate) => getYear(candidate) === previous);
		if (!compSeason) {
			if (ownSeason) seasons.push(ownSeason);
			notes.push(`season ${previous}: no stats of our own, and the provider does not list it`);
			continue;
		}
		try {
			const totals = await fetchPreviousSeason(api, compSeason, notes);
			seasons.push(ownSeason ? { ...ownSeason, records: totals.records } : totals);
		} catch (error) {
			if (!(error instanceof FetchError)) throw error;
			if (previous === year - 1)
				throw new FetchError(
					`${error.message}: without it all opening prices would be the floor price`,
					`${error.advice} Or give the folder of season ${previous} with its stats: --former DIR.`,
					error.isRefused,
				);
			if (ownSeason) seasons.push(ownSeason);
			notes.push(`season ${previous} was not used for prices: ${error.message}`);
		}
	}
	return { seasons, notes };
}
