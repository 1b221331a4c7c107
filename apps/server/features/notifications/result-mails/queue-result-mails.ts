import type { RoundResult } from "@first-bounce/contract/stats/round-result";
import { DAY_MS } from "@first-bounce/rules/durations";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Tables } from "../../../db/tables/tables.ts";
import { runClientTransaction } from "../../../db/transactions/client-transaction.ts";
import { buildRoundResult, createRoundAverages } from "../../rankings/round-result/service.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { TeamServices } from "../../team/load-team.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { buildUnsubscribeHeaders, buildUnsubscribeUrl } from "../mail/unsubscribe.ts";
import { createCorrectedRounds, getCorrectedPage } from "../notices/corrected-rounds.ts";
import {
	claimCorrectionMails,
	dropStaleCorrectionMails,
	markCorrectionMailQueued,
} from "../notices/correction-notice-queries.ts";
import {
	getDraftResultPage,
	type LadderPlace,
	type ListDraftPlaces,
	loadDraftResults,
} from "../notices/draft-results.ts";
import { queueSquadMails } from "../squad-notices/squad-mails.ts";
import { claimWaitingMails, deleteStaleMails, hasWaitingMail, markMailQueued, type WaitingMail } from "./queries.ts";

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

function buildMailData(
	result: RoundResult,
	{ firstName, token }: WaitingMail,
	{ rules, players }: SeasonSnapshot,
	{ publicUrl, places }: { readonly publicUrl: string; readonly places: ReadonlyMap<number, LadderPlace> },
) {
	const { roundId, points, roundRank, overallRank, previousOverallRank, averagePoints, matchUps } = result;
	const getName = (id: number | null) => (id === null ? "" : (players.get(id)?.name ?? ""));
	const describeCall = (call: RoundResult["best"]) =>
		call && { kind: call.kind, name: getName(call.playerId), other: getName(call.otherId), points: call.points };
	return {
		firstName,
		roundId,
		isGrandFinal: getRoundName(roundId, rules) === "grand-final",
		points,
		roundRank,
		overallRank,
		gained: previousOverallRank === null ? null : previousOverallRank - overallRank,
		average: Math.round(averagePoints),
		best: describeCall(result.best),
		worst: describeCall(result.worst),
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
		unsubscribe: buildUnsubscribeUrl(publicUrl, token, "results"),
	};
}

/** Puts the waiting mails of corrections into the outbox, unless the corrections were undone meanwhile. */
async function queueCorrectionMails(
	{ pool, clocks, publicUrl }: ResultMailServices,
	season: SeasonSnapshot,
): Promise<number> {
	const now = clocks.wallNow();
	return runClientTransaction(pool, async (trx) => {
		const waitingMails = await claimCorrectionMails(trx, season.seasonId, BATCH_SIZE);
		const teamIds = waitingMails.flatMap(({ teamId }) => teamId ?? []);
		const loadCorrectedRounds = createCorrectedRounds({ pool, db: trx, season }, teamIds);
		for (const { noticeId, userId, teamId, email, firstName, language, token } of waitingMails) {
			const rounds = await loadCorrectedRounds({ noticeId, userId, teamId });
			const [firstRound] = rounds;
			if (firstRound)
				await queueMail(trx, {
					kind: "round-correction",
					to: email,
					data: {
						firstName,
						rounds,
						url: `${publicUrl}${getCorrectedPage(firstRound)}`,
						unsubscribe: buildUnsubscribeUrl(publicUrl, token, "results"),
					},
					now,
					language,
					headers: buildUnsubscribeHeaders(publicUrl, token, "results"),
				});
			await markCorrectionMailQueued(trx, noticeId);
		}
		return waitingMails.length;
	});
}

/** Puts the mail of a round into the outbox: one for all teams of a manager. */
async function queueResultMail(
	trx: Kysely<Tables>,
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
	const { userId, roundId, email, firstName, language, token } = mail;
	const row = await findTeam({ seasonId: season.seasonId, userId });
	const round = season.rounds.find(({ id }) => id === roundId);
	if (!round) return;
	const common = {
		to: email,
		now: clocks.wallNow(),
		language,
		headers: buildUnsubscribeHeaders(publicUrl, token, "results"),
	};
	const result = row && (await buildRoundResult({ pool, db: trx, roundAverages }, { row, season }, round));
	if (result) {
		const hasDraftTeam = result.matchUps.length > 0;
		const places = hasDraftTeam ? await listDraftPlaces(season, mail) : new Map<number, LadderPlace>();
		const data = buildMailData(result, mail, season, { publicUrl, places });
		return queueMail(trx, { ...common, kind: "round-result", data });
	}
	const results = await loadDraftResults({ pool, listDraftPlaces }, season, mail);
	const [first] = results;
	if (!first) return;
	return queueMail(trx, {
		...common,
		kind: "draft-result",
		data: {
			firstName,
			roundId,
			isGrandFinal: getRoundName(roundId, season.rules) === "grand-final",
			results,
			isCorrected: round.revision > 0,
			url: `${publicUrl}${getDraftResultPage(first)}`,
			unsubscribe: buildUnsubscribeUrl(publicUrl, token, "results"),
		},
	});
}

/**
 * Returns a function that puts the waiting mails of results, of corrections and about squads of draft leagues into the outbox, each
 * once. Safe to run in several processes.
 */
export function createResultMailQueue(services: ResultMailServices) {
	const { pool, clocks, publicUrl } = services;
	const roundAverages = createRoundAverages(pool);
	return async (season: SeasonSnapshot): Promise<number> => {
		if (!(await hasWaitingMail(pool))) return 0;
		const now = clocks.wallNow();
		await deleteStaleMails(pool, now - MAX_WAIT_MS);
		await dropStaleCorrectionMails(pool, now - MAX_WAIT_MS);
		let queued = 0;
		for (;;) {
			const count = await runClientTransaction(pool, async (trx) => {
				const waitingMails = await claimWaitingMails(trx, season.seasonId, BATCH_SIZE);
				for (const mail of waitingMails) {
					await queueResultMail(trx, services, { mail, season, roundAverages });
					await markMailQueued(trx, { ...mail, seasonId: season.seasonId }, now);
				}
				return waitingMails.length;
			});
			queued += count;
			if (count < BATCH_SIZE) break;
		}
		for (let count = BATCH_SIZE; count === BATCH_SIZE; queued += count)
			count = await queueCorrectionMails(services, season);
		for (let count = BATCH_SIZE; count === BATCH_SIZE; queued += count)
			count = await runClientTransaction(pool, (trx) =>
				queueSquadMails(trx, { pool, season, wallNow: now }, { publicUrl, limit: BATCH_SIZE }),
			);
		return queued;
	};
}
