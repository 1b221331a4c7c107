import type { RoundId } from "@first-bounce/rules/ids";
import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import { getLastMagicNumber } from "@first-bounce/rules/prices/price-change";
import { computeBreakEven } from "@first-bounce/rules/prices/price-projection";
import { computeEstimate, computePrior, type PriorCoefficients } from "@first-bounce/rules/projections/estimate";
import { computeChanceToPlay, getAvailability, hasLeftEarly } from "@first-bounce/rules/projections/forecast";
import { findCurrentRound, hasNoExpectedMatch, listSquadMatches } from "@first-bounce/rules/round/round";
import { hasPlayed } from "@first-bounce/rules/scoring/player-points";
import { computePlayerRound } from "@first-bounce/rules/scoring/player-round";
import type { SeasonMatch } from "@first-bounce/rules/scoring/season-figures";
import { type ClubHistory, getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { getPositionsInRound } from "@first-bounce/rules/season-changes/positions";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../../db/tables/tables.ts";
import { addProjections, type UnprojectedPlayer } from "./add-projections.ts";
import { findSeasonRow, findSeasonRowById, loadSeasonRows, type SeasonRows } from "./season-queries.ts";
import type { SeasonSnapshot, SnapshotMatch, SnapshotRound } from "./season-snapshot.ts";
import { buildStatLine, type StatRow } from "./stat-line.ts";

function buildRounds(rows: SeasonRows, rules: SeasonRules): SnapshotRound[] {
	const matches = Map.groupBy(rows.matches, (match) => match.round_id);
	const lines = Map.groupBy(rows.lines, (line) => line.match_id);
	return rows.rounds
		.filter(({ id }) => id <= rules.lastRound)
		.map(({ id, status, magic_number, published_at, revision, held_since, held_reason, locked_squads }) => {
			const roundMatches = (matches.get(id) ?? []).map((row) => buildMatch(row, lines.get(row.id) ?? []));
			const squads = new Set(roundMatches.flatMap((match) => [match.homeSquadId, match.awaySquadId]));
			const byeSquads = rows.squads.map((squad) => squad.id).filter((squadId) => !squads.has(squadId));
			const publishedAt = published_at?.getTime() ?? null;
			const hold = held_since && held_reason !== null ? { since: held_since.getTime(), reason: held_reason } : null;
			return {
				id,
				status,
				magicNumber: magic_number,
				publishedAt,
				revision,
				hold,
				matches: roundMatches,
				byeSquads,
				lockedSquads: locked_squads,
			};
		});
}

const buildMatch = (row: SeasonRows["matches"][number], lines: readonly StatRow[]): SnapshotMatch => ({
	id: row.id,
	roundId: row.round_id,
	homeSquadId: row.home_squad_id,
	awaySquadId: row.away_squad_id,
	startsAt: row.starts_at.getTime(),
	status: row.status,
	venue: row.venue,
	timeZone: row.time_zone || null,
	minutes: row.minutes,
	quarter: row.quarter,
	clockSeconds: row.clock_seconds,
	isBreak: row.is_break,
	homeScore: row.home_score,
	awayScore: row.away_score,
	reportedAt: row.reported_at?.getTime() ?? null,
	lastEvent: row.last_event,
	lines: lines
		.map((line) => ({ playerId: line.player_id, squadId: line.squad_id, stats: buildStatLine(line) }))
		.filter(({ stats }) => hasPlayed(stats)),
	isAbandoned: row.is_abandoned,
	completedAt: row.completed_at?.getTime() ?? null,
	providerId: row.provider_id,
});

/** Returns the round whose prices are in force: the current one, or the one after the last once the season is over. */
function getPriceRound(rounds: readonly SnapshotRound[]): RoundId {
	const round = findCurrentRound(rounds);
	if (!round) return 1;
	return round.status === "complete" ? round.id + 1 : round.id;
}

/** Builds prices from the player's first round to the round in force. A round without a row keeps the previous price. */
function buildPricesUpTo(roundId: RoundId, rows: readonly SeasonRows["prices"][number][]): Map<RoundId, number> {
	const prices = new Map<RoundId, number>();
	const [first] = rows;
	if (!first) return prices;
	const published = new Map(rows.map((row) => [row.round_id, row.price]));
	let price = first.price;
	for (let round = Math.min(first.round_id, roundId); round <= roundId; round++) {
		price = published.get(round) ?? price;
		prices.set(round, price);
	}
	return prices;
}

const listPlayedMatches = (
	lines: readonly StatRow[],
	matches: ReadonlyMap<number, SnapshotMatch>,
	rules: SeasonRules,
): SeasonMatch[] =>
	lines.flatMap((row) => {
		const match = matches.get(row.match_id);
		const { state, points } = computePlayerRound([buildStatLine(row)], true, rules);
		if (!match || state !== "played") return [];
		const isOver = match.status === "complete" || match.isAbandoned;
		return [{ roundId: match.roundId, points, isAbandoned: match.isAbandoned, isOver }];
	});

/** What the players of a season are built from, with their rows by player. */
function createPlayerContext(
	rows: SeasonRows,
	rounds: readonly SnapshotRound[],
	rules: SeasonRules,
	prior: PriorCoefficients,
) {
	const completeRounds = rounds.filter(({ status }) => status === "complete");
	const currentRound = findCurrentRound(rounds);
	const hasStatusForRound = (row: SeasonRows["players"][number]) => row.status_round_id === currentRound?.id;
	return {
		rules,
		prior,
		matches: new Map(rounds.flatMap((round) => round.matches).map((match) => [match.id, match])),
		lines: Map.groupBy(rows.lines, (line) => line.player_id),
		prices: Map.groupBy(rows.prices, (price) => price.player_id),
		previousPositions: Map.groupBy(rows.previousPositions, (row) => row.player_id),
		formerSquadRows: Map.groupBy(rows.formerSquads, (row) => row.player_id),
		priceRoundId: getPriceRound(rounds),
		completeRounds,
		completeIds: new Set(completeRounds.map(({ id }) => id)),
		magicNumber: getLastMagicNumber(rounds, rules),
		currentRound,
		hasStatusForRound,
		squadsWithAnnouncedTeam: new Set(
			rows.players.filter((row) => row.status === "playing" && hasStatusForRound(row)).map((row) => row.squad_id),
		),
		openingPercentages: rows.openingPercentages,
	};
}

function buildPlayer(
	row: SeasonRows["players"][number],
	context: ReturnType<typeof createPlayerContext>,
): UnprojectedPlayer {
	const { rules, priceRoundId, currentRound, magicNumber, openingPercentages } = context;
	const getStart = (line: StatRow) => context.matches.get(line.match_id)?.startsAt ?? 0;
	const lines = (context.lines.get(row.id) ?? []).toSorted((a, b) => getStart(a) - getStart(b));
	const playedMatches = listPlayedMatches(lines, context.matches, rules);
	const scores = new Map<RoundId, number>();
	for (const { roundId, points } of playedMatches) scores.set(roundId, (scores.get(roundId) ?? 0) + points);
	const pricesByRound = buildPricesUpTo(priceRoundId, context.prices.get(row.id) ?? []);
	const price = pricesByRound.get(priceRoundId) ?? rules.floorPrice;
	// Form leaves out the round that is being played, because projections are for this round.
	const form = computeFormScores(playedMatches.filter(({ roundId }) => context.completeIds.has(roundId)));
	const recentScores = form.map(({ points }) => points);
	const hasNoMatch = currentRound ? hasNoExpectedMatch(row.squad_id, currentRound) : false;
	const [openingPrice = price] = pricesByRound.values();
	const ownership = openingPercentages && (openingPercentages[row.id] ?? 0) / 100;
	const openingFacts = { openingPrice, ownership };
	const estimate = computeEstimate(computePrior(openingFacts, context.prior, rules), recentScores, rules);
	const formerSquads = (context.formerSquadRows.get(row.id) ?? []).map(({ until_round, squad_id }) => ({
		untilRound: until_round,
		squadId: squad_id,
	}));
	const availability = getAvailability(row.status, {
		isForRound: context.hasStatusForRound(row),
		isTeamAnnounced: context.squadsWithAnnouncedTeam.has(row.squad_id),
		...getLastMatchFacts({ squadId: row.squad_id, formerSquads }, lines, form[0]?.roundId, context),
	});
	const positionHistory = {
		latest: row.positions,
		previous: (context.previousPositions.get(row.id) ?? []).map(({ until_round, positions }) => ({
			untilRound: until_round,
			positions,
		})),
	};
	return {
		id: row.id,
		name: `${row.first_name} ${row.last_name}`.trim(),
		firstName: row.first_name,
		lastName: row.last_name,
		squadId: row.squad_id,
		formerSquads,
		position: getPositionsInRound(positionHistory, currentRound?.id ?? 1),
		positionHistory,
		cost: price,
		status: row.status,
		statusNote: row.status_note,
		birthday: row.birthday,
		providerId: row.provider_id,
		fromRound: row.from_round,
		departedRound: row.departed_round,
		photoVersion: row.photo_version,
		prices: pricesByRound,
		played: playedMatches,
		scores,
		openingFacts,
		availability,
		chanceToPlay: hasNoMatch ? 0 : computeChanceToPlay(availability, 0, rules),
		estimate,
		breakEven: computeBreakEven(price, recentScores, magicNumber, rules),
	};
}

/**
 * Tells whether a player took part in her club's last round that was played, and whether she left her last match in it early.
 *
 * @param lines her stats in the order of matches
 * @param lastPlayedId the last complete round in which she played
 */
function getLastMatchFacts(
	clubs: ClubHistory,
	lines: readonly StatRow[],
	lastPlayedId: RoundId | undefined,
	{ matches, completeRounds }: ReturnType<typeof createPlayerContext>,
) {
	const lastRoundOfSquad = completeRounds.findLast((round) =>
		listSquadMatches(getSquadInRound(clubs, round.id), round).some(({ isAbandoned }) => !isAbandoned),
	);
	if (!lastRoundOfSquad || lastPlayedId !== lastRoundOfSquad.id) return { playedLastMatch: false, leftEarly: false };
	const lastLine = lines.findLast((line) => {
		const match = matches.get(line.match_id);
		return match !== undefined && match.roundId === lastRoundOfSquad.id && !match.isAbandoned;
	});
	return { playedLastMatch: true, leftEarly: lastLine !== undefined && hasLeftEarly(buildStatLine(lastLine).TOG) };
}

type SeasonRow = NonNullable<Awaited<ReturnType<typeof findSeasonRow>>>;

/** Builds the season from its rows, with scores, break-evens and projections computed by the rules. */
function buildSeasonSnapshot(season: SeasonRow, rows: SeasonRows): SeasonSnapshot {
	const { rules } = season;
	const rounds = buildRounds(rows, rules);
	// Those fitted to the scores of published rounds, or else those of the rules.
	const prior = rows.coefficients ?? rules.projections.prior;
	const context = createPlayerContext(rows, rounds, rules, prior);
	const players = rows.players.map((row) => buildPlayer(row, context));
	return {
		seasonId: season.id,
		name: season.name,
		isDemo: season.is_demo,
		isGenerated: season.generated_from !== null && !("folder" in season.generated_from),
		isArchived: !season.is_current,
		dataVersion: season.data_version,
		rules,
		squads: rows.squads,
		players: addProjections(players, rounds, context),
		prior,
		rounds,
	};
}

const loadFromRow = async (transaction: Db, season: SeasonRow): Promise<SeasonSnapshot> =>
	buildSeasonSnapshot(season, await loadSeasonRows(transaction, season.id));

/** Loads the current season within a transaction; null if no season is current. */
export async function loadCurrentSeason(transaction: Db): Promise<SeasonSnapshot | null> {
	const season = await findSeasonRow(transaction);
	return season ? loadFromRow(transaction, season) : null;
}

/** Loads any season within a transaction, and whether it is closed; null if there is none with this id. */
export async function loadSeasonWithStatus(
	transaction: Db,
	seasonId: number,
): Promise<{ readonly season: SeasonSnapshot; readonly isClosed: boolean } | null> {
	const row = await findSeasonRowById(transaction, seasonId);
	if (!row) return null;
	return { season: await loadFromRow(transaction, row), isClosed: row.status === "closed" };
}

/**
 * Loads the season to show, from one database snapshot: the current one or, between two seasons, the last closed one. Null
 * before the first season.
 */
export const loadShownSeason = (db: Db): Promise<SeasonSnapshot | null> =>
	loadSnapshot(db, (transaction) => findSeasonRow(transaction, { orArchived: true }));

/** Loads a season by its id from one database snapshot; null for an unknown one. */
export const loadSeason = (db: Db, seasonId: number): Promise<SeasonSnapshot | null> =>
	loadSnapshot(db, (transaction) => findSeasonRowById(transaction, seasonId));

const loadSnapshot = (db: Db, findRow: typeof findSeasonRow): Promise<SeasonSnapshot | null> =>
	db
		.transaction()
		.setIsolationLevel("repeatable read")
		.setAccessMode("read only")
		.execute(async (transaction) => {
			const season = await findRow(transaction);
			return season ? loadFromRow(transaction, season) : null;
		});
