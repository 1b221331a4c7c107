import type { RoundId, SeasonTime, TeamId } from "@first-bounce/rules/ids";
import { findRound, findScoreRound, type Round } from "@first-bounce/rules/round/round";
import { buildRowLayout, ROW_WORDS } from "@first-bounce/scoring/row-layout";
import type { Scorer } from "@first-bounce/scoring/scorer";
import { computeStandingsBytes, createStandingsArrays } from "@first-bounce/scoring/standings/standings";
import type { Pool } from "pg";
import { coalesce } from "../seasons/current/coalesce.ts";
import type { SeasonSnapshot, SnapshotRound } from "../seasons/current/season-snapshot.ts";
import { type LineupTable, loadLineups, packRows } from "./lineup-table.ts";
import { type ProjectedTotals, projectTotals } from "./projected-totals.ts";
import { openScorer, scoreRound } from "./score-round.ts";
import { loadPublishedStandings } from "./standings-queries.ts";
import { buildTeamRows, createStandingsView, type StandingsView, type TeamRows } from "./standings-view.ts";

export interface LiveStandings {
	/** The standings of the round in progress, or of the last complete round if none is. */
	readonly current: () => StandingsView;
	/** Whether the standings are loaded; always true without a season. */
	readonly isLoaded: () => boolean;
	/** Updates the standings to the current season. Returns quickly if nothing has changed. */
	readonly refresh: () => Promise<void>;
	/** Call after a team's line-up was committed: starts the re-score that includes it. */
	readonly rescoreTeam: (teamId: TeamId) => void;
	/** Loads the line-ups of teams saved by any process and re-scores. Does nothing between rounds. */
	readonly applySaves: (teamIds: readonly TeamId[]) => Promise<void>;
	/** Increases when scores or published results may have changed, but not for a saved line-up alone. */
	readonly scoresVersion: () => number;
	readonly onChange: (listener: (view: StandingsView) => void) => () => void;
	/** All teams' projected totals, at most ten seconds old; null while no round is playing. */
	readonly projected: () => Promise<ProjectedTotals | null>;
	readonly close: () => Promise<void>;
}

export interface StandingsSources {
	readonly pool: Pool;
	readonly currentSeason: () => SeasonSnapshot | null;
	readonly seasonNow: () => SeasonTime;
	readonly wallNow: () => number;
	/** Receives the error of a re-score that no caller awaits. */
	readonly onError: (error: unknown) => void;
}

/** How long projected totals are reused. The scoring worker takes a fraction of a second for a million teams. */
const MAX_PROJECTION_AGE_MS = 10_000;

/** A round in progress: its scorer, and the team of each row. */
interface LiveRound {
	readonly seasonId: number;
	readonly roundId: RoundId;
	readonly scorer: Scorer;
	readonly rows: TeamRows;
	readonly draftRows: TeamRows;
	/** See `formatBasis`. */
	readonly basis: string;
}

/** Identifies the revisions of a round and of the rounds before it. Changes when one of them is corrected. */
const formatBasis = ({ seasonId, rounds }: SeasonSnapshot, roundId: RoundId): string =>
	[seasonId, ...rounds.filter(({ id }) => id <= roundId).map(({ id, revision }) => `${id}.${revision}`)].join();

const NO_ROUND = {
	roundId: null,
	isLive: false,
	rankedCount: 0,
	rows: buildTeamRows(new Int32Array(0), 0),
	standings: createStandingsArrays(new ArrayBuffer(computeStandingsBytes(0)), 0),
};

async function openRound(pool: Pool, snapshot: SeasonSnapshot, roundId: RoundId): Promise<LiveRound> {
	const { scorer, lineups } = await openScorer(pool, snapshot, roundId);
	return {
		seasonId: snapshot.seasonId,
		roundId,
		scorer,
		rows: buildTeamRows(lineups.teamIds, lineups.count),
		draftRows: buildTeamRows(lineups.draft.teamIds, lineups.draft.count),
		basis: formatBasis(snapshot, roundId),
	};
}

/** Loads saved line-ups again. Returns false if one has no row because it was saved as the round started. */
async function updateTeams(
	pool: Pool,
	snapshot: SeasonSnapshot,
	{ roundId, scorer, rows, draftRows }: LiveRound,
	teamIds: readonly TeamId[],
) {
	const layout = buildRowLayout(snapshot.rules);
	const scope = { seasonId: snapshot.seasonId, roundId, layout, playerIndex: scorer.players };
	const saved = await loadLineups(pool, scope, teamIds);
	const isUpdated = replaceRows(saved, rows, teamIds, scorer.setLineups);
	return isUpdated && replaceRows(saved.draft, draftRows, teamIds, scorer.setDraftLineups);
}

/** Replaces the rows of saved teams. Returns false if one of them has no row yet. */
function replaceRows(
	saved: Pick<LineupTable, "count" | "teamIds" | "rows">,
	{ rowByTeam }: TeamRows,
	teamIds: readonly TeamId[],
	setRows: (row: number, packed: Uint16Array<ArrayBuffer>) => void,
): boolean {
	const packed = packRows(saved);
	const indexByTeam = new Map(Array.from(saved.teamIds.subarray(0, saved.count), (teamId, index) => [teamId, index]));
	for (const teamId of teamIds) {
		const row = rowByTeam[teamId] ?? -1;
		const index = indexByTeam.get(teamId);
		if (row < 0 && index !== undefined) return false;
		if (row < 0) continue;
		// For a team whose line-up no longer counts in the round.
		const emptyRow = new Uint16Array(ROW_WORDS);
		setRows(row, index === undefined ? emptyRow : packed.slice(index * ROW_WORDS, (index + 1) * ROW_WORDS));
	}
	return true;
}

