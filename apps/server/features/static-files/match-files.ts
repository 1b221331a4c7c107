import type { MatchFile } from "@first-bounce/contract/stats/static-data";
import type { MatchId } from "@first-bounce/rules/ids";
import { findScoreRound } from "@first-bounce/rules/round/round";
import { computePlayerPoints } from "@first-bounce/rules/scoring/player-points";
import type { Db } from "../../db/tables/tables.ts";
import { type BuiltFile, buildFile } from "../../plugins/http/built-file.ts";
import type { SeasonSnapshot, SnapshotMatch } from "../seasons/current/season-snapshot.ts";
import { listStatEvents } from "../stats-providers/stat-events/stat-event-queries.ts";

type MatchEvents = MatchFile["events"];

/** Loads a match's events up to the last one that the season in memory includes. */
async function loadEvents(db: Db, seasonId: number, match: SnapshotMatch): Promise<MatchEvents> {
	if (match.lastEvent === 0) return [];
	const events = await listStatEvents(db, { seasonId, matchId: match.id }, match.lastEvent);
	return events.map(({ changes, at, ...event }) => ({ ...event, changes: [...changes], at: at.toISOString() }));
}

const buildMatchFile = (match: SnapshotMatch, events: MatchEvents, { rules }: SeasonSnapshot): MatchFile => ({
	id: match.id,
	roundId: match.roundId,
	lines: match.lines.map(({ playerId, squadId, stats: { other, ...stats } }) => ({
		playerId,
		squadId,
		points: computePlayerPoints(other ? { ...stats, other } : stats, rules),
		stats,
	})),
	events,
});

const formatFileName = (id: MatchId): string => `matches/${id}`;

/**
 * Returns a function that builds matches/{id}.json for each match of the round whose points are shown. It loads a match's
 * events again only after a new one.
 */
export function createLiveMatchFiles(db: Db) {
	let cached = new Map<MatchId, { readonly key: string; readonly events: MatchEvents }>();
	const getEvents = async (season: SeasonSnapshot, match: SnapshotMatch) => {
		const key = `${season.seasonId}/${match.lastEvent}`;
		const before = cached.get(match.id);
		return before?.key === key ? before : { key, events: await loadEvents(db, season.seasonId, match) };
	};
	return async (season: SeasonSnapshot, previous: ReadonlyMap<string, BuiltFile>): Promise<[string, BuiltFile][]> => {
		const round = findScoreRound(season.rounds);
		const loaded = new Map<MatchId, { readonly key: string; readonly events: MatchEvents }>();
		const files: [string, BuiltFile][] = [];
		for (const match of round?.matches ?? []) {
			const loadedEvents = await getEvents(season, match);
			loaded.set(match.id, loadedEvents);
			const name = formatFileName(match.id);
			files.push([name, await buildFile(buildMatchFile(match, loadedEvents.events, season), previous.get(name))]);
		}
		cached = loaded;
		return files;
	};
}

/** Builds matches/{id}.json of any match, on request; undefined for an unknown match. */
export async function loadMatchFile(db: Db, season: SeasonSnapshot, matchId: MatchId): Promise<BuiltFile | undefined> {
	const match = season.rounds.flatMap(({ matches }) => matches).find(({ id }) => id === matchId);
	return match && buildFile(buildMatchFile(match, await loadEvents(db, season.seasonId, match), season));
}
