import type { RoundId } from "@first-bounce/rules/ids";
import { getNextLockTime, listLockedSquads } from "@first-bounce/rules/lockout/lockout";
import type { Db } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { loadPublishedRound } from "../../standings/load-eliminations.ts";
import { listLeagueMatchUps } from "../head-to-head/match-up-queries.ts";
import { queueDeliveries } from "../webhooks/queries.ts";
import {
	buildCorrectionCard,
	buildRecordsCard,
	buildResultsCard,
	buildTradesCards,
	findMedian,
	listVisiblePlayers,
	type RoundFacts,
} from "./build-cards.ts";
import { buildRecap } from "./build-recap.ts";
import {
	type CardLeague,
	type CardRow,
	listAnnouncedTeams,
	listBestScores,
	listCardLeagues,
	listRoundsWithoutCards,
	markCardsWritten,
	type SaveCardsOptions,
	saveCards,
} from "./queries.ts";

/** The number of leagues in one transaction. */
const CHUNK_SIZE = 200;
/** Cards are added for the latest rounds only. Older rounds just get their cards corrected. */
const MAX_ROUNDS_WITH_NEW_CARDS = 2;

interface CardWriter {
	readonly db: Db;
	readonly season: SeasonSnapshot;
	/** Season time. */
	readonly now: number;
	/** Wall time. */
	readonly wallNow: number;
}

async function forEachChunk(
	{ db, season }: CardWriter,
	roundId: RoundId,
	write: (leagues: readonly CardLeague[]) => Promise<void>,
): Promise<void> {
	for (let afterId = 0; ; ) {
		const leagues = await listCardLeagues(db, { seasonId: season.seasonId, roundId, afterId, limit: CHUNK_SIZE });
		if (leagues.length > 0) await write(leagues);
		if (leagues.length < CHUNK_SIZE) return;
		afterId = leagues.at(-1)?.id ?? afterId;
	}
}

const saveCardsOfKind = (
	{ db, wallNow }: CardWriter,
	{
		sendsToWebhooks,
		...options
	}: Pick<SaveCardsOptions, "kind" | "roundId" | "addsNew"> & {
		/** Whether the cards are complete, so that they are sent to webhooks. */
		readonly sendsToWebhooks: boolean;
	},
	cards: readonly CardRow[],
) =>
	db.transaction().execute(async (trx) => {
		const saveOptions = { ...options, at: new Date(wallNow) };
		await saveCards(trx, saveOptions, cards);
		// Deliveries are queued in the same transaction, so that no stored card is missing from the webhooks.
		const leagueIds = cards.map(({ leagueId }) => leagueId);
		if (sendsToWebhooks) await queueDeliveries(trx, saveOptions, leagueIds);
	});

/** Loads who went out of elimination leagues in a round, and who was said to when the round was first published. */
async function loadRoundEliminations(writer: CardWriter, leagues: readonly CardLeague[], roundId: RoundId) {
	const eliminationLeagues = leagues.filter(({ type }) => type === "elimination");
	const ids = eliminationLeagues.map(({ id }) => id);
	const [eliminations, announced] = await Promise.all([
		loadPublishedRound(writer, eliminationLeagues, roundId),
		listAnnouncedTeams(writer.db, ids, roundId),
	]);
	return { eliminations, announced };
}

async function writeRecaps(writer: CardWriter, leagues: readonly CardLeague[], round: SnapshotRound, addsNew: boolean) {
	for (const league of leagues.filter((league) => league.posts_recap || league.has_generated_recap)) {
		const data = await buildRecap(writer, league, round);
		const kind = "recap" as const;
		const options = { kind, roundId: round.id, addsNew: addsNew && league.posts_recap, sendsToWebhooks: addsNew };
		await saveCardsOfKind(writer, options, [{ leagueId: league.id, data, isEmpty: data.teamIds.length === 0 }]);
	}
}

