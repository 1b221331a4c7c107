import type { Dollars, PlayerId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { Line, Player } from "@first-bounce/rules/player";
import type { Match, Round } from "@first-bounce/rules/round/round";
import type { SeasonContext } from "@first-bounce/rules/team/team-state";
import type { Transaction } from "kysely";
import type { JsonValue } from "../../../db/columns.ts";
import type { Database } from "../../../db/open.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import { allowLongTransaction } from "../../../db/transactions/client-transaction.ts";
import { parseSubjectId } from "../../../plugins/audit.ts";
import { loadCurrentSeason } from "../../seasons/current/load-season-snapshot.ts";
import { NoSeasonError } from "../../seasons/current/season-holder.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { type AuditedChange, listAuditedChanges, listRecordedImports, type RecordedImport } from "./queries.ts";

/** A value as it was before a change. */
type PreviousValue =
	| { readonly kind: "match"; readonly id: number; readonly startsAt?: SeasonTime; readonly roundId?: RoundId }
	| { readonly kind: "squad"; readonly playerId: PlayerId; readonly squadId: number }
	| { readonly kind: "price"; readonly roundId: RoundId; readonly playerId: PlayerId; readonly price: Dollars }
	| { readonly kind: "cap"; readonly salaryCap: Dollars };

interface Change {
	/** Wall time. */
	readonly at: number;
	readonly previous: readonly PreviousValue[];
}

/** A moment at which the banks of teams that have not started were recomputed. */
interface Repricing {
	/** Wall time. */
	readonly at: number;
	/** Season time; null if it was not recorded. */
	readonly seasonAt: SeasonTime | null;
	/** The round that is current afterwards. */
	readonly roundId: RoundId;
}

export interface SeasonHistory {
	readonly repricings: readonly Repricing[];
	/**
	 * Gets the data that the rules used at a wall time while a round was current: prices, squads, start times of matches and
	 * the salary cap. Whether a match had started follows from its start time alone, and players have every position that
	 * they had in the season.
	 */
	readonly getContext: (moment: { wallAt: number; roundId: RoundId; now: SeasonTime }) => SeasonContext;
}

const parsePrices = (value: unknown): readonly (readonly [PlayerId, Dollars])[] => (Array.isArray(value) ? value : []);

function listAuditedValues({ action, subject, before }: AuditedChange): readonly PreviousValue[] {
	const id = parseSubjectId(subject);
	// The prices that are computed after a round are those of the next one.
	if (action === "prices-rerun")
		return parsePrices(before?.prices).map(([playerId, price]) => ({
			kind: "price",
			roundId: id + 1,
			playerId,
			price,
		}));
	if (action === "rules-changed" && typeof before?.salaryCap === "number")
		return [{ kind: "cap", salaryCap: before.salaryCap }];
	if (action === "player-changed" && typeof before?.squadId === "number")
		return [{ kind: "squad", playerId: id, squadId: before.squadId }];
	if (action.startsWith("match-") && typeof before?.startsAt === "string")
		return [{ kind: "match", id, startsAt: Date.parse(before.startsAt), roundId: Number(before.roundId) }];
	return [];
}

function buildImportedValue(table: string, row: Readonly<Record<string, JsonValue>>, id: number): PreviousValue | null {
	if (table === "seasons" && typeof row.salaryCap === "number") return { kind: "cap", salaryCap: row.salaryCap };
	if (table === "players" && typeof row.squad_id === "number")
		return { kind: "squad", playerId: id, squadId: row.squad_id };
	if (table === "player_prices" && typeof row.price === "number")
		return { kind: "price", roundId: Number(row.round_id), playerId: Number(row.player_id), price: row.price };
	if (table === "matches" && (typeof row.starts_at === "string" || typeof row.round_id === "number"))
		return {
			kind: "match",
			id,
			...(typeof row.starts_at === "string" ? { startsAt: Date.parse(row.starts_at) } : {}),
			...(typeof row.round_id === "number" ? { roundId: row.round_id } : {}),
		};
	return null;
}

/** Lists the changes of an import: one when it was made, and one back if it was undone. */
function listImportChanges({ imported_at, undone_at, changes }: RecordedImport): readonly Change[] {
	const listValues = (side: "before" | "after") =>
		changes.flatMap(({ table, changed }) =>
			changed.flatMap(
				(change) => buildImportedValue(table, change[side], Number(change.after.id ?? change.before.id)) ?? [],
			),
		);
	const imported = { at: imported_at.getTime(), previous: listValues("before") };
	return undone_at ? [imported, { at: undone_at.getTime(), previous: listValues("after") }] : [imported];
}

function listRepricings(audited: readonly AuditedChange[], changes: readonly Change[]): readonly Repricing[] {
	const publications = audited.flatMap(({ at, action, subject, after }) =>
		action === "round-published" || action === "prices-rerun"
			? [{ at: at.getTime(), seasonAt: parseTime(after?.seasonAt), roundId: parseSubjectId(subject) + 1 }]
			: [],
	);
	const ruleChangeTimes = new Set(
		audited.flatMap(({ at, action }) => (action === "rules-changed" ? [at.getTime()] : [])),
	);
	const publicationTimes = new Set(publications.map(({ at }) => at));
	const bankChanges = changes.flatMap(({ at, previous }) => {
		if (publicationTimes.has(at) || !previous.some(({ kind }) => kind === "cap" || kind === "price")) return [];
		const lastPublication = publications.findLast((publication) => publication.at <= at);
		// Operators change rules only before any round has begun.
		const seasonAt = ruleChangeTimes.has(at) ? Number.NEGATIVE_INFINITY : null;
		return [{ at, seasonAt, roundId: lastPublication?.roundId ?? 1 }];
	});
	return [...publications, ...bankChanges].toSorted((a, b) => a.at - b.at);
}

const parseTime = (value: unknown): SeasonTime | null => (typeof value === "string" ? Date.parse(value) : null);

/** Reconstructs the data that the rules used at any time, from the current season, the audit log and recorded imports. */
function createSeasonHistory(
	season: SeasonSnapshot,
	audited: readonly AuditedChange[],
	imports: readonly RecordedImport[],
): SeasonHistory {
	const changes: readonly Change[] = [
		...audited.map((entry) => ({ at: entry.at.getTime(), previous: listAuditedValues(entry) })),
		...imports.flatMap(listImportChanges),
	]
		.filter(({ previous }) => previous.length > 0)
		.toSorted((a, b) => a.at - b.at);
	const cache = new Map<string, Omit<SeasonContext, "now">>();
	return {
		repricings: listRepricings(audited, changes),
		getContext: ({ wallAt, roundId, now }) => {
			const firstLaterIndex = changes.findIndex(({ at }) => at > wallAt);
			const key = `${firstLaterIndex}:${roundId}`;
			const laterChanges = firstLaterIndex < 0 ? [] : changes.slice(firstLaterIndex);
			const context = cache.get(key) ?? buildContext(season, laterChanges, roundId);
			cache.set(key, context);
			return { ...context, now };
		},
	};
}

/**
 * Checks the current season with its history from the audit log and the recorded imports. The check reads one database
 * snapshot, so it can run while the server does.
 *
 * @throws NoSeasonError
 */
export const withSeasonHistory = <Result>(
	{ db }: Pick<Database, "db">,
	check: (trx: Transaction<Tables>, season: SeasonSnapshot, history: SeasonHistory) => Promise<Result>,
): Promise<Result> =>
	db
		.transaction()
		.setIsolationLevel("repeatable read")
		.setAccessMode("read only")
		.execute(async (trx) => {
			await allowLongTransaction(trx);
			const season = await loadCurrentSeason(trx);
			if (!season) throw new NoSeasonError();
			const audited = await listAuditedChanges(trx, season.seasonId);
			const imports = await listRecordedImports(trx, season.seasonId);
			return check(trx, season, createSeasonHistory(season, audited, imports));
		});

function buildContext(
	season: SeasonSnapshot,
	laterChanges: readonly Change[],
	roundId: RoundId,
): Omit<SeasonContext, "now"> {
	// The changes are undone from the last to the first, so that the value before the earliest one is kept.
	const previous = laterChanges.toReversed().flatMap((change) => change.previous);
	const starts = new Map<number, { startsAt?: SeasonTime; roundId?: RoundId }>();
	const squads = new Map<PlayerId, number>();
	const prices = new Map<PlayerId, Dollars>();
	let salaryCap = season.rules.salaryCap;
	for (const value of previous) {
		if (value.kind === "match") starts.set(value.id, { ...starts.get(value.id), ...value });
		else if (value.kind === "squad") squads.set(value.playerId, value.squadId);
		else if (value.kind === "cap") salaryCap = value.salaryCap;
		else if (value.roundId === roundId) prices.set(value.playerId, value.price);
	}
	const matches = season.rounds
		.flatMap((round) => round.matches)
		.map((match): Match => ({ ...match, ...pickStart(starts.get(match.id)), status: "scheduled" }));
	const rounds = season.rounds.map((round): Round => {
		const roundMatches = matches.filter((match) => match.roundId === round.id);
		const playingSquads = new Set(roundMatches.flatMap(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId]));
		return {
			id: round.id,
			status: round.id < roundId ? "complete" : "scheduled",
			matches: roundMatches,
			byeSquads: season.squads.map(({ id }) => id).filter((id) => !playingSquads.has(id)),
		};
	});
	const players = new Map<PlayerId, Player>();
	for (const [id, player] of season.players) {
		const { latest, previous: earlier } = player.positionHistory;
		const position: readonly Line[] = [...new Set([...latest, ...earlier.flatMap(({ positions }) => positions)])];
		const cost = prices.get(id) ?? player.prices.get(roundId) ?? player.cost;
		players.set(id, { ...player, position, cost, squadId: squads.get(id) ?? player.squadId });
	}
	return { rules: { ...season.rules, salaryCap }, rounds, getPlayer: (id) => players.get(id) };
}

const pickStart = ({ startsAt, roundId }: { startsAt?: SeasonTime; roundId?: RoundId } = {}) => ({
	...(startsAt === undefined ? {} : { startsAt }),
	...(roundId === undefined ? {} : { roundId }),
});
