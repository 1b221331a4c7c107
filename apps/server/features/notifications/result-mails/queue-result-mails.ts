import type { RoundResult } from "@first-bounce/contract/stats/round-result";
import { DAY_MS } from "@first-bounce/rules/durations";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import type { Pool } from "pg";
import { runClientTransaction } from "../../../db/transactions/client-transaction.ts";
import { buildRoundResult, createRoundAverages } from "../../rankings/round-result/service.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { TeamServices } from "../../team/load-team.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { buildUnsubscribeHeaders, buildUnsubscribeUrl } from "../mail/unsubscribe.ts";
import { createCorrectedRounds } from "../notices/corrected-rounds.ts";
import {
	claimCorrectionMails,
	dropStaleCorrectionMails,
	markCorrectionMailQueued,
} from "../notices/correction-notice-queries.ts";
import { queueSquadMails } from "../squad-notices/squad-mails.ts";
import { claimWaitingMails, deleteStaleMails, hasWaitingMail, markMailQueued, type WaitingMail } from "./queries.ts";

const BATCH_SIZE = 25;
/** Mails that were not queued within this time are dropped. */
const MAX_WAIT_MS = DAY_MS;

export interface ResultMailServices {
	readonly pool: Pool;
	readonly clocks: Clocks;
	readonly findTeam: TeamServices["findTeam"];
	/** The base of links, without a trailing slash. */
	readonly publicUrl: string;
}

function buildMailData(
	result: RoundResult,
	{ firstName, token }: WaitingMail,
	{ rules, players }: SeasonSnapshot,
	publicUrl: string,
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
		matchUps: matchUps.flatMap(({ outcome, opponent, average, leagueName: league, points, median }) => {
			const against = opponent?.points ?? average;
			if (outcome === "bye" || against === undefined) return [];
			return [{ outcome, league, opponent: opponent?.teamName ?? null, points, against, median }];
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
		const teamIds = waitingMails.map(({ teamId }) => teamId);
		const loadCorrectedRounds = createCorrectedRounds({ pool, db: trx, season }, teamIds);
		for (const { noticeId, teamId, email, firstName, language, token } of waitingMails) {
			const rounds = await loadCorrectedRounds(noticeId, teamId);
			const [firstRound] = rounds;
			if (firstRound)
				await queueMail(trx, {
					kind: "round-correction",
					to: email,
					data: {
						firstName,
						rounds,
						url: `${publicUrl}/results/${firstRound.roundId}`,
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

/**
 * Returns a function that puts the waiting mails of results, of corrections and about squads of draft leagues into the outbox, each
 * once. Safe to run in several processes.
 */
export function createResultMailQueue(services: ResultMailServices) {
	const { pool, clocks, findTeam, publicUrl } = services;
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
					const { userId, roundId, email, language, token } = mail;
					const row = await findTeam({ seasonId: season.seasonId, userId });
					const round = season.rounds.find(({ id }) => id === roundId);
					const result =
						row && round && (await buildRoundResult({ pool, db: trx, roundAverages }, { row, season }, round));
					if (result)
						await queueMail(trx, {
							kind: "round-result",
							to: email,
							data: buildMailData(result, mail, season, publicUrl),
							now,
							language,
							headers: buildUnsubscribeHeaders(publicUrl, token, "results"),
						});
					await markMailQueued(trx, { userId, seasonId: season.seasonId, roundId }, now);
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