async function writeResultCards(writer: CardWriter, round: SnapshotRound, addsNew: boolean): Promise<void> {
	const { id: roundId } = round;
	await forEachChunk(writer, roundId, async (leagues) => {
		const ids = leagues.map(({ id }) => id);
		const matchUps = Map.groupBy(await listLeagueMatchUps(writer.db, ids, roundId), ({ league_id }) => league_id);
		const bestScores = new Map((await listBestScores(writer.db, ids, roundId)).map((best) => [best.league_id, best]));
		const { eliminations, announced } = await loadRoundEliminations(writer, leagues, roundId);
		const medians = new Map(
			leagues.map((league) => [league.id, findMedian(league, matchUps.get(league.id) ?? [], roundId)]),
		);
		const getFacts = (id: number): RoundFacts => ({
			matchUps: matchUps.get(id) ?? [],
			roundId,
			median: medians.get(id),
			elimination: eliminations.get(id),
			announced: announced.get(id),
		});
		const buildAll = (buildCard: typeof buildResultsCard) =>
			ids.map((id) => buildCard(id, bestScores.get(id), getFacts(id)));
		const options = { roundId, addsNew, sendsToWebhooks: addsNew };
		await saveCardsOfKind(writer, { ...options, kind: "results" }, buildAll(buildResultsCard));
		await saveCardsOfKind(writer, { ...options, kind: "records" }, buildAll(buildRecordsCard));
		const corrections = [...eliminations.keys()].map((id) => buildCorrectionCard(id, getFacts(id)));
		// A team that comes back is news, however old the round is.
		await saveCardsOfKind(writer, { kind: "correction", roundId, addsNew: true, sendsToWebhooks: true }, corrections);
		await writeRecaps(writer, leagues, round, addsNew);
	});
}

/** Writes cards with the round's trades in which rivals may see both players by now. */
async function writeTradeCards(writer: CardWriter, round: SnapshotRound): Promise<void> {
	const visibleIds = listVisiblePlayers(writer.season, round, writer.now);
	if (visibleIds.length === 0) return;
	// A card that was sent to a webhook cannot be changed, so this one is sent only once every player is locked.
	const areAllLocked = getNextLockTime(round, writer.now) === null;
	await forEachChunk(writer, round.id, async (leagues) => {
		const ids = leagues.map(({ id }) => id);
		const cards = await buildTradesCards(writer.db, ids, round.id, visibleIds);
		const options = { roundId: round.id, addsNew: true, sendsToWebhooks: areAllLocked };
		await saveCardsOfKind(writer, { ...options, kind: "trades" }, cards);
	});
}

/** Gets a key that changes whenever players lock, which adds trades to the cards; null if no round is being played. */
export function getLockKey({ seasonId, rounds }: SeasonSnapshot, now: number): string | null {
	const round = rounds.find(({ status }) => status === "playing");
	return round
		? `${seasonId}/${round.id}: ${[...listLockedSquads(round, now)].toSorted((a, b) => a - b).join()}`
		: null;
}

/** Writes or completes the trade cards of the playing round. Idempotent. */
export async function writePlayingTradeCards(writer: CardWriter): Promise<void> {
	const round = writer.season.rounds.find(({ status }) => status === "playing");
	if (round) await writeTradeCards(writer, round);
}

/** Writes or corrects the cards of published rounds. Idempotent. Returns how many rounds were waiting. */
export async function writePublishedCards(writer: CardWriter): Promise<number> {
	const { db, season } = writer;
	const completeRounds = season.rounds.filter(({ status }) => status === "complete");
	const recentIds = new Set(completeRounds.slice(-MAX_ROUNDS_WITH_NEW_CARDS).map(({ id }) => id));
	const waitingRounds = await listRoundsWithoutCards(db, season.seasonId);
	for (const waitingRound of waitingRounds) {
		const round = completeRounds.find(({ id }) => id === waitingRound.round_id);
		if (!round) continue;
		if (recentIds.has(round.id)) await writeTradeCards(writer, round);
		await writeResultCards(writer, round, recentIds.has(round.id));
		await markCardsWritten(db, season.seasonId, waitingRound);
	}
	return waitingRounds.length;
}
