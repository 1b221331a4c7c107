import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { markWinnerNotified as markCall, Winner } from "@first-bounce/contract/operator/winners";
import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { formatCsv } from "../../seasons/import/csv/format-csv.ts";
import type { OperatorServices } from "../services.ts";
import {
	deleteWinnerNote,
	insertWinnerNote,
	listAddresses,
	listLetterWinners,
	listSeasonsWithResults,
	listSquadNames,
	listWinnerNotes,
} from "./queries.ts";
import { listCupWinners, listRoundWinners, listSeasonWinners, type WinnerRow } from "./winner-queries.ts";

const getPrizeKey = ({ kind, subject }: Pick<WinnerRow, "kind" | "subject">): string => `${kind} ${subject}`;
const getWinnerKey = (winner: Pick<WinnerRow, "kind" | "subject" | "teamId">): string =>
	`${getPrizeKey(winner)} ${winner.teamId}`;

/** Lists all winners of a season: those of the season, then of the cup, then of each round. */
async function listAllWinners(db: Db, seasonId: number): Promise<Winner[]> {
	const rows = [
		...(await listSeasonWinners(db, seasonId)),
		...(await listCupWinners(db, seasonId)),
		...(await listRoundWinners(db, seasonId)),
	];
	const notes = new Map((await listWinnerNotes(db, seasonId)).map((note) => [getWinnerKey(note), note]));
	const byPrize = Map.groupBy(rows, getPrizeKey);
	return rows.map((row) => {
		const note = notes.get(getWinnerKey(row));
		return {
			...row,
			isTied: (byPrize.get(getPrizeKey(row))?.length ?? 0) > 1,
			notified: note ? { at: note.notifiedAt.toISOString(), by: note.by } : null,
		};
	});
}

/** Lists the winners of a season, by default the one that is shown, without their addresses. */
export async function listWinners({ db, seasons }: OperatorServices, seasonId = seasons.current().seasonId) {
	const clubs = await listSquadNames(db, seasonId);
	return {
		seasonId,
		seasons: await listSeasonsWithResults(db),
		clubs: Object.fromEntries(clubs.map(({ id, name }) => [String(id), name])),
		winners: await listAllWinners(db, seasonId),
	};
}

/**
 * Counts the winners who are not marked as notified: of rounds whose closing letter was sent, of the cup, and, once it
 * is over, of the season. Round winners come from the letters, because a round's standings can have a million rows.
 */
export async function countUnnotifiedWinners(db: Db, seasonId: number, isOver: boolean): Promise<number> {
	const winners = [
		...(await listLetterWinners(db, seasonId)),
		...(await listCupWinners(db, seasonId)),
		...(isOver ? await listSeasonWinners(db, seasonId) : []),
	];
	const notifiedKeys = new Set((await listWinnerNotes(db, seasonId)).map(getWinnerKey));
	return winners.filter((winner) => !notifiedKeys.has(getWinnerKey(winner))).length;
}

/** Puts a quote before a text that a spreadsheet would treat as a formula because of its first character. */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const CSV_HEADER = "prize,subject,team,name,email,points,tied,told_at,told_by";

/** Returns the winners' addresses and the list as CSV, and records in the audit log that they were read. */
export const showWinnerAddresses = ({ db }: OperatorServices, seasonId: number, audit: AuditContext) =>
	db.transaction().execute(async (trx) => {
		const winners = await listAllWinners(trx, seasonId);
		const addresses = await listAddresses(
			trx,
			winners.map(({ teamId }) => teamId),
		);
		await writeAudit(trx, audit, {
			action: "winner-addresses-read",
			subject: `season:${seasonId}`,
			before: null,
			after: { addresses: addresses.size },
		});
		const rows = winners.map((winner) => [
			winner.kind,
			escapeFormula(winner.subject),
			escapeFormula(winner.teamName),
			escapeFormula(winner.fullName),
			escapeFormula(addresses.get(winner.teamId) ?? ""),
			winner.points,
			winner.isTied,
			winner.notified?.at ?? null,
			escapeFormula(winner.notified?.by ?? ""),
		]);
		return {
			addresses: Object.fromEntries([...addresses].map(([id, email]) => [String(id), email])),
			csv: formatCsv(CSV_HEADER, rows),
		};
	});

/** Marks a winner as notified, or removes the mark. Idempotent. */
export const markWinnerNotified = (
	{ db, clocks }: OperatorServices,
	{ seasonId, kind, subject, teamId, isNotified }: BodyOf<typeof markCall>,
	userId: UserId,
	audit: AuditContext,
): Promise<SuccessOf<typeof markCall>> =>
	db.transaction().execute(async (trx) => {
		const key = { seasonId, kind, subject, teamId };
		const winners = await listAllWinners(trx, seasonId);
		if (!winners.some((winner) => getWinnerKey(winner) === getWinnerKey(key))) throw refuse(404, "winner-unknown");
		const hasChanged = isNotified
			? await insertWinnerNote(trx, key, { userId, at: clocks.wallNow() })
			: await deleteWinnerNote(trx, key);
		if (hasChanged)
			await writeAudit(trx, audit, {
				action: "winner-told",
				subject: `team:${seasonId}:${teamId}`,
				before: { kind, subject, isNotified: !isNotified },
				after: { kind, subject, isNotified },
			});
		return { isNotified };
	});
