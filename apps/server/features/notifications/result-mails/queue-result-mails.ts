import type { RoundResult } from "@first-bounce/contract/stats/round-result";
import { DAY_MS } from "@first-bounce/rules/durations";
import { findRound } from "@first-bounce/rules/round/round";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import type { Pool } from "pg";
import type { Db } from "../../../db/tables/tables.ts";
import { runClientTransaction } from "../../../db/transactions/client-transaction.ts";
import type { CorrectedRound } from "../../../i18n/notification-texts.ts";
import { buildRoundResult, createRoundAverages } from "../../rankings/round-result/service.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { TeamServices } from "../../team/load-team.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { addressMail } from "../mail/unsubscribe.ts";
import { createCorrectedRounds, getCorrectedPage } from "../notices/corrected-rounds.ts";
import {
	getDraftResultPage,
	type LadderPlace,
	type ListDraftPlaces,
	loadDraftResults,
} from "../notices/draft-results.ts";
import { createNameLookup } from "../notices/notification-content.ts";
import { findSquadNews } from "../notices/squads/find-squad-news.ts";
import {
	claimNoticeMails,
	claimWaitingMails,
	dropStaleMails,
	hasWaitingMail,
	markMailQueued,
	markNoticeMailQueued,
	type WaitingMail,
	type WaitingNoticeMail,
} from "./queries.ts";

const BATCH_SIZE = 25;
/** Mails that were not queued within this time are dropped. */
const MAX_WAIT_MS = DAY_MS;

export interface ResultMailServices {
	readonly pool: Pool;
	readonly clocks: Clocks;
	readonly findTeam: TeamServices["findTeam"];
	readonly listDraftPlaces: ListDraftPlaces;
	/** The base of links, without a trailing slash. */
	readonly publicUrl: string;
}

function buildResultData(
	result: RoundResult,
	{ rules, players }: SeasonSnapshot,
	{ publicUrl, places }: { readonly publicUrl: string; readonly places: ReadonlyMap<number, LadderPlace> },
) {
	const { roundId, points, roundRank, overallRank, previousOverallRank, averagePoints, matchUps } = result;
	const getName = (id: number | null) => (id === null ? "" : (players.get(id)?.name ?? ""));
	const describeDecision = (decision: RoundResult["best"]) =>
		decision && {
			kind: decision.kind,
			name: getName(decision.playerId),
			other: getName(decision.otherId),
			points: decision.points,
		};
	return {
		roundId,
		isGrandFinal: getRoundName(roundId, rules) === "grand-final",
		points,
		roundRank,
		overallRank,
		gained: previousOverallRank === null ? null : previousOverallRank - overallRank,
		average: Math.round(averagePoints),
		best: describeDecision(result.best),
		worst: describeDecision(result.worst),
		matchUps: matchUps.flatMap(({ opponent, average, leagueName: league, ...matchUp }) => {
			const { leagueId, outcome, points, median, isGrandFinal, isSemiFinal, isConsolation } = matchUp;
			const against = opponent?.points ?? average ?? 0;
			const place = places.get(leagueId) ?? null;
			if (outcome === "bye" && !place) return [];
			const ladder = isGrandFinal || isSemiFinal || isConsolation ? null : place;
			return [{ outcome, league, opponent: opponent?.teamName ?? null, points, against, median, ladder }];
		}),
		eliminations: result.eliminations,
		isCorrected: result.isCorrected,
		url: `${publicUrl}/results/${roundId}`,
	};
}

/** Puts the mail of a correction into the outbox, unless the correction was undone meanwhile. */
async function queueCorrectionMail(
	trx: Db,
	{ clocks, publicUrl }: ResultMailServices,
	mail: WaitingNoticeMail,
	rounds: readonly CorrectedRound[],
): Promise<void> {
	const [firstRound] = rounds;
	if (!firstRound) return;
	const { address, texts } = addressMail(mail, publicUrl, "results");
	const data = { ...texts, rounds, url: `${publicUrl}${getCorrectedPage(firstRound)}` };
	await queueMail(trx, { ...address, now: clocks.wallNow(), kind: "round-correction", data });
}

