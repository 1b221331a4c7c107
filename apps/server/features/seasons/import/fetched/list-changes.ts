import { createHash } from "node:crypto";
import type { SeasonChange as ListedChange } from "@first-bounce/contract/operator/season/season-changes";
import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { findImplausibleStart, getNextOpenRoundId } from "@first-bounce/rules/season-changes/change-limits";
import type { JsonValue } from "../../../../db/columns.ts";
import type { SeasonMerge } from "../merge/merge-season.ts";
import {
	buildColumnKey,
	buildRowKey,
	formatCanonicalJson,
	getColumnGroup,
	isSameValue,
	type KeptReason,
	listChangedColumns,
	type TableMerge,
} from "../merge/merge-table.ts";
import type { SeasonTable, TableRow } from "../merge/season-tables.ts";

type ChangeKind = ListedChange["kind"];

/** Why a change cannot be accepted now. */
type ChangeBlock = Extract<KeptReason, "published" | "begun" | "locked"> | "start-long-ago";

/** A difference between a fetched season and the stored one, which an operator accepts or refuses. */
export interface SeasonChange {
	/** The key of the row or column, as in `MergeOptions.take`. */
	readonly key: string;
	/** A hash of the provider's value. */
	readonly version: string;
	readonly kind: ChangeKind;
	readonly table: SeasonTable;
	readonly row: TableRow;
	/** The stored value as `here` and the provider's as `file`. `here` is undefined for a row that is added. */
	readonly fields: readonly {
		readonly column: string;
		readonly here: JsonValue | undefined;
		readonly file: JsonValue;
	}[];
	/** Whether the stored value was changed here since the last import. */
	readonly isConflict: boolean;
	/** The round from which it applies; null if it applies at once. */
	readonly fromRound: number | null;
	readonly block: ChangeBlock | null;
}

/** A change that an operator has seen, with the version of the provider's value. */
interface ChosenChange {
	readonly key: string;
	readonly version: string;
	/** The round from which new positions count; by default the first that has not begun. */
	readonly fromRound?: RoundId | undefined;
}
export type ChosenChanges = readonly ChosenChange[];

/** The columns that a fetch can change, by table. */
const COLUMN_KINDS: Readonly<Partial<Record<SeasonTable["name"], Readonly<Record<string, ChangeKind>>>>> = {
	squads: { name: "club-name", abbreviation: "club-name" },
	players: {
		squad_id: "club-move",
		positions: "position",
		first_name: "player-details",
		last_name: "player-details",
		birthday: "player-details",
	},
	matches: {
		round_id: "match-moved",
		starts_at: "match-moved",
		venue: "match-moved",
		time_zone: "match-moved",
		home_squad_id: "match-moved",
		away_squad_id: "match-moved",
	},
};
const ROW_KINDS: Readonly<Partial<Record<SeasonTable["name"], ChangeKind>>> = {
	squads: "club-added",
	rounds: "round-added",
	players: "signing",
	matches: "match-added",
};
const SHOWN_COLUMNS: Readonly<Partial<Record<SeasonTable["name"], readonly string[]>>> = {
	squads: ["name", "abbreviation"],
	players: ["squad_id", "positions"],
	matches: ["starts_at", "venue"],
};
/** Columns that are shown only if they change alone: the venue implies the time zone. */
const HIDDEN_COLUMNS = ["time_zone"];

const hashValue = (value: unknown): string =>
	createHash("sha256").update(formatCanonicalJson(value)).digest("hex").slice(0, 32);

interface ChangeContext {
	readonly now: SeasonTime;
	/** The round from which new positions and players count. */
	readonly nextRound: number | null;
	readonly isNewRound: (roundId: JsonValue | undefined) => boolean;
}

/** Lists the differences of a fetched season. Local changes are listed only if the provider changed the same value. */
export function listChanges({ tables, progress }: Pick<SeasonMerge, "tables" | "progress">): SeasonChange[] {
	const newRounds = new Set(
		tables.flatMap(({ table, added }) => (table.name === "rounds" ? added.map(({ id }) => id) : [])),
	);
	const context: ChangeContext = {
		now: progress.now,
		nextRound: getNextOpenRoundId(progress.rounds, progress.now),
		isNewRound: (roundId) => newRounds.has(roundId ?? null),
	};
	return tables.flatMap((merge) => [
		...listAdded(merge, context),
		...listChanged(merge, context),
		...listKept(merge, context),
	]);
}

