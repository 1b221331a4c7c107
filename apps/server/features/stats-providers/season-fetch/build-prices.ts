import { createIdLookup } from "@first-bounce/contract/operator/id-lookup";
import {
	computeDraftPrice,
	computeOpeningPrice,
	findPricingSeason,
	type PreviousSeason,
} from "@first-bounce/rules/prices/opening-price";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { parseTable } from "../../seasons/import/csv/csv-table.ts";
import { formatCsv } from "../../seasons/import/csv/format-csv.ts";
import { formatProblem, ProblemList } from "../../seasons/import/csv/problem-list.ts";
import { decodeText } from "../../seasons/import/csv/read-text.ts";
import type { FetchedPlayer } from "./build-players.ts";
import { createInputError } from "./fetch-error.ts";
import type { SeasonSummary } from "./previous-seasons.ts";

export const DRAFT_FILE = "draft.csv";
export const EMPTY_DRAFT = "pick,player_id\n";

/** A row of draft.csv, as text. */
export interface DraftRow {
	readonly pick: string;
	readonly playerId: string;
}

export const formatDraft = (rows: readonly DraftRow[]): string =>
	formatCsv(
		"pick,player_id",
		rows.map(({ pick, playerId }) => [pick, playerId]),
	);

/** Lists the rows of the text of a valid draft.csv. */
export const listDraftRows = (text: string): DraftRow[] =>
	(parseTable(DRAFT_FILE, text, () => ["pick", "player_id"], new ProblemList())?.rows ?? []).map((row) => ({
		pick: row.readRaw("pick"),
		playerId: row.readRaw("player_id"),
	}));

export interface PricedPlayer extends FetchedPlayer {
	readonly price: number;
	/** The year of the season that set the price, `draft` or `floor`. */
	readonly pricedFrom: string;
}

/**
 * Reads the operator's draft.csv: the provider's id of each drafted player (CD_I… or its number) with her pick.
 *
 * @throws FetchError that lists all faulty lines
 */
export function readDraft(body: Buffer | null, players: readonly FetchedPlayer[]): ReadonlyMap<string, number> {
	const picks = new Map<string, number>();
	const problems = new ProblemList();
	const text = body && decodeText(DRAFT_FILE, body, problems);
	const findPlayers = createIdLookup(players);
	const rows = text ? (parseTable(DRAFT_FILE, text, () => ["pick", "player_id"], problems)?.rows ?? []) : [];
	for (const row of rows) {
		const pick = row.readId("pick");
		const text = row.readRaw("player_id");
		// A number is the provider's, if it can also be the id of another player here.
		const player = findPlayers(text).at(-1)?.providerId;
		if (player === undefined) row.reportProblem(`player_id ${text} is in no squad`);
		else if (picks.has(player)) row.reportProblem(`player_id ${text} is a duplicate`);
		else if (pick !== null) picks.set(player, pick);
	}
	if (problems.list.length > 0) throw createInputError(problems.listSorted().map(formatProblem));
	return picks;
}

/** Prices players by their previous seasons, the latest first, else by their draft pick, else at the floor price. */
export function pricePlayers(
	players: readonly FetchedPlayer[],
	{
		previousSeasons,
		draft,
		rules,
	}: { previousSeasons: readonly SeasonSummary[]; draft: ReadonlyMap<string, number>; rules: SeasonRules },
): PricedPlayer[] {
	return players.map((player) => {
		const records = previousSeasons.flatMap(({ year, records }) => {
			const record: PreviousSeason | undefined = records.get(player.providerId);
			return record ? [{ ...record, year }] : [];
		});
		const pricingSeason = findPricingSeason(records, rules);
		if (pricingSeason) {
			const price = computeOpeningPrice(pricingSeason, rules);
			return { ...player, price, pricedFrom: String(pricingSeason.year) };
		}
		const pick = draft.get(player.providerId);
		if (pick !== undefined) return { ...player, price: computeDraftPrice(pick, rules), pricedFrom: "draft" };
		return { ...player, price: rules.floorPrice, pricedFrom: "floor" };
	});
}