/** Puts a mail about a squad into the outbox, unless it is out of date. */
async function queueSquadMail(
	trx: Db,
	{ pool, clocks, publicUrl }: ResultMailServices,
	mail: WaitingNoticeMail,
	season: SeasonSnapshot,
): Promise<void> {
	const now = clocks.wallNow();
	const found = await findSquadNews(pool, mail, now);
	if (!found) return;
	const { address, texts } = addressMail(mail, publicUrl, "draft");
	const { news, url } = found;
	const data = { ...texts, news, getPlayerName: createNameLookup(season), url: `${publicUrl}${url}` };
	await queueMail(trx, { ...address, now, kind: "draft-moves", data });
}

/** Puts waiting mails, of corrections or about squads, into the outbox. Returns how many were waiting. */
const queueNoticeMails = (
	services: ResultMailServices,
	season: SeasonSnapshot,
	areCorrections: boolean,
): Promise<number> =>
	runClientTransaction(services.pool, async (trx) => {
		const mails = await claimNoticeMails(trx, season.seasonId, areCorrections, BATCH_SIZE);
		const teamIds = mails.flatMap(({ teamId }) => teamId ?? []);
		const loadCorrectedRounds = createCorrectedRounds({ pool: services.pool, db: trx, season }, teamIds);
		for (const mail of mails) {
			if (areCorrections)
				await queueCorrectionMail(trx, services, mail, await loadCorrectedRounds({ ...mail, noticeId: mail.id }));
			else await queueSquadMail(trx, services, mail, season);
			await markNoticeMailQueued(trx, mail.id);
		}
		return mails.length;
	});

/** Puts the mail of a round into the outbox: one for all teams of a manager. */
async function queueResultMail(
	trx: Db,
	{ pool, clocks, findTeam, listDraftPlaces, publicUrl }: ResultMailServices,
	{
		mail,
		season,
		roundAverages,
	}: {
		readonly mail: WaitingMail;
		readonly season: SeasonSnapshot;
		readonly roundAverages: ReturnType<typeof createRoundAverages>;
	},
): Promise<void> {
	const { userId, roundId } = mail;
	const row = await findTeam({ seasonId: season.seasonId, userId });
	const round = findRound(season.rounds, roundId);
	if (!round) return;
	const { address, texts } = addressMail(mail, publicUrl, "results");
	const common = { ...address, now: clocks.wallNow() };
	const result = row && (await buildRoundResult({ pool, db: trx, roundAverages }, { row, season }, round));
	if (result) {
		const hasMatchUps = result.matchUps.length > 0;
		const places = hasMatchUps ? await listDraftPlaces(season, mail) : new Map<number, LadderPlace>();
		const data = { ...texts, ...buildResultData(result, season, { publicUrl, places }) };
		return queueMail(trx, { ...common, kind: "round-result", data });
	}
	const results = await loadDraftResults({ pool, listDraftPlaces }, season, mail);
	const [first] = results;
	if (!first) return;
	return queueMail(trx, {
		...common,
		kind: "draft-result",
		data: {
			...texts,
			roundId,
			isGrandFinal: getRoundName(roundId, season.rules) === "grand-final",
			results,
			isCorrected: round.revision > 0,
			url: `${publicUrl}${getDraftResultPage(first)}`,
		},
	});
}

/**
 * Returns a function that puts the waiting mails of results, of corrections and about squads of draft leagues into the outbox, each
 * once. Safe to run in several processes.
 */
export function createResultMailQueue(services: ResultMailServices) {
	const { pool, clocks } = services;
	const roundAverages = createRoundAverages(pool);
	return async (season: SeasonSnapshot): Promise<number> => {
		if (!(await hasWaitingMail(pool))) return 0;
		const now = clocks.wallNow();
		await dropStaleMails(pool, now - MAX_WAIT_MS);
		const queueBatch = () =>
			runClientTransaction(pool, async (trx) => {
				const waitingMails = await claimWaitingMails(trx, season.seasonId, BATCH_SIZE);
				for (const mail of waitingMails) {
					await queueResultMail(trx, services, { mail, season, roundAverages });
					await markMailQueued(trx, { ...mail, seasonId: season.seasonId }, now);
				}
				return waitingMails.length;
			});
		let queued = 0;
		// Each kind in transactions of its own, so that one that fails does not hold back those before it.
		const queueNotices = (areCorrections: boolean) => () => queueNoticeMails(services, season, areCorrections);
		for (const queue of [queueBatch, queueNotices(true), queueNotices(false)])
			for (let count = BATCH_SIZE; count === BATCH_SIZE; queued += count) count = await queue();
		return queued;
	};
}