function findStartBlock(fields: SeasonChange["fields"], now: SeasonTime): ChangeBlock | null {
	const start = fields.find(({ column }) => column === "starts_at");
	if (!start || isSameValue(start.here, start.file)) return null;
	return findImplausibleStart(Date.parse(String(start.file)), now) === "start-long-ago" ? "start-long-ago" : null;
}

/** Lists rows that are new. Matches of a new round come with the round. */
function listAdded({ table, added }: TableMerge, { now, isNewRound }: ChangeContext): SeasonChange[] {
	const kind = ROW_KINDS[table.name];
	if (!kind) return [];
	return added
		.filter((row) => table.name !== "matches" || !isNewRound(row.round_id))
		.map((row) => {
			const fields = (SHOWN_COLUMNS[table.name] ?? []).map((column) => ({
				column,
				here: undefined,
				file: row[column] ?? null,
			}));
			// The round in which a signing joins is left out, because it changes during the season.
			const { from_round: _, ...values } = row;
			return {
				key: buildRowKey(table, row),
				version: hashValue(values),
				kind,
				table,
				row,
				fields,
				isConflict: false,
				fromRound: kind === "signing" ? Number(row.from_round) : null,
				block: table.name === "matches" ? findStartBlock(fields, now) : null,
			};
		});
}

interface ColumnChange {
	readonly table: SeasonTable;
	readonly stored: TableRow;
	readonly file: TableRow;
	readonly columns: readonly string[];
	readonly isConflict: boolean;
	readonly block: ChangeBlock | null;
}

/** Builds one change for each group of columns that are accepted together. */
function buildColumnChanges(change: ColumnChange, { now, nextRound }: ChangeContext): SeasonChange[] {
	const { table, stored, file, columns, isConflict, block } = change;
	const kinds = COLUMN_KINDS[table.name] ?? {};
	const groups = Map.groupBy(
		columns.filter((column) => kinds[column]),
		(column) => getColumnGroup(column, table)[0] ?? column,
	);
	return [...groups.values()].flatMap((group): SeasonChange[] => {
		const [first = ""] = group;
		const kind = kinds[first];
		if (!kind) return [];
		const values = Object.fromEntries(getColumnGroup(first, table).map((column) => [column, file[column] ?? null]));
		const fields = group
			.filter((column) => !HIDDEN_COLUMNS.includes(column) || group.length === 1)
			.map((column) => ({ column, here: stored[column], file: file[column] ?? null }));
		return [
			{
				key: buildColumnKey(table, stored, first),
				version: hashValue(values),
				kind,
				table,
				row: stored,
				fields,
				isConflict,
				fromRound: kind === "position" ? nextRound : null,
				block: block ?? findStartBlock(fields, now),
			},
		];
	});
}

const listChanged = ({ table, changed }: TableMerge, context: ChangeContext): SeasonChange[] =>
	changed.flatMap(({ before, after }) => {
		const columns = listChangedColumns({ before, after });
		return buildColumnChanges({ table, stored: before, file: after, columns, isConflict: false, block: null }, context);
	});

/** The reasons of guards that block a change; others are conflicts or are not listed. */
const BLOCKS = ["published", "begun", "locked"] as const;

const listKept = ({ table, kept }: TableMerge, context: ChangeContext): SeasonChange[] =>
	kept.flatMap(({ reason, stored, file, last, columns: differing }): SeasonChange[] => {
		if (!stored || !file) return [];
		const block = BLOCKS.find((name) => name === reason) ?? null;
		if (reason !== "changed" && !block) return [];
		// A value that was changed only here is no change by the provider.
		const isChangedByProvider = (column: string) =>
			!(last && column in last) || !isSameValue(last[column], file[column]);
		const columns = differing.filter((column) =>
			getColumnGroup(column, table).some((other) => differing.includes(other) && isChangedByProvider(other)),
		);
		return buildColumnChanges({ table, stored, file, columns, isConflict: reason === "changed", block }, context);
	});