/** Holds the round in progress, and the teams that were saved since its last re-score. */
function createLiveRoundHolder(pool: Pool) {
	const savedTeamIds = new Set<TeamId>();
	let live: LiveRound | null = null;
	/** Whether line-ups are being loaded. A line-up saved at the same time may be missing from them. */
	let isOpening = false;

	const close = async () => {
		await live?.scorer.close();
		live = null;
	};
	const reopen = async (season: SeasonSnapshot, roundId: RoundId): Promise<LiveRound> => {
		await close();
		savedTeamIds.clear();
		isOpening = true;
		try {
			live = await openRound(pool, season, roundId);
		} finally {
			isOpening = false;
		}
		return live;
	};
	return {
		current: () => live,
		close,
		/** Remembers saved teams while a round is open or being opened. Returns whether there is something to re-score. */
		addSaves: (teamIds: readonly TeamId[]): boolean => {
			if (!live && !isOpening) return false;
			for (const teamId of teamIds) savedTeamIds.add(teamId);
			return savedTeamIds.size > 0;
		},
		hasSaves: () => savedTeamIds.size > 0,
		/** Opens the round unless it is open, and loads the line-ups of saved teams. */
		update: async (season: SeasonSnapshot, roundId: RoundId): Promise<LiveRound> => {
			const open = live?.basis === formatBasis(season, roundId) ? live : await reopen(season, roundId);
			const teamIds = [...savedTeamIds];
			savedTeamIds.clear();
			const isUpdated = teamIds.length === 0 || (await updateTeams(pool, season, open, teamIds));
			return isUpdated ? open : reopen(season, roundId);
		},
	};
}

/** Creates a function that projects all teams' totals, and reuses them for ten seconds. */
function createProjection(
	{ currentSeason, seasonNow, wallNow }: StandingsSources,
	getLiveRound: () => LiveRound | null,
): LiveStandings["projected"] {
	let last: { readonly live: LiveRound; readonly at: number; readonly totals: Promise<ProjectedTotals> } | null = null;
	return async () => {
		const season = currentSeason();
		const live = getLiveRound();
		const round = findRound(season?.rounds ?? [], live?.roundId);
		if (!season || !live || round?.status !== "playing") return null;
		if (last?.live !== live || wallNow() - last.at >= MAX_PROJECTION_AGE_MS)
			last = { live, at: wallNow(), totals: projectTotals(live, season, round, seasonNow()) };
		try {
			return await last.totals;
		} catch (error) {
			last = null;
			// The round was published meanwhile, or its line-ups are being loaded again.
			if (getLiveRound() !== live) return null;
			throw error;
		}
	};
}

/**
 * Creates the standings during a round. A scoring worker has all line-ups of the round, and re-scores and re-ranks them
 * after every change of the season. The standings depend only on the database, so they are the same after a restart.
 */
export function createLiveStandings(sources: StandingsSources): LiveStandings {
	const { pool, currentSeason, onError } = sources;
	const listeners = new Set<(view: StandingsView) => void>();
	const liveRound = createLiveRoundHolder(pool);
	let version = 0;
	let scoresVersion = 0;
	let shownSeason: SeasonSnapshot | null = null;
	let shownPublication = "";
	let view = createStandingsView({ version, ...NO_ROUND });

	const setView = (next: Omit<Parameters<typeof createStandingsView>[0], "version">) => {
		view = createStandingsView({ version: ++version, ...next });
		for (const listener of listeners) listener(view);
	};

	const showPublished = async (season: SeasonSnapshot, { id: roundId, publishedAt }: SnapshotRound) => {
		const { seasonId } = season;
		const publication = [formatBasis(season, roundId), roundId, publishedAt].join();
		if (!view.isLive && publication === shownPublication) return;
		const { teamIds, count, standings } = await loadPublishedStandings(pool, seasonId, roundId);
		shownPublication = publication;
		setView({ roundId, isLive: false, rankedCount: count, rows: buildTeamRows(teamIds, count), standings });
		await liveRound.close();
	};

	const showLive = async (season: SeasonSnapshot, round: Round) => {
		const { scorer, rows, draftRows } = await liveRound.update(season, round.id);
		const standings = await scoreRound(scorer, season, round);
		const draftPoints = { rows: draftRows, points: scorer.draftPoints() };
		setView({ roundId: round.id, isLive: true, rankedCount: standings.ranked, rows, standings, draftPoints });
	};

	const refresh = coalesce(async () => {
		const season = currentSeason();
		if (season === shownSeason && !liveRound.hasSaves()) return;
		const versionBefore = version;
		const round = season && findScoreRound(season.rounds);
		if (season && round?.status === "playing")
			await showLive(season, round).catch(async (error) => {
				// A scorer that failed once always fails, so the next call creates another.
				await liveRound.close();
				throw error;
			});
		else if (season && round) await showPublished(season, round);
		else if (view.roundId !== null) {
			setView(NO_ROUND);
			await liveRound.close();
		}
		if (season !== shownSeason && version !== versionBefore) scoresVersion++;
		shownSeason = season;
	});

	return {
		current: () => view,
		isLoaded: () => shownSeason !== null || currentSeason() === null,
		refresh,
		rescoreTeam: (teamId) => {
			if (liveRound.addSaves([teamId])) refresh().catch(onError);
		},
		applySaves: async (teamIds) => {
			if (liveRound.addSaves(teamIds)) await refresh();
		},
		scoresVersion: () => scoresVersion,
		onChange: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		projected: createProjection(sources, liveRound.current),
		close: async () => {
			// Scores line-ups that were saved just now.
			await refresh().catch(() => undefined);
			await liveRound.close();
		},
	};
}
